/** The allocations table: its question, which is answered a window of rows at a time, and one allocation in full. */

import type { AllocationOrigins, NamedAllocations } from './blocks.ts';
import type { FlameWhat } from './flame.ts';
import type { Bytes, Picoseconds } from './units.ts';

export const ALLOCATION_COLUMNS = [
  'held',
  'requested',
  'start',
  'lifetime',
  'class',
  'callSite',
  'program',
  'address',
] as const;

export type AllocationColumn = (typeof ALLOCATION_COLUMNS)[number];

/** What names an allocation in a profile: an address is used again, but not at one time. */
export interface AllocationName {
  /** null for one from before the capture. */
  start: Picoseconds | null;
  /** null for one that is alive when the capture ends. */
  end: Picoseconds | null;
  /** Hexadecimal, all 64 bits, without leading zeros: `0x7f5b60254000`. */
  address: string;
}

/** Which allocations, in which order. */
export interface AllocationListQuery {
  what: FlameWhat;
  sort: AllocationColumn;
  descending: boolean;
  /** As typed: literal, or `/re/i`; empty for all. */
  filter: string;
}

export interface AllocationRowsQuery extends AllocationListQuery {
  /** The window of rows. */
  offset: number;
  limit: number;
  /** Its row is looked for. */
  selected: AllocationName | null;
}

export interface CountedBytes {
  count: number;
  held: Bytes;
  /** Without those that do not state it: frees of older memory on TPU. */
  requested: Bytes;
}

export interface AllocationRows {
  query: AllocationRowsQuery;
  /** The moment that `alive…` came down to; null for a range. */
  moment: Picoseconds | null;
  all: CountedBytes;
  filtered: CountedBytes;
  /** In use at the moment, but in no row: from before the capture, and not freed in it. 0 for a range. */
  unlisted: Bytes;
  /** Reserved at the moment, which is no allocation either. 0 for a range. */
  reserved: Bytes;
  /** Why the filter could not be read, in a sentence; null where it could. Nothing is filtered then. */
  filterFault: string | null;
  /** Those of the window. */
  rows: NamedAllocations;
  origins: AllocationOrigins;
  /** Position of the selected one among the filtered rows; -1 where it is not among them. */
  selectedRow: number;
}

/** One frame of an unfolded call stack. */
export interface StackFrame {
  function: string;
  file: string | null;
  /** What it is: FRAME_… of the profile, but for JAX's own Python frames, which are told from user code. */
  kind: 'user code' | 'JAX' | 'runtime' | 'program';
}

export interface AllocationDetails {
  name: AllocationName;
  held: Bytes;
  /** NaN where it is not stated. */
  requested: Bytes;
  class: string;
  callSite: string | null;
  program: string | null;
  /** The thread that made it; null for one from before the capture. */
  line: string | null;
  /** The outermost first; empty where there is none. */
  stack: StackFrame[];
}
