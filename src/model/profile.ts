/**
 * The profile: what a reader makes of a file, in columns. One row is one index in every column of a table;
 * there is no object per event, because real files hold millions.
 *
 * A small example. A process that already held 4,000 bytes is captured while it asks for 200 and gives them back:
 *
 *     events        time  kind        address  requested  held  inUse
 *       0            10   allocation  0x1000   200        256   4,256
 *       1            30   deallocation 0x1000  200        256   4,000
 *     allocations   start end              (made by analysis/, not by readers)
 *       0             0    1
 *     in use before the capture = 4,000    (a difference, never an event)
 */

import type { Problem } from './problems.ts';
import type { XprofInputs } from './xprof-inputs.ts';
import type { XprofStated } from './xprof-stated.ts';
import type {
  AllocatorIndex,
  Bytes,
  EpochNanoseconds,
  EventIndex,
  FrameIndex,
  Picoseconds,
  StackIndex,
  StringIndex,
} from './units.ts';

export interface Profile {
  source: ProfileSource;
  capture: CaptureFacts;
  /**
   * Added to every `Picoseconds` it gives the file's own absolute time. 0 for files whose line starts are relative to
   * the session (all that jax.profiler writes); the earliest line start where they are epoch-sized.
   */
  originPs: bigint;
  allocators: Allocator[];
  events: EventTable;
  /** Host lines (threads) that hold memory events, one for each XLine. */
  lines: EventLine[];
  /** Null once the profile has been analysed. */
  calls: CallTable | null;
  stacks: StackTable;
  frames: FrameTable;
  strings: string[];
  marks: MarkTable;
  programs: Program[];
  /** What the tool that made a reduced profile worked out itself; null for profiles as they were captured. */
  stated: XprofStated | null;
  /** Null once the profile has been analysed, and for formats that hold none of it. */
  xprof: XprofInputs | null;
  problems: Problem[];
}

export interface ProfileSource {
  /** As the user knows it: the dropped file's name, with the path inside an archive after it. */
  name: string;
  format: FormatName;
  /** Bytes of the profile itself, after decompression. */
  bytes: Bytes;
}

export type FormatName = 'xplane' | 'pprof' | 'memory-profile-json';

/** What the file says of the run. Everything may be missing: a file that does not state a fact leaves it out. */
export interface CaptureFacts {
  hosts: string[];
  /** `jax_version`, `jaxlib_version`, `cuda_version` …, as stated. */
  versions: Record<string, string>;
  startNs: EpochNanoseconds | null;
  stopNs: EpochNanoseconds | null;
  devices: Device[];
  planes: PlaneFacts[];
  /** The profiler's own complaints, word for word. */
  errors: string[];
  warnings: string[];
  memoryEvents: MemoryEventFacts;
}

export interface Device {
  /** Plane name: `/device:GPU:0`. */
  plane: string;
  /** `Nvidia`, `AMD`, `TPU v6 Lite`; null where the plane does not say. */
  kind: string | null;
  /** Memory of the device itself, which is more than an allocator's capacity; null where the plane does not say. */
  memoryBytes: Bytes | null;
}

/** In file order and unmerged: a plane name may occur twice. */
export interface PlaneFacts {
  name: string;
  lines: number;
  events: number;
}

export interface MemoryEventFacts {
  allocations: number;
  deallocations: number;
  /** Number of lines (threads) that hold memory events. */
  lines: number;
  /** Distinct start times of those lines, ascending. More than one is why line-relative order is wrong. */
  lineStartsNs: EpochNanoseconds[];
  /** Events that share their time with an earlier event; their order is the file's. */
  equalTimestamps: number;
}

export type AllocatorKind = 'device' | 'tpu' | 'pinned-host' | 'cpu';

/** By name, as the writers use them (bfc_allocator.cc, gpu_helpers.cc): TPU events carry a number in its place. */
export function allocatorKind(id: string): AllocatorKind {
  if (/^\d+$/.test(id)) return 'tpu';
  if (id.includes('host')) return 'pinned-host';
  return id.startsWith('GPU') ? 'device' : 'cpu';
}

/** One pool of memory. Peaks of different allocators are never added. */
export interface Allocator {
  /** `GPU_0_bfc`, or the device number on TPU (`"0"`). Unique within a host. */
  id: string;
  kind: AllocatorKind;
  host: string | null;
  allocations: number;
  deallocations: number;
  /** Reserved + in use + free where that is one number for the whole capture; null where it changes or is not stated. */
  capacity: Bytes | null;
  /** The largest `peak_bytes_in_use` seen: since the process began. Leaves reserved memory out. Null where not stated. */
  lifetimePeak: Bytes | null;
  /** Lines that hold this allocator's events. */
  lines: number;
  lineStartsNs: EpochNanoseconds[];
}

export interface EventLine {
  name: string;
  /** Time of the line's own zero. XProf draws events by their time after it, as if all lines began together. */
  start: Picoseconds;
}

/** A column of numbers, or the one number that holds for every row. Reserved bytes are 0 in every GPU profile. */
export type NumberColumn = Float64Array | number;

export const ALLOCATION = 0;
export const DEALLOCATION = 1;

/**
 * In time order over all allocators. Sizes and counters are the allocator's own statement *after* the event.
 * NaN in a Float64 column means that the file does not state it and nothing else tells.
 */
export interface EventTable {
  length: number;
  time: Float64Array; // Picoseconds
  allocator: Uint16Array; // AllocatorIndex
  kind: Uint8Array; // ALLOCATION or DEALLOCATION
  /** 64-bit, in two halves: BigInt columns allocate on every read. */
  addressLow: Uint32Array;
  addressHigh: Uint32Array;
  requested: Float64Array; // Bytes the caller asked for
  held: Float64Array; // Bytes the allocator gave
  inUse: Float64Array; // Bytes in use after the event
  reserved: NumberColumn; // Bytes (TPU: the loaded program's arena), not part of inUse
  /** Bytes; null where it is the allocator's capacity − reserved − in use throughout, which is nearly always. */
  free: Float64Array | null;
  /** The writer prints six digits, which a Float32 holds: `Number(x.toPrecision(6))` is the printed value. */
  fragmentation: Float32Array;
  stack: Int32Array; // StackIndex of the enclosing host events
  /** The innermost of them, for `Profile.calls`; -1 where there is none. */
  call: Int32Array;
  line: Uint16Array; // index into Profile.lines
}

/**
 * Allocations by matching addresses (`analysis/lifetimes.ts`), in order of their first event. `start` is -1 where the allocation was made before the
 * capture and only its deallocation is in it; `end` is -1 where it is alive when the capture ends.
 */
export interface AllocationTable {
  length: number;
  start: Int32Array; // EventIndex
  end: Int32Array; // EventIndex
}

/**
 * The host events that enclose memory events, each by itself: two calls of one function from one place have one stack
 * and are two calls. What holds several allocations until it returns is the innermost call that they share.
 *
 * Functions, not columns: only the findings ask, and a reader that has the calls in a form of its own need not copy
 * them. They are let go after the analysis.
 */
export interface CallTable {
  /** The enclosing call on the same thread, else the call on another one that this thread works for; -1 for none. */
  callerOf(call: number): number;
  stackOf(call: number): StackIndex;
  /** The thread of a call: the same number for calls of one thread. */
  threadOf(call: number): number;
  /** How many calls of this name the file holds, with memory events beneath or without. */
  countNamed(name: string): number;
}

/** Call stacks as a forest: row i is frame `frame[i]` called from row `parent[i]`; -1 is the root. Parents come first. */
export interface StackTable {
  length: number;
  parent: Int32Array; // StackIndex
  frame: Int32Array; // FrameIndex
}

export const FRAME_USER = 0;
export const FRAME_JAX_INTERNAL = 1;
export const FRAME_RUNTIME = 2;
export const FRAME_PROGRAM = 3;

export interface FrameTable {
  length: number;
  function: Int32Array; // StringIndex
  file: Int32Array; // StringIndex; -1 where there is none
  /** Only where it is the line that ran. The tracer writes the line of the `def`, which is `definitionLine`. 0 = unknown. */
  line: Int32Array;
  definitionLine: Int32Array;
  kind: Uint8Array; // FRAME_…
}

export const MARK_STEP = 0;
/** A launch of a program as the host saw it: from the call to its return. */
export const MARK_DISPATCH = 1;
/** A program as a device ran it, in device time: later than its dispatch. */
export const MARK_DEVICE_RUN = 2;
/** A region that the user named (`TraceAnnotation`). */
export const MARK_ANNOTATION = 3;

/** What the lanes under the curve show, in order of start. */
export interface MarkTable {
  length: number;
  kind: Uint8Array; // MARK_…
  name: Int32Array; // StringIndex
  start: Float64Array; // Picoseconds
  duration: Float64Array; // Picoseconds
  /** Step number of a step; -1 elsewhere. */
  step: Int32Array;
  /** Name of the plane and line, for what runs side by side. */
  where: Int32Array; // StringIndex
}

/** A compiled program (HLO module). Its bytes stay outside the columns and are decoded when it is opened. */
export interface Program {
  /** The entry's name in the file: `jit_f(4)`. */
  entry: string;
  /** HloModuleProto.name: `jit_f`. */
  name: string;
  /** Unsigned 64-bit, decimal. */
  programId: string;
  protoBytes: Bytes;
  hasBufferAssignment: boolean;
  /** The HloProto: a slice of the dropped file, or a copy outside the JavaScript heap. Decoded when it is opened. */
  proto: Blob;
}

/** Reads a column that may be one number. */
export function at(column: NumberColumn, index: number): number {
  return typeof column === 'number' ? column : column[index];
}

/** What the row types above index; kept here so that one import gives a table and its indices. */
export type { AllocatorIndex, EventIndex, FrameIndex, Picoseconds, StackIndex, StringIndex };
