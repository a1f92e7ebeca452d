/**
 * A comparison: what the candidate has more, or less, than the baseline. Every delta is candidate − baseline; swapping
 * the sides turns every sign.
 */

import type { Finding } from './finding.ts';
import type { FlameGrouping } from './flame.ts';
import type { Bytes, Picoseconds } from './units.ts';

export interface Comparison {
  baseline: SideFacts;
  candidate: SideFacts;
  /** `bytes`, or what the sample type of two dumps counts. */
  unit: string;
  /** Candidate's total − baseline's. */
  delta: Bytes;
  /** Plain sentences, true to the byte, the headline first. */
  sentences: string[];
  /** Ways to lay one curve on the other, `start` first; empty where a side has no time axis. */
  alignments: Alignment[];
  /** The union of both trees, for each grouping that both sides have. */
  trees: Partial<Record<FlameGrouping, DeltaTree>>;
  /** The same without the shape, by the size of the delta. */
  rows: Partial<Record<FlameGrouping, DeltaRow[]>>;
  findings: FindingChanges;
  /** Why the comparison is not as good as it looks: other devices, a reduced side, lost events. */
  caveats: string[];
}

export interface SideFacts {
  name: string;
  /** What the trees of this side add up to. */
  total: Bytes;
  /** Allocator key, or the sample type of a dump. */
  counted: string;
  device: string | null;
  /** Null where a side has no time axis, or where the file does not state it. */
  peakTime: Picoseconds | null;
  duration: Picoseconds | null;
  lifetimePeak: Bytes | null;
  inUseBefore: Bytes | null;
  capacity: Bytes | null;
  isReduced: boolean;
}

export interface Alignment {
  kind: 'start' | 'peak' | 'step' | 'program';
  /** `start`, `peak`, or the name of the step or program. */
  name: string;
  /** The moments that are laid on each other, each in its own profile's time. */
  baseline: Picoseconds;
  candidate: Picoseconds;
}

/**
 * Two trees on each other. Row 0 is the root; every row comes after its parent and right before its own children,
 * siblings by `rise + fall`, the greatest first. Frames are the same where kind, function and file are.
 */
export interface DeltaTree {
  length: number;
  parent: Int32Array;
  kind: Uint8Array; // NODE_… of model/flame.ts
  /** Into `names`. */
  name: Int32Array;
  /** Into `names`; -1 where there is none. */
  file: Int32Array;
  /** With all beneath, one for each side; 0 where the side has no such node (see `presence`). */
  baseline: Float64Array;
  candidate: Float64Array;
  /**
   * What rose and what fell, beneath and in the node itself: each node's own bytes count as a rise or as a fall, never
   * as both. candidate − baseline = rise − fall; a box is as wide as rise + fall.
   */
  rise: Float64Array;
  fall: Float64Array;
  /** PRESENT_BASELINE | PRESENT_CANDIDATE. */
  presence: Uint8Array;
  names: string[];
}

export const PRESENT_BASELINE = 1;
export const PRESENT_CANDIDATE = 2;

/** One call site, program or class. */
export interface DeltaRow {
  name: string;
  file: string | null;
  kind: number; // NODE_…
  /** Null where the side has none: it vanished, or is new. */
  baseline: { bytes: Bytes; count: number } | null;
  candidate: { bytes: Bytes; count: number } | null;
  delta: Bytes;
}

export interface FindingChanges {
  onlyBaseline: Finding[];
  onlyCandidate: Finding[];
  /** The same kind at the same call site or of the same program, with other bytes. */
  changed: { baseline: Finding; candidate: Finding }[];
  unchanged: { baseline: Finding; candidate: Finding }[];
}
