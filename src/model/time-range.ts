/** Arithmetic on the visible range. All results lie within the bounds and are at least `SHORTEST_RANGE` long. */

import type { Picoseconds } from './units.ts';
import type { TimeRange } from './view-state.ts';

/** One nanosecond: below it a Float64 time of hours has too few picoseconds left to place a step on a pixel. */
export const SHORTEST_RANGE: Picoseconds = 1000;

/** The whole capture; a capture of one moment gets a microsecond, so that it has a width to be drawn in. */
export function wholeRange(start: Picoseconds, end: Picoseconds): TimeRange {
  return end > start ? { from: start, to: Math.max(end, start + SHORTEST_RANGE) } : { from: start, to: start + 1e6 };
}

/** `range` moved, and shortened where it is longer, until it lies in `bounds`. */
export function clampRange(range: TimeRange, bounds: TimeRange): TimeRange {
  const longest = bounds.to - bounds.from;
  const length = Math.min(longest, Math.max(SHORTEST_RANGE, range.to - range.from));
  const from = Math.min(Math.max(range.from, bounds.from), bounds.to - length);
  // from + length would round past the bounds' end, by which the whole capture would not be recognised as such.
  return { from, to: Math.min(bounds.to, from + length) };
}

/** The range `factor` times as long with `anchor` where it was on the screen: under the pointer. */
export function zoomRange(range: TimeRange, factor: number, anchor: Picoseconds, bounds: TimeRange): TimeRange {
  const length = Math.max(SHORTEST_RANGE, (range.to - range.from) * factor);
  const share = (anchor - range.from) / (range.to - range.from);
  const from = anchor - length * share;
  return clampRange({ from, to: from + length }, bounds);
}

/** The range moved by `shift`, stopping at the bounds without getting shorter. */
export function panRange(range: TimeRange, shift: Picoseconds, bounds: TimeRange): TimeRange {
  return clampRange({ from: range.from + shift, to: range.to + shift }, bounds);
}

/** The range moved by as little as makes `time` visible, a tenth of it away from the edge. */
export function revealInRange(range: TimeRange, time: Picoseconds, bounds: TimeRange): TimeRange {
  if (time >= range.from && time <= range.to) return range;
  const length = range.to - range.from;
  const from = time < range.from ? time - length / 10 : time - length * 0.9;
  return clampRange({ from, to: from + length }, bounds);
}

/** Whether the two show the same; ranges are never compared by identity. */
export function sameRange(a: TimeRange, b: TimeRange): boolean {
  return a.from === b.from && a.to === b.to;
}
