/**
 * A training run that never was, as large as asked: an XSpace whose bytes are a third memory events with all their
 * stats, a third nested host events and a third kernels. What an allocator states is consistent throughout, frees match
 * allocations, and every allocation lies under a Python stack and the runtime's events, as in a JAX profile on GPU.
 *
 * Everything follows from the number of a dispatch, so that each line can be written alone, twice, and without holding
 * its events:
 *
 *     dispatch d on host line d mod 4
 *       frames › PjitFunction(f) › … › EnqueueExecution › Build buffer allocations
 *         + output   held until dispatch d + 64 frees it, from whatever line that is on
 *         + arena, − arena, − output of dispatch d − 64
 */

import { seededRandom } from '../fixtures/host-trace.ts';
import type { LineSpec, PlaneSpec, XSpaceSpec } from '../fixtures/xspace-spec.ts';
import type { LineWriter } from '../fixtures/xspace-writer.ts';

export type Variant =
  /** A third each. */
  | 'mixed'
  /** As `mixed`, but on one host line every other dispatch stands before the one it follows. */
  | 'unsorted'
  /** 95 % of the bytes are Python spans without memory under them. */
  | 'python';

export interface Workload {
  xspace: XSpaceSpec;
  /** Memory events in it. */
  memoryEvents: number;
  /** Host events that lie above a memory event, or carry two whole numbers that may link threads. */
  keptHostEvents: number;
}

const LINES = 4;
const DEVICES = 2;
/** What one unit of size is: about 17 MB when mixed. */
const DISPATCHES_A_UNIT = 13_600;
const PYTHON_DISPATCHES_A_UNIT = 1_500;
/** Spans without memory under them, a dispatch. */
const IDLE_SPANS = 9;
const PYTHON_IDLE_SPANS = 640;
const KERNELS = 6;
const DISPATCHES_A_STEP = 256;
const OUTPUT_LIFE = 64;

const CAPACITY = 85_899_345_920;
const BEFORE_CAPTURE = 4 * 2 ** 30;
const PITCH_PS = 60_000_000;
const LINE_START_NS = [28_560, 707_851, 1_632_920, 16_204];
const DEVICE_START_NS = 711_141;
const ADDRESS_BASE = 140_000_000_000_000;

/** Places in the program that launch one: the real traces at hand have 17 to 1,352 different call stacks. */
const CALL_SITES = 2000;
/** Spans with memory under them, from the outermost: a stack of Python, then the runtime's. */
const PYTHON_DEPTH = 6;
const RUNTIME_SPANS = [
  'PjitFunction',
  'PjitFunction',
  'PJRT_LoadedExecutable_Execute',
  'PjRtStreamExecutorLoadedExecutable::Execute',
  'PjRtStreamExecutorLoadedExecutable::ExecuteHelper',
  'PjRtStreamExecutorLoadedExecutable::EnqueueExecution',
  'Build buffer allocations',
] as const;

/** What the events of a plane are called, as ids of its tables. */
interface HostIds {
  allocation: number;
  deallocation: number;
  step: number;
  python: number[];
  idle: number[];
  runtime: number[];
  pjit: number[];
  stats: Record<(typeof STATS)[number], number>;
  allocator: number;
}

const STATS = [
  'allocator_name',
  'bytes_reserved',
  'bytes_allocated',
  'bytes_available',
  'fragmentation',
  'peak_bytes_in_use',
  'requested_bytes',
  'allocation_bytes',
  'addr',
  'id',
  'data_type',
  '_ct',
  '_c',
  '_pt',
  '_p',
  'step_num',
  '_r',
] as const;

/** The state of the pool after each dispatch, for all dispatches: 16 bytes each. */
interface PoolHistory {
  /** Bytes in use before the dispatch. */
  inUse: Float64Array;
  /** The greatest in use before the dispatch. */
  peak: Float64Array;
}

/** The run at `scale` units. Equal scale and variant give equal bytes. */
export function makeWorkload(scale: number, variant: Variant): Workload {
  const python = variant === 'python';
  const dispatches = Math.round(scale * (python ? PYTHON_DISPATCHES_A_UNIT : DISPATCHES_A_UNIT));
  const history = poolHistory(dispatches);
  const idleSpans = python ? PYTHON_IDLE_SPANS : IDLE_SPANS;
  const lines = LINE_START_NS.map((startNs, line): LineSpec => {
    const name = line === 0 ? 'python' : `py_xla_execute/${1000 + line}`;
    const unsorted = variant === 'unsorted' && line === 1;
    const events = (writer: LineWriter): void =>
      writeHostLine(writer, { line, startNs, dispatches, history, idleSpans, unsorted });
    return { id: 10_000 + line, name, displayName: name, timestampNs: startNs, events };
  });
  const steps = Array.from({ length: LINES }, (_, line) => Math.ceil(dispatchesOn(line, dispatches) / stepLength()));
  return {
    xspace: {
      planes: [
        ...Array.from({ length: DEVICES }, (_, device) => devicePlane(device, python ? 0 : dispatches)),
        { name: '/host:CPU', lines },
        { name: 'Task Environment', stats: { profile_start_time: { uint64: 1_749_808_282_401_766_000n } } },
      ],
      hostnames: ['bench-host'],
    },
    memoryEvents: dispatches * 4,
    keptHostEvents: dispatches * (PYTHON_DEPTH + RUNTIME_SPANS.length) + steps.reduce((sum, count) => sum + count, 0),
  };
}

/** Requested bytes of a dispatch's output: many small ones, few of half a gibibyte, and a slow rise and fall. */
function outputBytes(dispatch: number): number {
  const wave = 1 + Math.sin(dispatch / 5000);
  return 4 + Math.floor(2 ** (8 + noise(dispatch) * 20) * wave);
}

function arenaBytes(dispatch: number): number {
  return 256 + Math.floor(2 ** (10 + noise(dispatch + 0x9e37_79b9) * 18));
}

function held(requested: number): number {
  return Math.ceil(requested / 256) * 256;
}

/** 0 to 1, the same for the same number. */
function noise(index: number): number {
  let mixed = Math.imul(index ^ (index >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

function poolHistory(dispatches: number): PoolHistory {
  const inUse = new Float64Array(dispatches + 1);
  const peak = new Float64Array(dispatches + 1);
  let now = BEFORE_CAPTURE;
  let greatest = now;
  for (let dispatch = 0; dispatch < dispatches; dispatch++) {
    inUse[dispatch] = now;
    peak[dispatch] = greatest;
    now += held(outputBytes(dispatch));
    greatest = Math.max(greatest, now + held(arenaBytes(dispatch)));
    now -= held(outputBytes(dispatch - OUTPUT_LIFE));
  }
  inUse[dispatches] = now;
  peak[dispatches] = greatest;
  return { inUse, peak };
}

function dispatchesOn(line: number, dispatches: number): number {
  return Math.ceil((dispatches - line) / LINES);
}

/** Dispatches of one line in one step. */
function stepLength(): number {
  return DISPATCHES_A_STEP / LINES;
}

interface HostLinePlan {
  line: number;
  startNs: number;
  dispatches: number;
  history: PoolHistory;
  idleSpans: number;
  unsorted: boolean;
}

function writeHostLine(writer: LineWriter, plan: HostLinePlan): void {
  const ids = hostIds(writer);
  const count = dispatchesOn(plan.line, plan.dispatches);
  const origin = plan.startNs * 1000;
  for (let index = 0; index < count; index++) {
    if (index % stepLength() === 0) {
      const first = (index * LINES + plan.line) * PITCH_PS + 1_700_000_000 - origin;
      writer.begin(ids.step, first, stepLength() * LINES * PITCH_PS - 2 * PITCH_PS);
      writer.int64(ids.stats.step_num, index / stepLength());
      writer.int64(ids.stats._r, 1);
      writer.end();
    }
    const swapped = plan.unsorted && (index ^ 1) < count ? index ^ 1 : index;
    writeDispatch(writer, ids, plan, swapped * LINES + plan.line, origin);
  }
}

/** One dispatch takes less than a pitch, so that the events of all lines follow each other in the dispatches' order. */
function writeDispatch(writer: LineWriter, ids: HostIds, plan: HostLinePlan, dispatch: number, origin: number): void {
  const start = dispatch * PITCH_PS + 1_700_010_000 - origin;
  const tick = 10_000;
  // The innermost span begins at three quarters of the dispatch, each one around it earlier and ends later.
  const depth = PYTHON_DEPTH + RUNTIME_SPANS.length;
  const inner = start + PITCH_PS * 0.6;
  const gap = Math.floor((PITCH_PS * 0.5) / (plan.idleSpans + depth) / tick) * tick;
  let at = start;
  let end = start + PITCH_PS - tick * 2;
  const site = Math.floor(noise(dispatch) * CALL_SITES);
  for (let level = 0; level < PYTHON_DEPTH; level++) {
    const choice = Math.floor(noise(site >> (PYTHON_DEPTH - level)) * 64) + level * 64;
    writer.begin(ids.python[choice] ?? 0, at, end - at);
    writer.end();
    at += gap;
    end -= tick;
  }
  for (let idle = 0; idle < plan.idleSpans; idle++) {
    writer.begin(ids.idle[(dispatch * 7 + idle * 13) % ids.idle.length] ?? 0, at, gap - tick);
    writer.end();
    at += gap;
  }
  for (let level = 0; level < RUNTIME_SPANS.length; level++) {
    writer.begin(level < 2 ? (ids.pjit[site % ids.pjit.length] ?? 0) : (ids.runtime[level] ?? 0), at, end - at);
    if (level === 3) {
      writer.int64(ids.stats._pt, 5);
      writer.int64(ids.stats._p, dispatch);
    } else if (level === 5) {
      writer.int64(ids.stats._ct, 5);
      writer.int64(ids.stats._c, dispatch);
    }
    writer.end();
    at += gap;
    end -= tick;
  }
  writeMemory(writer, ids, plan.history, dispatch, Math.max(at, inner));
}

function writeMemory(writer: LineWriter, ids: HostIds, history: PoolHistory, dispatch: number, at: number): void {
  const output = outputBytes(dispatch);
  const arena = arenaBytes(dispatch);
  const older = outputBytes(dispatch - OUTPUT_LIFE);
  const before = history.inUse[dispatch] ?? 0;
  const peakBefore = history.peak[dispatch] ?? 0;
  const withOutput = before + held(output);
  const withArena = withOutput + held(arena);
  const peak = Math.max(peakBefore, withArena);
  const arenaAddress = ADDRESS_BASE + 2 ** 41;
  memory(writer, ids, true, at, output, outputAddress(dispatch), withOutput, Math.max(peakBefore, withOutput));
  memory(writer, ids, true, at + 800_000, arena, arenaAddress, withArena, peak);
  memory(writer, ids, false, at + 1_600_000, arena, arenaAddress, withOutput, peak);
  const gone = outputAddress(dispatch - OUTPUT_LIFE);
  memory(writer, ids, false, at + 2_400_000, older, gone, withOutput - held(older), peak);
}

/** A place for each of 128 dispatches: no two of the 64 that are alive share one. Older blocks have places. */
function outputAddress(dispatch: number): number {
  return dispatch < 0 ? ADDRESS_BASE - 2 ** 40 - dispatch * 2 ** 32 : ADDRESS_BASE + (dispatch % 128) * 2 ** 33;
}

function memory(
  writer: LineWriter,
  ids: HostIds,
  allocates: boolean,
  at: number,
  requested: number,
  address: number,
  inUse: number,
  peak: number,
): void {
  const { stats } = ids;
  writer.begin(allocates ? ids.allocation : ids.deallocation, at, 0);
  writer.ref(stats.allocator_name, ids.allocator);
  writer.int64(stats.bytes_reserved, 0);
  writer.int64(stats.bytes_allocated, inUse);
  writer.int64(stats.bytes_available, CAPACITY - inUse);
  writer.double(stats.fragmentation, (requested % 999_983) / 1_000_000);
  writer.int64(stats.peak_bytes_in_use, peak);
  writer.int64(stats.requested_bytes, requested);
  writer.int64(stats.allocation_bytes, held(requested));
  writer.int64(stats.addr, address);
  writer.int64(stats.id, 0);
  writer.int64(stats.data_type, 0);
  writer.end();
}

function hostIds(writer: LineWriter): HostIds {
  const event = (name: string): number => Number(writer.names.event(name));
  const stat = (name: string): number => Number(writer.names.stat(name));
  const many = (count: number, name: (index: number) => string): number[] =>
    Array.from({ length: count }, (_, index) => event(name(index)));
  return {
    python: many(64 * PYTHON_DEPTH, (i) => `$layer_${i % 40}.py:${10 + ((i * 37) % 900)} forward_${i}`),
    idle: many(3000, (i) => (i % 3 === 0 ? `$builtins call_${i}` : `$core_${i % 60}.py:${5 + i} helper_${i}`)),
    runtime: RUNTIME_SPANS.map(event),
    pjit: many(50, (i) => `PjitFunction(op_${i})`),
    allocation: event('MemoryAllocation'),
    deallocation: event('MemoryDeallocation'),
    step: event('train'),
    stats: Object.fromEntries(STATS.map((name) => [name, stat(name)])) as HostIds['stats'],
    allocator: stat('GPU_0_bfc'),
  };
}

function devicePlane(device: number, dispatches: number): PlaneSpec {
  const line: LineSpec = {
    id: 16,
    name: 'Stream #16(Compute)',
    timestampNs: DEVICE_START_NS,
    events: (writer) => {
      const random = seededRandom(device + 1);
      const kernels = Array.from({ length: 400 }, (_, i) => writer.names.event(`loop_fusion_kernel_${i}`));
      const modules = Array.from({ length: 50 }, (_, i) => writer.names.stat(`jit_op_${i}`));
      const operations = Array.from({ length: 400 }, (_, i) => writer.names.stat(`loop_fusion.${i}`));
      const [correlation, module, operation, program, details, launch] = [
        'correlation_id',
        'hlo_module',
        'hlo_op',
        'program_id',
        'kernel_details',
        'occupancy_pct',
      ].map((name) => writer.names.stat(name));
      if (!correlation || !module || !operation || !program || !details || !launch) return;
      let at = 1_000_000_000;
      for (let kernel = 0; kernel < (dispatches * KERNELS) / DEVICES; kernel++) {
        const duration = Math.floor(random() * 900) * 10_000 + 2_000_000;
        const dispatch = Math.floor((kernel * DEVICES) / KERNELS);
        writer.begin(kernels[kernel % 400] ?? 0, at, duration);
        writer.uint64(correlation, kernel + 20);
        writer.ref(module, modules[dispatch % 50] ?? 0);
        writer.ref(operation, operations[kernel % 400] ?? 0);
        writer.int64(program, (dispatch % 50) * 2 + 1);
        writer.ref(details, operations[(kernel * 7) % 400] ?? 0);
        writer.double(launch, (kernel % 100) / 100);
        writer.end();
        at += duration + Math.floor(random() * 300) * 10_000;
      }
    },
  };
  return {
    name: `/device:GPU:${device}`,
    lines: dispatches > 0 ? [line] : [],
    stats: { device_vendor: { str: 'Nvidia' }, memory_size: { uint64: 114_532_461_568n } },
  };
}
