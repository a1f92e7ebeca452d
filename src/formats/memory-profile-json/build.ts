/** XProf's snapshots as the model's events. */

import type { ProblemLog } from '../../model/problems.ts';
import {
  ALLOCATION,
  DEALLOCATION,
  FRAME_RUNTIME,
  allocatorKind,
  type Allocator,
  type EventTable,
  type FrameTable,
  type MarkTable,
  type Profile,
  type StackTable,
} from '../../model/profile.ts';
import { addressOf, countOf, entriesOf, fieldOf, fractionOf, listOf, sizeOf, textOf, type Json } from './json.ts';
import { statedBy } from './stated.ts';

interface Row {
  allocator: number;
  snapshot: Json;
  time: number;
}

/** What stands where there is no op. */
const NO_OP = new Set(['', '(null)', 'dummy']);

export function buildReducedProfile(name: string, bytes: number, root: Json, problems: ProblemLog): Profile {
  const ids: string[] = [];
  const rows: Row[] = [];
  problems.add(
    name,
    'This is a reduced profile that XProf made: it has no call stacks, programs or steps, its times count from each ' +
      "thread's own start, and newer ones hold at most 1,000 points an allocator. The .xplane.pb has all of it.",
  );
  const perAllocator = entriesOf(fieldOf(root, 'memoryProfilePerAllocator')).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [id, profile] of perAllocator) {
    const sampled = listOf(fieldOf(profile, 'sampledTimelineSnapshots'));
    const timeline = sampled.length > 0 ? sampled : listOf(fieldOf(profile, 'memoryProfileSnapshots'));
    for (const snapshot of timeline) {
      if (!isWhole(snapshot)) {
        problems.add(`${name}: ${id}`, 'A memory event could not be read and was left out.');
        continue;
      }
      rows.push({ allocator: ids.length, snapshot, time: countOf(fieldOf(snapshot, 'timeOffsetPs')) });
    }
    ids.push(id);
  }
  rows.sort((a, b) => a.time - b.time);
  const { events, stacks, frames, strings } = tablesOf(rows);
  return {
    source: { name, format: 'memory-profile-json', bytes },
    capture: {
      hosts: [],
      versions: {},
      startNs: null,
      stopNs: null,
      devices: [],
      planes: [],
      errors: [],
      warnings: [],
      memoryEvents: { ...countsOf(events, null), lines: 0, lineStartsNs: [], equalTimestamps: 0 },
    },
    originPs: 0n,
    allocators: ids.map((id, index) => allocatorOf(id, index, events, rows)),
    events,
    lines: [{ name: '', start: 0 }],
    calls: null,
    stacks,
    frames,
    marks: NO_MARKS,
    strings,
    programs: [],
    stated: statedBy(root, name, problems),
    xprof: null,
    problems: problems.list(),
  };
}

/** Proto3 leaves out zeros, but never the counters as a whole; and no size, time or number of bytes is negative. */
function isWhole(snapshot: Json): boolean {
  const stats = fieldOf(snapshot, 'aggregationStats');
  if (typeof stats !== 'object' || stats === null || Array.isArray(stats)) return false;
  const counters = ['stackReservedBytes', 'heapAllocatedBytes', 'freeMemoryBytes'].map((key) => fieldOf(stats, key));
  const activity = fieldOf(snapshot, 'activityMetadata');
  const sizes = ['requestedBytes', 'allocationBytes'].map((key) => fieldOf(activity, key));
  return [fieldOf(snapshot, 'timeOffsetPs'), ...counters, ...sizes].every((value) => sizeOf(value) !== null);
}

const NO_MARKS: MarkTable = {
  length: 0,
  kind: new Uint8Array(),
  name: new Int32Array(),
  start: new Float64Array(),
  duration: new Float64Array(),
  step: new Int32Array(),
  where: new Int32Array(),
};

function tablesOf(rows: readonly Row[]): { events: EventTable; stacks: StackTable; frames: FrameTable; strings: string[] } {
  const { length } = rows;
  const numbers = (): Float64Array => new Float64Array(length);
  const events: EventTable = {
    length,
    time: numbers(),
    allocator: new Uint16Array(length),
    kind: new Uint8Array(length),
    addressLow: new Uint32Array(length),
    addressHigh: new Uint32Array(length),
    requested: numbers(),
    held: numbers(),
    inUse: numbers(),
    reserved: numbers(),
    free: numbers(),
    fragmentation: new Float32Array(length),
    stack: new Int32Array(length).fill(-1),
    call: new Int32Array(length).fill(-1),
    line: new Uint16Array(length),
  };
  const strings: string[] = [];
  const ops = new Map<string, number>();
  for (const [i, { allocator, snapshot, time }] of rows.entries()) {
    const stats = fieldOf(snapshot, 'aggregationStats');
    const activity = fieldOf(snapshot, 'activityMetadata');
    const address = addressOf(fieldOf(activity, 'address'));
    events.time[i] = time;
    events.allocator[i] = allocator;
    events.kind[i] = textOf(fieldOf(activity, 'memoryActivity')) === 'DEALLOCATION' ? DEALLOCATION : ALLOCATION;
    events.addressLow[i] = address.low;
    events.addressHigh[i] = address.high;
    events.requested[i] = countOf(fieldOf(activity, 'requestedBytes'));
    events.held[i] = countOf(fieldOf(activity, 'allocationBytes'));
    events.inUse[i] = countOf(fieldOf(stats, 'heapAllocatedBytes'));
    if (typeof events.reserved !== 'number') events.reserved[i] = countOf(fieldOf(stats, 'stackReservedBytes'));
    if (events.free !== null) events.free[i] = countOf(fieldOf(stats, 'freeMemoryBytes'));
    events.fragmentation[i] = fractionOf(fieldOf(stats, 'fragmentation')) ?? NaN;
    const op = textOf(fieldOf(activity, 'tfOpName'));
    if (NO_OP.has(op)) continue;
    let stack = ops.get(op);
    if (stack === undefined) {
      stack = strings.push(op) - 1;
      ops.set(op, stack);
    }
    events.stack[i] = stack;
  }
  return { events, ...opStacks(strings.length), strings };
}

/** One frame an op, called from nowhere: op i is string i, frame i and stack i. */
function opStacks(count: number): { stacks: StackTable; frames: FrameTable } {
  const index = Int32Array.from({ length: count }, (_, i) => i);
  return {
    stacks: { length: count, parent: new Int32Array(count).fill(-1), frame: index },
    frames: {
      length: count,
      function: index,
      file: new Int32Array(count).fill(-1),
      line: new Int32Array(count),
      definitionLine: new Int32Array(count),
      kind: new Uint8Array(count).fill(FRAME_RUNTIME),
    },
  };
}

function allocatorOf(id: string, index: number, events: EventTable, rows: readonly Row[]): Allocator {
  let lifetimePeak: number | null = null;
  const capacities = new Set<number>();
  for (const [i, { allocator, snapshot }] of rows.entries()) {
    if (allocator !== index) continue;
    const stated = fieldOf(fieldOf(snapshot, 'aggregationStats'), 'peakBytesInUse');
    const peak = stated === undefined ? null : sizeOf(stated);
    if (peak !== null) lifetimePeak = Math.max(lifetimePeak ?? 0, peak);
    const reserved = typeof events.reserved === 'number' ? events.reserved : events.reserved[i];
    capacities.add(reserved + events.inUse[i] + (events.free?.[i] ?? 0));
  }
  const [capacity] = capacities;
  return {
    id,
    kind: allocatorKind(id),
    host: null,
    ...countsOf(events, index),
    capacity: capacities.size === 1 ? capacity : null,
    lifetimePeak,
    lines: 0,
    lineStartsNs: [],
  };
}

function countsOf(events: EventTable, allocator: number | null): Pick<Allocator, 'allocations' | 'deallocations'> {
  let allocations = 0;
  let deallocations = 0;
  for (let i = 0; i < events.length; i++) {
    if (allocator !== null && events.allocator[i] !== allocator) continue;
    if (events.kind[i] === ALLOCATION) allocations++;
    else deallocations++;
  }
  return { allocations, deallocations };
}
