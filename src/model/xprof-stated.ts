/** What XProf worked out itself and wrote down beside its events, in its own terms: kept to be shown and compared. */

import type { Bytes, Fraction, Picoseconds } from './units.ts';

export interface XprofStated {
  /** 1 where the timeline is sampled; 0 in files of older profilers, whose timeline is whole. */
  version: number | null;
  numHosts: number | null;
  memoryIds: string[];
  allocators: XprofAllocator[];
}

/** Null stands for what a file does not state in a form that it could have. */
export interface XprofAllocator {
  id: string;
  lifetimePeakBytes: Bytes | null;
  peakBytes: Bytes | null;
  /** XProf's words: stack is what is reserved, heap what is in use. */
  stackBytes: Bytes | null;
  heapBytes: Bytes | null;
  freeBytes: Bytes | null;
  fragmentation: Fraction | null;
  peakTimePs: Picoseconds | null;
  capacityBytes: Bytes | null;
  snapshots: number;
  allocations: number;
  sampled: number;
  rows: XprofRow[];
}

/** What XProf would work out of a trace; its file does not write the last two down. */
export interface XprofResult extends XprofAllocator {
  /** Number of the step that holds the peak, whose events alone say what is alive at it. */
  peakStep: number;
  /** In use at the peak and not explained by the events of its step. Negative where frees of other steps' memory count. */
  unmappedBytes: Bytes;
}

/** A line of XProf's table of what is alive at the peak. */
export interface XprofRow {
  bytes: Bytes;
  requested: Bytes;
  op: string;
  region: string;
  dataType: string;
  shape: string;
  occurrences: number;
}
