/**
 * Where the two plots of a comparison lie: both curves on top, their difference below, on one time axis. Its times count
 * from the moment that the curves are laid on each other by, so they are negative before it.
 */

import type { AllocatorCurves, CurveWindow } from '../model/curve.ts';
import { wholeRange } from '../model/time-range.ts';
import type { Bytes, CssPixels, Picoseconds } from '../model/units.ts';
import type { TimeRange } from '../model/view-state.ts';
import type { TextMeasurer } from './display-list.ts';
import type { PlotFrame } from './plot-frame.ts';
import type { CurveReading, CurveSource } from './readings.ts';
import { readAt } from './readings.ts';
import type { Tick } from './ticks.ts';
import { sizeAxisWidth } from './timeline-axes.ts';

/** One of the two curves. Its own times are aligned times + `origin`. */
export interface ComparedCurve extends CurveSource {
  curves: AllocatorCurves;
  window: CurveWindow | null;
  /** The moment that is time 0 of the comparison, in the time of its own profile. */
  origin: Picoseconds;
}

export interface ComparedCurves {
  baseline: ComparedCurve;
  candidate: ComparedCurve;
}

export interface CompareFrame {
  curves: PlotFrame;
  delta: PlotFrame;
}

const MARGIN = { top: 38, right: 16, bottom: 42 };
/** Between the plots: room for what the lower one says it is. */
const BETWEEN: CssPixels = 24;
/** Of the height of both plots, for the curves. */
const UPPER_SHARE = 0.62;

/** From when to when a curve is known, in aligned time. */
export function extentOf({ curves, origin }: ComparedCurve): TimeRange {
  const { from, to } = wholeRange(curves.start, curves.end);
  return { from: from - origin, to: to - origin };
}

/** From the first to the last moment that either capture has. */
export function wholeComparison({ baseline, candidate }: ComparedCurves): TimeRange {
  const [a, b] = [extentOf(baseline), extentOf(candidate)];
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
}

/** When both are known; null where that is never. */
export function overlapOf({ baseline, candidate }: ComparedCurves): TimeRange | null {
  const [a, b] = [extentOf(baseline), extentOf(candidate)];
  const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
  return from < to ? { from, to } : null;
}

/** Both at one moment of the comparison; null for a side whose capture does not reach there. */
export function readBoth(
  { baseline, candidate }: ComparedCurves,
  time: Picoseconds,
): { baseline: CurveReading | null; candidate: CurveReading | null } {
  return { baseline: readOne(baseline, time), candidate: readOne(candidate, time) };
}

function readOne(curve: ComparedCurve, time: Picoseconds): CurveReading | null {
  const { from, to } = extentOf(curve);
  return time < from || time > to ? null : readAt(curve, time + curve.origin);
}

interface FrameInput {
  range: TimeRange;
  width: CssPixels;
  height: CssPixels;
  /** Of the upper plot. */
  maximum: Bytes;
  /** Of the lower one. */
  least: Bytes;
  greatest: Bytes;
  ticks: readonly Tick[];
  measure: TextMeasurer;
}

export function compareFrame({ range, width, height, maximum, least, greatest, ticks, measure }: FrameInput): CompareFrame {
  const left = sizeAxisWidth(ticks, measure);
  const right = Math.max(left + 20, width - MARGIN.right);
  const { upper, lower } = plotHeights(height);
  const top = MARGIN.top;
  const deltaTop = top + upper + BETWEEN;
  return {
    curves: { ...range, left, right, top, bottom: top + upper, maximum, minimum: 0 },
    delta: { ...range, left, right, top: deltaTop, bottom: deltaTop + lower, maximum: greatest, minimum: least },
  };
}

/** Heights of both plots in a picture. */
export function plotHeights(height: CssPixels): { upper: CssPixels; lower: CssPixels } {
  const room = Math.max(60, height - MARGIN.top - MARGIN.bottom - BETWEEN);
  const upper = Math.round(room * UPPER_SHARE);
  return { upper, lower: room - upper };
}
