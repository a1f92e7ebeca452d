/** What the lanes under the curve draw: spans of time with names, at most about one a pixel. */

import type { Picoseconds } from './units.ts';

export interface LaneBoxes {
  length: number;
  start: Float64Array; // Picoseconds
  end: Float64Array; // Picoseconds
  /** Into `names`; -1 for a box that stands for several marks too narrow to draw. */
  name: Int32Array;
  /** Marks that the box stands for. */
  count: Uint32Array;
}

export interface Lane {
  /** What the lane holds, as its label says it. */
  kind: 'steps' | 'dispatches' | 'device runs' | 'annotations';
  /** Rows of boxes that do not overlap, the outermost first. */
  rows: LaneBoxes[];
  /** Marks of the lane in the whole capture. */
  total: number;
}

export interface Lanes {
  from: Picoseconds;
  to: Picoseconds;
  lanes: Lane[];
  names: string[];
  /** Where steps were not annotated: what stands for them, in a sentence; empty otherwise. */
  note: string;
}
