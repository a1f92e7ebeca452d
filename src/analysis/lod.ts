/** Makes the level-of-detail pyramid of a step function (`model/curve.ts` says what it is). */

import type { LodLevel, LodSeries } from '../model/curve.ts';
import type { Picoseconds } from '../model/units.ts';

/** Series with fewer steps are sent whole. Two such columns are less than a picture. */
const MAX_EXACT_STEPS = 8_192;
const BUCKET_EVENTS = 64;
/** No bucket spans more than this part of the capture: at 3,840 px an overview's bucket is narrower than a pixel. */
const BUCKETS_PER_CAPTURE = 8_192;
/** Buckets of one level that make a bucket of the next. */
const FAN_IN = 4;
const SMALLEST_LEVEL = 512;

/** Takes steps in order of time and gives the pyramid at the end. */
export class LodBuilder {
  private readonly columns = [new GrowingColumn(), new GrowingColumn(), new GrowingColumn(), new GrowingColumn()];
  private readonly perBucket: number;
  private readonly bucketSpan: Picoseconds;
  private inBucket = 0;
  private bucketStart = 0;
  private min = 0;
  private max = 0;
  private last = 0;
  private steps = 0;

  /** `expectedSteps` decides whether each step is kept; more steps than that are accepted all the same. */
  constructor(
    private readonly initial: number,
    private readonly expectedSteps: number,
    duration: Picoseconds,
  ) {
    this.perBucket = expectedSteps <= MAX_EXACT_STEPS ? 1 : BUCKET_EVENTS;
    this.bucketSpan = duration / BUCKETS_PER_CAPTURE;
  }

  step(time: Picoseconds, value: number): void {
    this.steps++;
    if (this.inBucket === this.perBucket || (this.inBucket > 0 && time - this.bucketStart > this.bucketSpan)) {
      this.closeBucket();
    }
    if (this.inBucket === 0) {
      this.bucketStart = time;
      this.min = value;
      this.max = value;
    } else if (value < this.min) {
      this.min = value;
    } else if (value > this.max) {
      this.max = value;
    }
    this.last = value;
    this.inBucket++;
  }

  finish(): LodSeries {
    if (this.inBucket > 0) this.closeBucket();
    const [time, min, max, last] = this.columns.map((column) => column.finish());
    const levels: LodLevel[] = [{ length: time.length, time, min, max, last }];
    for (let finest = levels[0]; finest.length > SMALLEST_LEVEL; ) {
      finest = coarser(finest);
      levels.push(finest);
    }
    const { initial, steps, bucketSpan } = this;
    return { initial, steps, exact: this.expectedSteps <= MAX_EXACT_STEPS, bucketSpan, levels };
  }

  private closeBucket(): void {
    const [time, min, max, last] = this.columns;
    time.push(this.bucketStart);
    min.push(this.min);
    max.push(this.max);
    last.push(this.last);
    this.inBucket = 0;
  }
}

function coarser(fine: LodLevel): LodLevel {
  const length = Math.ceil(fine.length / FAN_IN);
  const level: LodLevel = {
    length,
    time: new Float64Array(length),
    min: new Float64Array(length),
    max: new Float64Array(length),
    last: new Float64Array(length),
  };
  for (let i = 0; i < length; i++) {
    const from = i * FAN_IN;
    const to = Math.min(from + FAN_IN, fine.length);
    level.time[i] = fine.time[from];
    level.last[i] = fine.last[to - 1];
    let min = Infinity;
    let max = -Infinity;
    for (let j = from; j < to; j++) {
      if (fine.min[j] < min) min = fine.min[j];
      if (fine.max[j] > max) max = fine.max[j];
    }
    level.min[i] = min;
    level.max[i] = max;
  }
  return level;
}

class GrowingColumn {
  private values = new Float64Array(1024);
  private length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Float64Array(this.values.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length++] = value;
  }

  /** A copy of exactly the values: it is transferred, and a view would drag its spare room along. */
  finish(): Float64Array<ArrayBuffer> {
    return this.values.slice(0, this.length);
  }
}
