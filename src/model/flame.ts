/**
 * The flame view's question and its answer: which bytes, grouped how, as a tree.
 *
 * The question reads as a sentence: *alive at the cursor, by call stack*. Its answer is one tree in columns; the same
 * tree is drawn as boxes, listed as rows, compared and shared.
 */

import type { Bytes, Picoseconds } from './units.ts';

/** Which allocations count. Ranges are closed: an event at their very end is in them. */
export type FlameWhat =
  | { kind: 'alive'; at: Picoseconds }
  /** Alive at the greatest total within the range, the earliest where several are equal. */
  | { kind: 'alive-at-peak'; from: Picoseconds; to: Picoseconds }
  | { kind: 'allocated'; from: Picoseconds; to: Picoseconds }
  /** Allocated in the range and not freed in it. */
  | { kind: 'retained'; from: Picoseconds; to: Picoseconds };

export type FlameGrouping =
  | 'stack'
  /** First frame of user code, then the size. */
  | 'call-site'
  | 'program'
  | 'class';

/** Width of a box: what the allocator gave, or what the caller asked for. */
export type FlameWidth = 'held' | 'requested';

export interface FlameQuery {
  what: FlameWhat;
  grouping: FlameGrouping;
  width: FlameWidth;
  /** Leaves frames of JAX, of Python's library and of the runtime out of call stacks. */
  foldsInternals: boolean;
}

export const NODE_ROOT = 0;
/** A frame of user code, of JAX or Python's library, of the runtime; a program. */
export const NODE_USER = 1;
export const NODE_JAX = 2;
export const NODE_RUNTIME = 3;
export const NODE_PROGRAM = 4;
/** Allocations of one size, or of one class. */
export const NODE_SIZE = 5;
export const NODE_CLASS = 6;
/** In use since before the capture: nobody knows who asked for it. */
export const NODE_BEFORE_CAPTURE = 7;
/** Reserved outside the allocations (TPU: the loaded program's arena). */
export const NODE_RESERVED = 8;
/** Allocations without a call stack, or without user code in it. */
export const NODE_UNKNOWN = 9;
/** What a summary merged because it was small; its name says how many there are. */
export const NODE_REST = 10;

/**
 * Row 0 is the root. Every row comes after its parent and right before its own children (depth first), siblings by
 * size, the greatest first: a layout needs one pass and no sorting.
 */
export interface FlameTree {
  length: number;
  parent: Int32Array;
  kind: Uint8Array; // NODE_…
  /** Into `names`: function, program, class, or an exact size. */
  name: Int32Array;
  /** Into `names`: file; -1 where there is none. */
  file: Int32Array;
  /** Of the function's definition; 0 where it is not stated, or where several functions of that name share the node. */
  definitionLine: Int32Array;
  /** Bytes of the node itself, and with all beneath it. */
  self: Float64Array;
  total: Float64Array;
  /** Allocations, with all beneath. */
  count: Uint32Array;
  /** Start of the oldest and newest allocation beneath; NaN where it is not known. */
  oldest: Float64Array;
  newest: Float64Array;
  names: string[];
}

export interface FlameAnswer {
  query: FlameQuery;
  tree: FlameTree;
  /** The moment that `alive…` came down to; null for the two that count a range. */
  moment: Picoseconds | null;
  /** For a moment: in use and reserved after its last event. The tree's root is their sum. */
  inUse: Bytes;
  reserved: Bytes;
}
