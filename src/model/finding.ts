/** What happened in a profile that a person can act on: one plain sentence each, with its evidence. */

import type { FlameQuery } from './flame.ts';
import type { Bytes, Fraction, Picoseconds } from './units.ts';

/**
 * What a finding is. `program` and what needs a program's HLO come with the reader of programs. The data of a link names
 * a kind by its place in this list: another one goes to its end.
 */
export const FINDING_KINDS = [
  'needle',
  'staircase',
  'gap-ramp',
  'sawtooth',
  'step',
  'creep',
  'copy',
  'fragmentation',
  'does-not-fit',
  'imbalance',
  'reserved',
] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** `act`: the peak hangs on it; `know`: worth knowing when reading the curve. */
export type FindingSeverity = 'act' | 'know';

export interface Finding {
  kind: FindingKind;
  severity: FindingSeverity;
  /** Allocator key as in the summary: its id, with the host before it where there are several. */
  allocator: string;
  from: Picoseconds;
  to: Picoseconds;
  /** Where the cursor goes: the moment at which the finding is plainest. */
  moment: Picoseconds;
  /** Bytes at stake, and their share of the window peak. */
  bytes: Bytes;
  shareOfPeak: Fraction;
  /** A few words: `Staircase of copies`. */
  title: string;
  /** True to the byte, readable by somebody who has never seen the program. */
  sentence: string;
  /** Allocations that are meant, the first by time; all of them where they are few. */
  evidence: FindingEvidence;
}

export interface FindingEvidence {
  /** How many allocations, and what they add up to. */
  count: number;
  bytes: Bytes;
  /** Starts and addresses of the largest, by which every view can find them. */
  allocations: { start: Picoseconds; held: Bytes; address: string }[];
  /** What the flame view shows for it. */
  flame: FlameQuery;
  /** `file: function` under which they all lie; empty where there is no common one. */
  callSite: string;
}
