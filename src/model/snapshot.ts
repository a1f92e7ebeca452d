/**
 * A snapshot: what a pprof file says of one instant, in columns. A sample is one row of numbers (one for each sample
 * type) with the call stack and the labels that they belong to.
 *
 * A small example. `main` calls `f`, where two buffers of 4 KiB live on device `cuda:0`; f's code takes 96 bytes:
 *
 *     sampleTypes   allocations/count, space/bytes
 *     samples       values       stack   labels
 *       0           2, 8192        1     kind=buffer, device=cuda:0
 *       1           1, 96          1     kind=executable
 *     stacks        parent  frame           frames   function  line      functions  name  file
 *       0             -1      0               0         0       12          0       main  train.py
 *       1              0      1               1         1        7          1       f     model.py
 *
 * Unlike a trace, a pprof file states the line that ran, so a frame is a function and a line. Functions are told apart
 * by name and file; a file that lists the same function several times yields one row.
 */

import type { Problem } from './problems.ts';
import type { ProfileSource, StackTable } from './profile.ts';
import type { EpochNanoseconds, StringIndex } from './units.ts';

/** Index into `Snapshot.sampleTypes`. */
export type SampleTypeIndex = number;
/** Index into `Snapshot.functions`. */
export type FunctionIndex = number;
/** Index into `Snapshot.labels`. */
export type LabelIndex = number;

export interface Snapshot {
  source: ProfileSource;
  /** What each sample counts: `space` in `bytes`, `cpu` in `nanoseconds`. At least one. */
  sampleTypes: SampleType[];
  /** What is shown first: as the file states, else the last one (as pprof does). */
  defaultSampleType: SampleTypeIndex;
  defaultIsStated: boolean;
  samples: SampleTable;
  stacks: StackTable;
  frames: SnapshotFrameTable;
  functions: FunctionTable;
  labels: LabelTable;
  /** No two are equal; 0 is the empty string. */
  strings: string[];
  facts: SnapshotFacts;
  problems: Problem[];
}

/** May both be empty: some writers leave them out. */
export interface SampleType {
  type: string;
  unit: string;
}

/** In file order. Rows that could not be read are not in here, but among the problems. */
export interface SampleTable {
  length: number;
  /** Row by row: the number of type t of sample i is `values[i * sampleTypes.length + t]`. May be negative. */
  values: Float64Array;
  /** Row in `Snapshot.stacks` of the innermost frame; -1 where the sample has no stack. */
  stack: Int32Array;
  /** The labels of sample i are `label[labelStart[i]]` up to `label[labelStart[i + 1]]`. */
  labelStart: Uint32Array;
  label: Uint32Array; // LabelIndex
}

export interface SnapshotFrameTable {
  length: number;
  function: Int32Array; // FunctionIndex
  /** The line that ran; 0 = not stated. */
  line: Float64Array;
}

/** No two rows have the same name and file. */
export interface FunctionTable {
  length: number;
  /** `(unknown)` where the file does not resolve it, `0x<address>` where it was never given a name. */
  name: Int32Array; // StringIndex
  /** Of the source; of the binary for a function without a name; the empty string where neither is stated. */
  file: Int32Array; // StringIndex
  /** Line of the definition; 0 = not stated. */
  definitionLine: Float64Array;
}

/** Distinct labels: many samples share few. A label holds a text or a number. */
export interface LabelTable {
  length: number;
  key: Int32Array; // StringIndex
  /** -1 for a number. */
  text: Int32Array; // StringIndex
  /** 64 bits in two halves, because span ids use them all. */
  numberLow: Uint32Array;
  numberHigh: Int32Array;
  /** The unit of the number, mostly the empty string. */
  unit: Int32Array; // StringIndex
}

/** What else the file states. JAX states none of the nullable ones, not even when the dump was taken. */
export interface SnapshotFacts {
  timeNs: EpochNanoseconds | null;
  durationNs: bigint | null;
  period: { value: bigint; type: string; unit: string } | null;
  comments: string[];
  /** Binaries and libraries, in file order. */
  mappings: string[];
  /** Patterns of frames to leave out or to keep, as stated; they are not applied. */
  dropFrames: string;
  keepFrames: string;
  docUrl: string;
  counts: RecordCounts;
  /** Samples without a single frame. */
  samplesWithoutStack: number;
  /** Locations that have an address but neither function nor line: the binary was not symbolised. */
  locationsWithoutLines: number;
  /** How often a sample names a location that the file does not hold. */
  missingLocationRefs: number;
  /** Of the deepest sample. A location is several frames where functions were inlined. */
  maxDepthLocations: number;
  maxDepthFrames: number;
}

/** Records that the file holds, also those that could not be used. */
export interface RecordCounts {
  samples: number;
  locations: number;
  functions: number;
  mappings: number;
  strings: number;
  comments: number;
}

/** Which frames a tree or a list keeps. `user` is rule U and `project` rule P of analysis/jax-frames.ts. */
export type FrameSelection = 'all' | 'user' | 'project';

/**
 * The summary of a snapshot: what the page shows at once, and what a comparison needs. It crosses from the worker by
 * transfer, so it holds typed arrays and short strings only. All functions in it index one table.
 */
export interface SnapshotSummary {
  source: ProfileSource;
  sampleTypes: SampleType[];
  defaultSampleType: SampleTypeIndex;
  /** What lists are sorted by: the default type if it counts bytes, else the last one that does, else the default. */
  sortedBy: SampleTypeIndex;
  /** Written by `jax.profiler.save_device_memory_profile`. */
  isJaxDump: boolean;
  facts: SnapshotFacts;
  samples: number;
  /** Sums over all samples, one for each sample type, as drawn: unknown sizes count as 0. */
  totals: number[];
  /** The same as the file states it. Differs only where sizes are unknown. */
  statedTotals: number[];
  unknownSizes: UnknownSizes;
  /** Sample types of which some value is negative (the file is a difference of two others). */
  hasNegativeValues: boolean[];
  /** `kind` and `device` of JAX dumps, and any other label with a text. */
  labels: LabelSummary[];
  functions: SummaryFunctions;
  /** Frames that are not user code are folded into their callers. */
  userTree: CallTree;
  fullTree: CallTree;
  tops: SnapshotTops;
  problems: Problem[];
}

/** Executables whose size the runtime did not know: old TPU dumps state -1 byte for each. */
export interface UnknownSizes {
  samples: number;
  /** Of executables: one sample may stand for several. */
  count: number;
}

export interface LabelSummary {
  key: string;
  /** By size, greatest first. `values` has one number for each sample type. */
  values: { text: string; samples: number; values: number[] }[];
  /** Values beyond the limit that a summary carries, and what they hold together. */
  rest: { distinct: number; samples: number; values: number[] };
}

/** Only the functions that a tree or a list names. */
export interface SummaryFunctions {
  name: string[];
  file: string[];
  /** FunctionOrigin of analysis/jax-frames.ts: user code, library, JAX, standard library. */
  origin: Uint8Array;
}

/** `CallTree.function` of a node that is no function. */
export const NODE_ROOT = -1;
/** Stands for all smaller siblings of a place, with all below them. `merged` says how many that are. */
export const NODE_SMALLER = -2;
/** Samples without any frame of the selection: "(no user frame)", or no stack at all. */
export const NODE_NO_FRAME = -3;

/**
 * Call stacks of all samples on each other. Row 0 is the root; every row comes after its parent and right before its
 * own children (depth first), siblings by size. `self` and `total` hold one number for each sample type, row by row.
 */
export interface CallTree {
  length: number;
  parent: Int32Array;
  function: Int32Array; // into SummaryFunctions, or NODE_…
  /** Of the call within the function; 0 where it is not stated, or where several lines share the node. */
  line: Float64Array;
  self: Float64Array;
  total: Float64Array;
  /** Samples whose stack goes through the node. */
  samples: Uint32Array;
  /** How many places a NODE_SMALLER row stands for, each a function with all below it; 0 elsewhere. */
  merged: Uint32Array;
}

/** The lists of functions: where memory was asked for. */
export interface SnapshotTops {
  /** The innermost frame. */
  leaf: FunctionTop;
  /** Anywhere on the stack; a function counts once for a sample, however often it recurs. */
  cumulative: FunctionTop;
  /** The innermost frame of user code: rule U, libraries such as brax count as user code. */
  user: FunctionTop;
  /** The innermost frame outside all installed packages: rule P. */
  project: FunctionTop;
}

export interface FunctionTop {
  rows: FunctionTopRow[];
  /** Functions in all. */
  distinct: number;
  /** The last row has the same size as the first one left out. */
  tieAtCut: boolean;
}

export interface FunctionTopRow {
  /** Into SummaryFunctions; NODE_NO_FRAME where no frame of a stack counts. */
  function: number;
  /** The lines that ran, ascending. */
  lines: number[];
  values: number[];
  samples: number;
}

/** Several snapshots in time. A point keeps what the curve and the list of call sites need, not its samples. */
export interface SeriesSummary {
  /** Of the dump that was opened first; dumps with other types are refused, not mixed. */
  sampleTypes: SampleType[];
  defaultSampleType: SampleTypeIndex;
  sortedBy: SampleTypeIndex;
  order: SeriesOrder;
  /** In that order. */
  points: SeriesPoint[];
  /** The greatest total of `sortedBy`; the earliest where several are equal. */
  peakPoint: number;
  /** Totals never fall from one point to the next. */
  neverFalls: boolean;
  user: SeriesSites;
  project: SeriesSites;
  problems: Problem[];
}

export type SeriesOrderBy = 'number' | 'stated-time' | 'file-time' | 'name' | 'chosen';

export interface SeriesOrder {
  by: SeriesOrderBy;
  /** One sentence: by what the points are ordered, and what that rests on. */
  sentence: string;
}

export interface SeriesPoint {
  name: string;
  /** The number that it was ordered by, as written; empty where it was ordered otherwise. */
  label: string;
  timeNs: EpochNanoseconds | null;
  /** Milliseconds since 1970; 0 where unknown. */
  lastModified: number;
  samples: number;
  totals: number[];
  labels: LabelSummary[];
}

/** Call sites whose memory differs between the first and the last point, by the size of the difference. */
export interface SeriesSites {
  grown: SeriesSite[];
  grownCount: number;
  /** Those of `grown` that are smaller at no point than at the one before: what a leak looks like. */
  neverShrinks: SeriesSite[];
  neverShrinksCount: number;
  shrunk: SeriesSite[];
  shrunkCount: number;
}

export interface SeriesSite {
  function: string;
  file: string;
  /** Point by point, one number for each sample type: `values[point * sampleTypes.length + type]`. 0 where absent. */
  values: Float64Array;
  /** Last − first of `sortedBy`. */
  delta: number;
}

/** What a load of dumps gives: the series, and one dump of it in full. */
export interface OpenedDumps {
  /** In the order of the series. */
  names: string[];
  /** Null for a single dump. */
  series: SeriesSummary | null;
  /** Index into `names` of the dump that `snapshot` summarises. */
  shown: number;
  snapshot: SnapshotSummary;
  /** Of all dumps, also of those that are not in the series. */
  problems: Problem[];
}

/** The empty string, present in every snapshot. */
export const EMPTY_STRING: StringIndex = 0;
