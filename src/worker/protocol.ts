/**
 * What crosses between the page and the two workers of an opened profile.
 *
 *     page ──OpenRequest──▶ inflate worker ══EntryMessage══▶ data worker ──▶ page: Progress, Answer
 *     page ──Question─────────────────────────────────────▶ data worker
 *
 * Each opened profile has its own pair of workers. Cancel and close are `terminate()`, so no message asks for it.
 * Only typed arrays, short strings and blobs cross. Errors are data with a code: a worker never throws across.
 */

import type { DroppedFile } from '../input/types.ts';
import type {
  AllocationDetails,
  AllocationListQuery,
  AllocationName,
  AllocationRows,
  AllocationRowsQuery,
} from '../model/allocation-rows.ts';
import type { BeforeCapture } from '../model/before-capture.ts';
import type { BlocksAnswer, BlocksQuery, PoolMap } from '../model/blocks.ts';
import type { CurveWindow } from '../model/curve.ts';
import type { ProfileDigest } from '../model/digest.ts';
import type { FlameAnswer, FlameQuery, FlameWhat } from '../model/flame.ts';
import type { Lanes } from '../model/lanes.ts';
import type { OomReading } from '../model/oom-incident.ts';
import type { DumpRequestMatch, RequestMatch, RequestQuery } from '../model/oom-match.ts';
import type { Problem, Refusal } from '../model/problems.ts';
import type { DepthFigures, MemoryFigures, Projection } from '../model/projection.ts';
import type { OpenedDumps, SampleTypeIndex, SeriesSummary, SnapshotSummary } from '../model/snapshot.ts';
import type { Summary } from '../model/summary.ts';
import type { AllocatorIndex, Bytes, Picoseconds } from '../model/units.ts';

/** What the page can ask of a profile, and what it gets. A new question is one row here and one in `answers.ts`. */
export interface Questions {
  /** The exact steps of a window; refused (`too-many-steps`) where there are more than `limit`. */
  window: {
    ask: { allocator: AllocatorIndex; from: Picoseconds; to: Picoseconds; limit: number };
    answer: CurveWindow | { tooManySteps: number };
  };
  /** What is alive, allocated or kept, as a tree. */
  flame: { ask: { allocator: AllocatorIndex; query: FlameQuery }; answer: FlameAnswer };
  /** What was there before the capture, by a dump that was dropped with the trace; null where there is none. */
  beforeCapture: { ask: { allocator: AllocatorIndex }; answer: { match: BeforeCapture | null } };
  /** Another dump of a series; named as in `OpenedDumps.names`. */
  dump: { ask: { name: string }; answer: SnapshotSummary };
  /** The series in an order that the user chose: names as in `OpenedDumps.names`. */
  series: { ask: { order: string[] }; answer: SeriesSummary | null };
  /** Steps, programs and annotations of a window, at a width in pixels. */
  lanes: { ask: { allocator: AllocatorIndex; from: Picoseconds; to: Picoseconds; pixels: number }; answer: Lanes };
  /** The curve as XProf draws it: at most 1,000 points, meant to be joined by straight lines. */
  xprof: {
    ask: { allocator: AllocatorIndex };
    answer: { time: Float64Array; total: Float64Array; isSampled: boolean };
  };
  /** The largest allocations of a window, stacked. */
  blocks: { ask: { allocator: AllocatorIndex; query: BlocksQuery }; answer: BlocksAnswer };
  /** What lies where at a moment. */
  poolMap: {
    ask: { allocator: AllocatorIndex; moment: Extract<FlameWhat, { kind: 'alive' | 'alive-at-peak' }> };
    answer: PoolMap;
  };
  /** A request that failed, as a text states it, held against the profile. */
  requestMatch: { ask: { allocator: AllocatorIndex; query: RequestQuery }; answer: RequestMatch };
  /** The same against a dump; null where it does not count bytes. */
  dumpRequestMatch: { ask: { name: string; bytes: Bytes; pm: Bytes }; answer: { match: DumpRequestMatch | null } };
  /** A window of the allocations table. */
  allocationRows: { ask: { allocator: AllocatorIndex; query: AllocationRowsQuery }; answer: AllocationRows };
  /** All rows of the allocations table as a file: UTF-8, outside the JavaScript heap. */
  allocationFile: {
    ask: { allocator: AllocatorIndex; query: AllocationListQuery; format: 'csv' | 'json' };
    answer: { text: Blob };
  };
  /** What is alive at the fullest moments, in the groups that a projection scales. */
  memoryFigures: { ask: { allocator: AllocatorIndex }; answer: MemoryFigures };
  /** Whether another number of blocks fits; the figures may be those of other profiles. */
  projection: {
    ask: { figures: DepthFigures[]; target: number; capacity: Bytes | null };
    answer: Projection;
  };
  /** One allocation in full; null where there is none of that name. */
  allocation: { ask: { allocator: AllocatorIndex; name: AllocationName }; answer: { details: AllocationDetails | null } };
  /** What a comparison, a link or a report needs: of an allocator at its window peak, or of a dump by `OpenedDumps.names`. */
  digest: {
    ask: { allocator: AllocatorIndex } | { dump: string; sampleType: SampleTypeIndex };
    answer: ProfileDigest;
  };
}

export type QuestionKind = keyof Questions;

/** `generation` is the profile's: an answer for an earlier one is dropped unseen. */
export interface QuestionOf<K extends QuestionKind> {
  type: 'question';
  id: number;
  generation: number;
  kind: K;
  ask: Questions[K]['ask'];
}

export interface AnswerOf<K extends QuestionKind> {
  type: 'answer';
  id: number;
  generation: number;
  kind: K;
  answer: Questions[K]['answer'];
}

export type Question = QuestionOf<QuestionKind>;
export type Answer = AnswerOf<QuestionKind>;

export interface AnswerError {
  type: 'error';
  id: number;
  generation: number;
  code: string;
  message: string;
}

/** To the inflate worker: what was dropped, and its end of the channel to the data worker. */
export interface OpenRequest {
  type: 'open';
  generation: number;
  files: DroppedFile[];
  port: MessagePort;
}

/** To the data worker: its end of the channel, and the generation that its answers carry. */
export interface ListenRequest {
  type: 'listen';
  generation: number;
  port: MessagePort;
  /** Names of what was dropped, so that a refusal can name the file that a person knows. */
  files: string[];
  /** The path of the run to show; null for the newest. */
  run: string | null;
}

/** Inflate worker → data worker. A bare file crosses as its `File`, not as bytes: the data worker streams it itself. */
export type EntryMessage =
  | { type: 'begin'; path: string; source: Blob | null; lastModified: number }
  | { type: 'chunk'; buffer: ArrayBuffer; length: number }
  | { type: 'end' }
  | { type: 'fail'; reason: string }
  /** Everything was walked. `refusals` are containers that could not be read, `problems` oddities that cost nothing. */
  | { type: 'done'; refusals: Refusal[]; problems: Problem[] }
  | { type: 'progress'; bytesRead: number; bytesTotal: number };

/** Data worker → inflate worker. */
export type EntryReply =
  | { type: 'recycle'; buffer: ArrayBuffer }
  /** A second pass is needed: walk everything once more. */
  | { type: 'again' };

export type Phase = 'reading' | 'reading again' | 'analysing';

export interface Progress {
  type: 'progress';
  generation: number;
  phase: Phase;
  /** Of the dropped files, as they lie on the disk; the fraction shown is their ratio. */
  bytesRead: number;
  bytesTotal: number;
  /** Of the profile, after decompression. */
  bytesParsed: number;
  /** Why the bytes are read a second time; empty in the first pass. */
  note: string;
}

/** The end of a load. `summary` is null where nothing opened; then `refusals` says why. */
export interface Opened {
  type: 'opened';
  generation: number;
  summary: Summary | null;
  refusals: Refusal[];
  /** Every run that was found, the newest first. */
  runs: FoundRun[];
  /** pprof dumps, where no trace was among what was dropped; null otherwise. */
  dumps: OpenedDumps | null;
  /** Texts with out-of-memory messages, explained. They may stand beside a profile: the failed run's text and its trace. */
  messages: OpenedMessage[];
}

export interface OpenedMessage {
  /** As dropped. */
  file: string;
  reading: OomReading;
}

/** One run folder of a profiler's log directory, or one bare file. */
export interface FoundRun {
  path: string;
  name: string;
  isShown: boolean;
}

/** To the worker that makes a reduced profile, which has nothing to do with the two of the open one. */
export interface ReduceRequest {
  type: 'reduce';
  files: DroppedFile[];
  /** The path of the run to reduce, of several; null for all. */
  run: string | null;
}

/** How far a reduction is; bytes are those of the dropped files, and while packing those of the archive. */
export interface ReduceProgress {
  phase: 'reading' | 'copying' | 'packing';
  bytesRead: Bytes;
  bytesTotal: Bytes;
}

export interface Reduction {
  /** `<name>-reduced.tar.gz`. */
  name: string;
  /** Null where nothing could be reduced; then `refusals` says why. */
  archive: Blob | null;
  /** Of the dropped files, as they lie on the disk. */
  bytesBefore: Bytes;
  traces: TraceReduction[];
  refusals: Refusal[];
}

export interface TraceReduction {
  /** As dropped. */
  path: string;
  /** In the archive. */
  member: string;
  /** Of the XSpace, uncompressed. */
  bytesBefore: Bytes;
  bytesAfter: Bytes;
  memoryEvents: number;
  /** Other events that are kept, and those that are not. */
  otherEvents: number;
  leftOut: number;
  /** What could not be read, and so is not in it. */
  problems: Problem[];
}

export type FromReduceWorker =
  | { type: 'progress'; progress: ReduceProgress }
  | { type: 'reduced'; reduction: Reduction };

export type FromDataWorker = Progress | Opened | Answer | AnswerError;
export type ToDataWorker = ListenRequest | Question;
