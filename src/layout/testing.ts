/** Curves for tests and benchmarks of layouts, from plain steps. Not part of the page. */

import type { AllocatorCurves, LodLevel, LodSeries, StepSeries } from '../model/curve.ts';

export type Step = readonly [time: number, value: number];

export function stepSeries(initial: number, steps: readonly Step[]): StepSeries {
  return {
    initial,
    time: Float64Array.from(steps, ([time]) => time),
    value: Float64Array.from(steps, ([, value]) => value),
  };
}

/** Level 0 has buckets of `bucketEvents` (1: exact), each further level one of `fanOut` of the level below. */
export function lodSeries(steps: StepSeries, bucketEvents = 1, fanOut = 4): LodSeries {
  const { time, value } = steps;
  const single: LodLevel = { length: time.length, time, min: value, max: value, last: value };
  const levels = [merge(single, bucketEvents)];
  for (;;) {
    const finest = levels[levels.length - 1];
    if (finest === undefined || finest.length <= fanOut) break;
    levels.push(merge(finest, fanOut));
  }
  let bucketSpan = 0;
  for (let i = 0; i < steps.time.length; i += bucketEvents) {
    const last = steps.time[Math.min(i + bucketEvents, steps.time.length) - 1];
    bucketSpan = Math.max(bucketSpan, last - steps.time[i]);
  }
  return { initial: steps.initial, steps: steps.time.length, exact: bucketEvents === 1, bucketSpan, levels };
}

function merge(level: LodLevel, factor: number): LodLevel {
  const length = Math.ceil(level.length / factor);
  const merged: LodLevel = {
    length,
    time: new Float64Array(length),
    min: new Float64Array(length),
    max: new Float64Array(length),
    last: new Float64Array(length),
  };
  for (let i = 0; i < length; i++) {
    const from = i * factor;
    const to = Math.min(level.length, from + factor);
    merged.time[i] = level.time[from];
    merged.min[i] = level.min.subarray(from, to).reduce((a, b) => Math.min(a, b));
    merged.max[i] = level.max.subarray(from, to).reduce((a, b) => Math.max(a, b));
    merged.last[i] = level.last[to - 1];
  }
  return merged;
}

/** The curves of an allocator whose reserved bytes never change and that had `before` bytes in use. */
export function curvesOf(
  total: StepSeries,
  options: { before?: number; reserved?: number; bucketEvents?: number; end?: number } = {},
): AllocatorCurves {
  const constant = (value: number): LodSeries => ({ initial: value, steps: 0, exact: true, levels: [] });
  return {
    start: total.time[0] ?? 0,
    end: options.end ?? total.time[total.time.length - 1] ?? 0,
    total: lodSeries(total, options.bucketEvents),
    reserved: constant(options.reserved ?? 0),
    beforeCapture: constant(options.before ?? 0),
  };
}
