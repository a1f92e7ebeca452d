/** What XProf worked out itself and wrote down beside its events, in its own terms: kept to be shown and compared. */

import type { Bytes, Fraction, Picoseconds } from './units.ts';

export interface XprofStated {
  /** 1 where the timeline is sampled; 0 in files of older profilers, whose timeline is whole. */
  version: number;
  numHosts: number;
  memoryIds: string[];
  allocators: XprofAllocator[];
}

export interface XprofAllocator {
  id: string;
  lifetimePeakBytes: Bytes;
  peakBytes: Bytes;
  /** XProf's words: stack is what is reserved, heap what is in use. */
  stackBytes: Bytes;
  heapBytes: Bytes;
  freeBytes: Bytes;
  fragmentation: Fraction | null;
  peakTimePs: Picoseconds;
  capacityBytes: Bytes;
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
