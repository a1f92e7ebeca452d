/** Peaks of a curve that stand out: where it falls by a good part of its range before it rises as far again. */

import type { Bytes, Picoseconds } from '../model/units.ts';
import type { CurveSource } from './readings.ts';
import { totalSteps } from './readings.ts';

/** Of what lies between the least and the greatest value. Smaller ups and downs belong to the peak beside them. */
const STANDS_OUT = 0.1;

/**
 * Times of the peaks, ascending: of each, the first moment of its greatest value. The exact peak of the summary is among
 * them whatever the level of detail.
 */
export function peakTimes(source: CurveSource): Picoseconds[] {
  const { time, values } = totalSteps(source);
  let least = Infinity;
  let greatest = -Infinity;
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  const enough = (greatest - least) * STANDS_OUT;
  if (!(enough > 0)) return values.length > 0 ? [source.peak.time] : [];
  return climb(time, values, enough).map((index) =>
    values[index] === greatest && nearest(time, source.peak.time) === index ? source.peak.time : time[index],
  );
}

/** The first peak after a time, or the last before it; null where there is none. */
export function nextPeak(times: readonly Picoseconds[], from: Picoseconds, way: 'next' | 'previous'): Picoseconds | null {
  const others = way === 'next' ? times.filter((time) => time > from) : times.filter((time) => time < from);
  return (way === 'next' ? others[0] : others[others.length - 1]) ?? null;
}

/** Rows of the peaks. A peak is one as soon as the curve has fallen by `enough` from it. */
function climb(time: Float64Array, values: Float64Array, enough: Bytes): number[] {
  const peaks: number[] = [];
  let high = 0;
  let low = 0;
  let rises = true;
  for (let i = 1; i < time.length; i++) {
    if (rises) {
      if (values[i] > values[high]) high = i;
      else if (values[i] <= values[high] - enough) {
        peaks.push(high);
        rises = false;
        low = i;
      }
    } else if (values[i] < values[low]) {
      low = i;
    } else if (values[i] >= values[low] + enough) {
      rises = true;
      high = i;
    }
  }
  if (rises && time.length > 0) peaks.push(high);
  return peaks;
}

/** The last row that starts at or before the time. */
function nearest(time: Float64Array, at: Picoseconds): number {
  let row = 0;
  while (row + 1 < time.length && time[row + 1] <= at) row++;
  return row;
}
