/**
 * Allocations as the blocks view and the pool map draw them: the answers to their two questions.
 *
 * Blocks stand on each other in order of start, above what is no single allocation:
 *
 *     total ───────────────┐     the rest: allocations too small to be blocks, in one band up to the total
 *       [  block 2   ]─────┘
 *       [ block 1 ][block 2 ]    a block moves down when one beneath it is freed
 *     ─────────────────────      base: reserved, and in use since before the capture
 */

import type { AllocatorCurves } from './curve.ts';
import type { AllocatorIndex, Bytes, EventIndex, Fraction, Picoseconds } from './units.ts';

export interface BlocksQuery {
  /** Closed: an event at its very end is in it. */
  from: Picoseconds;
  to: Picoseconds;
  /** Moves of a block within this time of each other are one. The time of one pixel of the screen; 0 keeps all. */
  resolution: Picoseconds;
  maxBlocks: number;
  /** Of all blocks together. */
  maxPoints: number;
}

export interface BlocksAnswer {
  allocator: AllocatorIndex;
  from: Picoseconds;
  to: Picoseconds;
  blocks: BlockTable;
  origins: AllocationOrigins;
  /** Total, reserved and before the capture within the window. */
  curves: AllocatorCurves;
  rest: RestBand;
  /** Which limit made blocks into the rest. */
  limitedBy: 'nothing' | 'blocks' | 'points';
  /**
   * By how much the allocations believed alive exceed what is in use, at most. Above 0 only where events were lost:
   * blocks then reach above the total.
   */
  overshoot: Bytes;
}

/** The largest allocations alive at some time of the window, in order of start. */
export interface BlockTable extends NamedAllocations {
  /** Points of block i: `firstPoint[i]` up to, without, `firstPoint[i + 1]`. At least one each. */
  firstPoint: Uint32Array;
  /** Ascending within a block; the first is its start, or the window's where it is older. */
  pointTime: Float64Array; // Picoseconds
  /** Bytes beneath the block from that time on. */
  pointOffset: Float64Array;
}

/** Allocations with what names them to a person and in a link. */
export interface NamedAllocations {
  length: number;
  /** NaN for those from before the capture. */
  start: Float64Array; // Picoseconds
  /** NaN for those that are alive when the capture ends. */
  end: Float64Array; // Picoseconds
  held: Float64Array; // Bytes
  requested: Float64Array; // Bytes
  addressLow: Uint32Array;
  addressHigh: Uint32Array;
}

/** What asked for each of some allocations. Columns are indices into `names`, -1 where nothing tells. */
export interface AllocationOrigins {
  /** `layers.py: mlp` */
  callSite: Int32Array;
  program: Int32Array;
  class: Int32Array;
  names: string[];
}

/** Allocations of the window that are no blocks of their own. They lie on top, up to the total. */
export interface RestBand {
  count: number;
  /** The greatest sum of those alive at once. */
  atMost: Bytes;
}

/** The allocator's memory by address, at a moment. */
export interface PoolMap {
  allocator: AllocatorIndex;
  moment: Picoseconds;
  event: EventIndex;
  /** Whether any of the allocator's events states an address other than 0. */
  hasAddresses: boolean;
  /** By address, ascending: those alive whose address is known, also from before the capture. */
  allocations: NamedAllocations;
  origins: AllocationOrigins;
  inUse: Bytes;
  /** In use, but at addresses that no event of the capture names. It lies in the gaps, or outside of what is shown. */
  unknown: Bytes;
  /** Outside of all allocations, at addresses that nothing tells either. */
  reserved: Bytes;
  /** The largest gap between two neighbours; what lies in it is free or unknown. 0 where there is none. */
  largestGap: Bytes;
  /** As the allocator states them after the event; null where it does not. */
  free: Bytes | null;
  fragmentation: Fraction | null;
}
