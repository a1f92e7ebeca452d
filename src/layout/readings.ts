/** Reading curves back: what held at a moment, which step is under the pointer, which come next. */

import type { AllocatorCurves, CurveWindow, LodSeries, StepSeries } from '../model/curve.ts';
import type { WindowPeak } from '../model/summary.ts';
import type { Bytes, Picoseconds } from '../model/units.ts';
import { firstAfter, firstAtOrAfter } from './search.ts';

/** The curves of an allocator, the raw steps of a part of them where they have been asked for, and the exact peak. */
export interface CurveSource {
  curves: AllocatorCurves;
  window: CurveWindow | null;
  peak: WindowPeak;
}

export interface CurveReading {
  time: Picoseconds;
  /** Reserved + in use. */
  total: Bytes;
  reserved: Bytes;
  inUse: Bytes;
  /** The part of `inUse` that was there before the capture. */
  beforeCapture: Bytes;
  /** False where only a bucket of steps is known: the sizes are then those at its end. */
  exact: boolean;
}

export interface CurveStep extends CurveReading {
  /** Of the total, against the step before. */
  change: Bytes;
}

/** Whether the raw steps hold everything in the range. */
export function covers(window: CurveWindow | null, from: Picoseconds, to: Picoseconds): window is CurveWindow {
  return window !== null && window.from <= from && window.to >= to;
}

/** What held at `time`: the values after all events of that moment, except at the peak, which is read as the peak. */
export function readAt(source: CurveSource, time: Picoseconds): CurveReading {
  if (time === source.peak.time) return readPeak(source);
  const { curves } = source;
  const window = covers(source.window, time, time) ? source.window : null;
  const total = holdingAt(curves.total, window?.total, time);
  const reserved = holdingAt(curves.reserved, window?.reserved, time);
  const before = holdingAt(curves.beforeCapture, window?.beforeCapture, time);
  return {
    time,
    total: total.value,
    reserved: reserved.value,
    inUse: total.value - reserved.value,
    beforeCapture: before.value,
    exact: total.exact && reserved.exact && before.exact,
  };
}

/** The peak as the summary states it. Other events of the same moment may follow it, so a curve cannot say it. */
export function readPeak(source: CurveSource): CurveReading {
  const { peak, curves } = source;
  const window = covers(source.window, peak.time, peak.time) ? source.window : null;
  const before = holdingAt(curves.beforeCapture, window?.beforeCapture, peak.time);
  const { time, total, reserved, inUse } = peak;
  return { time, total, reserved, inUse, beforeCapture: Math.min(before.value, inUse), exact: true };
}

/**
 * The step between two times that goes highest, which is the one that a pixel column shows; null where there is none.
 * The peak wins over others as great.
 */
export function highestStep(source: CurveSource, from: Picoseconds, to: Picoseconds): Picoseconds | null {
  if (source.peak.time >= from && source.peak.time < to) return source.peak.time;
  const { time, values } = stepsOf(source, from, to);
  const first = firstAtOrAfter(time, from);
  let best = first;
  for (let i = first; i < time.length && time[i] < to; i++) if (values[i] > values[best]) best = i;
  return best < time.length && time[best] < to ? time[best] : null;
}

/** The next step after `time` (or the last before it); `time` itself where there is none. */
export function neighbour(source: CurveSource, time: Picoseconds, direction: 'next' | 'previous'): Picoseconds {
  const column = stepsOf(source, time, time).time;
  const index = direction === 'next' ? firstAfter(column, time) : firstAtOrAfter(column, time) - 1;
  return index >= 0 && index < column.length ? column[index] : time;
}

/** Up to `count` steps around `time`, in order; null where single steps are not known there. */
export function stepsAround(source: CurveSource, time: Picoseconds, count: number): CurveStep[] | null {
  const exact = exactTotals(source, time, time);
  if (exact === null) return null;
  const { time: times, value: values, initial } = exact;
  const here = firstAfter(times, time) - 1;
  const from = Math.max(0, Math.min(here - Math.floor(count / 2), times.length - count));
  const rows: CurveStep[] = [];
  for (let i = from; i < Math.min(times.length, from + count); i++) {
    const reading = readAt(source, times[i]);
    const total = values[i];
    const inUse = total - reading.reserved;
    rows.push({ ...reading, total, inUse, change: total - (i > 0 ? values[i - 1] : initial) });
  }
  return rows;
}

/** The raw totals where a window or the curve itself has them for the range. */
export function exactTotals(source: Omit<CurveSource, 'peak'>, from: Picoseconds, to: Picoseconds): StepSeries | null {
  if (covers(source.window, from, to)) return source.window.total;
  const { total } = source.curves;
  if (!total.exact) return null;
  const finest = total.levels[0];
  if (finest === undefined) return { initial: total.initial, time: new Float64Array(), value: new Float64Array() };
  const { length, time, last } = finest;
  return { initial: total.initial, time: time.subarray(0, length), value: last.subarray(0, length) };
}

/** The steps of the whole capture with the greatest value that each stands for. */
export function totalSteps({ curves, peak }: CurveSource): { time: Float64Array; values: Float64Array } {
  return stepsOf({ curves, peak, window: null }, -Infinity, Infinity);
}

/** Steps of the total with the greatest value that each stands for: raw steps, or the finest buckets. */
function stepsOf(
  source: CurveSource,
  from: Picoseconds,
  to: Picoseconds,
): { time: Float64Array; values: Float64Array } {
  const exact = exactTotals(source, from, to);
  if (exact !== null) return { time: exact.time, values: exact.value };
  const finest = source.curves.total.levels[0];
  if (finest === undefined) return { time: new Float64Array(), values: new Float64Array() };
  return { time: finest.time.subarray(0, finest.length), values: finest.max.subarray(0, finest.length) };
}

function holdingAt(
  series: LodSeries,
  steps: StepSeries | undefined,
  time: Picoseconds,
): { value: number; exact: boolean } {
  if (steps !== undefined) {
    const index = firstAfter(steps.time, time) - 1;
    return { value: index < 0 ? steps.initial : steps.value[index], exact: true };
  }
  const finest = series.levels[0];
  if (finest === undefined) return { value: series.initial, exact: true };
  const index = firstAfter(finest.time, time, 0, finest.length) - 1;
  if (index < 0) return { value: series.initial, exact: true };
  const settled = series.exact || finest.min[index] === finest.max[index];
  const past = time - finest.time[index] > (series.bucketSpan ?? Infinity);
  return { value: finest.last[index], exact: settled || past };
}
