/**
 * A request that failed, held against a profile that is open: where it would have fitted, and what else is as large.
 */

import type { AllocationName } from './allocation-rows.ts';
import type { FlameWhat } from './flame.ts';
import type { Bytes, EventIndex, Fraction, Picoseconds } from './units.ts';

export interface RequestQuery {
  /** As the text states it: the true size is `bytes ± pm`. */
  bytes: Bytes;
  pm: Bytes;
  /** Compiled program that the text names; empty where it names none. */
  executable: string;
  moment: Extract<FlameWhat, { kind: 'alive' | 'alive-at-peak' }>;
}

export interface RequestMatch {
  query: RequestQuery;
  /**
   * Reserved + in use above which the request does not fit: a line over the curve. Null where no capacity is stated.
   */
  ceiling: Bytes | null;
  moment: {
    time: Picoseconds;
    event: EventIndex;
    /** Reserved + in use. */
    total: Bytes;
    /** In all, in one piece or not. Null where the profile does not state it. */
    free: Bytes | null;
  };
  /** Part of the capture in which as much was free, in one piece or not; null where no capacity is stated. */
  fitsFor: Fraction | null;
  /** Who asked for allocations of this size, those of the most bytes first. */
  sources: RequestSource[];
  /** Allocations in sources that are not listed. */
  unlisted: number;
  /** The text's program, as the profile names it: `jit_train_step(4)`. */
  programs: string[];
  /** The same as sentences. */
  sentences: string[];
}

/** Allocations of the size of a request that one call site, or one program, has made. */
export interface RequestSource {
  callSite: string | null;
  program: string | null;
  class: string;
  count: number;
  held: Bytes;
  aliveAtMoment: number;
  first: AllocationName;
}

/** The same in a dump of what is alive: call sites that hold buffers of the size of the request. */
export interface DumpRequestMatch {
  /** By bytes, the most first. */
  sites: DumpRequestSite[];
  /** In sites that are not listed. */
  unlisted: number;
  sentences: string[];
}

export interface DumpRequestSite {
  /** First frame of user code; empty where there is none. */
  function: string;
  file: string;
  /** The lines that ran, ascending. */
  lines: number[];
  buffers: number;
  bytes: Bytes;
}
