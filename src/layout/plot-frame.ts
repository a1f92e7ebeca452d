/** Where a plot lies in its picture, and the two scales that go with it. */

import type { Bytes, CssPixels, Picoseconds } from '../model/units.ts';
import type { TimeRange } from '../model/view-state.ts';
import type { ValueAxis } from './polyline.ts';

export interface PlotFrame extends TimeRange, ValueAxis {
  left: CssPixels;
  right: CssPixels;
}

export function timeToX(frame: PlotFrame, time: Picoseconds): CssPixels {
  return frame.left + ((time - frame.from) / (frame.to - frame.from)) * (frame.right - frame.left);
}

/** Not clamped: a pointer beside the plot is a time outside the visible range. */
export function xToTime(frame: PlotFrame, x: CssPixels): Picoseconds {
  return frame.from + ((x - frame.left) / (frame.right - frame.left)) * (frame.to - frame.from);
}

/** Time that one pixel of the layout stands for. */
export function timePerPixel(frame: PlotFrame): Picoseconds {
  return (frame.to - frame.from) / (frame.right - frame.left);
}

/** The value at the top of the axis for a curve that reaches `greatest`: room for its label above it. */
export function axisMaximum(greatest: Bytes, capacity: Bytes | null): Bytes {
  // Capacity belongs in the picture as long as the curve still fills a third of it.
  if (capacity !== null && capacity <= greatest * 3) return Math.max(capacity * 1.03, greatest * 1.1, 1);
  return Math.max(greatest * 1.18, 1);
}
