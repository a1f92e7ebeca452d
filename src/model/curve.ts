/**
 * Step functions of time, and their level of detail.
 *
 * Memory is a step function: a value holds from its event to the next. A `StepSeries` is that function; a `LodSeries`
 * summarises it in buckets of events, each with first time, least, greatest and last value, and buckets of buckets,
 * so that any zoom is drawn from about as many buckets as there are pixels:
 *
 *     events    ·  ·  ·    ··· ·        · · ··        a bucket ends after BUCKET_EVENTS events or when it is
 *     level 0  [........][.......]     [......]       BUCKET_SPAN of the whole, so that no bucket is wider
 *     level 1  [.....................................] than a pixel of an overview, however events cluster
 *
 * The peak is never read from here: it is a fact of the summary, taken from the events themselves.
 */

import type { Picoseconds } from './units.ts';

export interface StepSeries {
  /** The value before the first step. */
  initial: number;
  /** Ascending; equal times are allowed, the last one holds. */
  time: Float64Array;
  value: Float64Array;
}

/** One row a bucket, in time order. */
export interface LodLevel {
  length: number;
  /** Time of the bucket's first event. It ends where the next one starts. */
  time: Float64Array;
  min: Float64Array;
  max: Float64Array;
  /** The value when the bucket ends. */
  last: Float64Array;
}

export interface LodSeries {
  initial: number;
  /** Number of steps that the levels summarise. */
  steps: number;
  /** True where level 0 holds each step as a bucket of its own: no window has to be asked for. */
  exact: boolean;
  /**
   * The events of a level-0 bucket lie within this of its first: the last value of a bucket that a gap follows holds
   * from there on, and no window is needed for the gap. Absent where it is not known.
   */
  bucketSpan?: Picoseconds;
  /** Finest first. */
  levels: LodLevel[];
}

/** The curves of one allocator that are drawn on each other, bottom up: reserved, before the capture, in use. */
export interface AllocatorCurves {
  start: Picoseconds;
  end: Picoseconds;
  /** Reserved + in use. */
  total: LodSeries;
  reserved: LodSeries;
  /** What was in use before the capture and is not yet known to be freed. */
  beforeCapture: LodSeries;
}

/** The exact steps of a window, asked for where a bucket would be wider than a pixel. */
export interface CurveWindow {
  from: Picoseconds;
  to: Picoseconds;
  total: StepSeries;
  reserved: StepSeries;
  beforeCapture: StepSeries;
}
