/** Points joined by straight lines, as other tools draw them: cut to the visible range, which is not where points are. */

import type { Bytes, Picoseconds } from '../model/units.ts';
import { timeToX } from './plot-frame.ts';
import type { PlotFrame } from './plot-frame.ts';
import { valueToY } from './polyline.ts';
import { firstAfter, firstAtOrAfter } from './search.ts';

export interface StraightCurve {
  /** Ascending. */
  time: Float64Array;
  total: Float64Array;
}

/** x0, y0, x1, y1 …; null where nothing of it is visible. */
export function straightLine({ time, total }: StraightCurve, frame: PlotFrame): Float32Array | null {
  const first = firstAtOrAfter(time, frame.from);
  const end = firstAfter(time, frame.to);
  const points: number[] = [];
  const add = (at: Picoseconds, value: Bytes): void => {
    points.push(timeToX(frame, at), Math.min(frame.bottom, Math.max(frame.top, valueToY(frame, value))));
  };
  const cut = (before: number, at: Picoseconds): Bytes => {
    const share = (at - time[before]) / (time[before + 1] - time[before]);
    return total[before] + (total[before + 1] - total[before]) * share;
  };
  if (first > 0 && first < time.length) add(frame.from, cut(first - 1, frame.from));
  for (let i = first; i < end; i++) add(time[i], total[i]);
  if (end > 0 && end < time.length) add(frame.to, cut(end - 1, frame.to));
  return points.length >= 4 ? Float32Array.from(points) : null;
}
