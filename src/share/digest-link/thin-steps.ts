/** Which steps of a curve a picture of it can do without. */

import type { LodLevel } from '../../model/curve.ts';
import type { Bytes, Picoseconds } from '../../model/units.ts';

export interface Steps {
  time: Picoseconds[];
  value: Bytes[];
  /** Row of the peak: never left out. -1 where there is none. */
  peak: number;
}

/** A spike of no duration is still drawn this wide: as a part of the whole. */
const LEAST_WIDTH = 1 / 400;

/**
 * The steps that a level of detail stands for, the peak among them. A bucket of several events gives its least, its
 * greatest and its last value at the time of its first event.
 */
export function stepsOf(level: LodLevel, peak: { time: Picoseconds; total: Bytes }): Steps {
  const steps: Steps = { time: [], value: [], peak: -1 };
  const add = (time: Picoseconds, value: Bytes): number => {
    steps.time.push(time);
    return steps.value.push(value) - 1;
  };
  for (let i = 0; i < level.length; i++) {
    const [time, min, max, last] = [level.time[i], level.min[i], level.max[i], level.last[i]];
    const isAfterPeak = time > peak.time;
    // Of several buckets that reach the peak, the one in whose time it lies has it.
    const endsAfterPeak = i + 1 === level.length || level.time[i + 1] > peak.time;
    const hasPeak = steps.peak < 0 && !isAfterPeak && max === peak.total && (endsAfterPeak || time === peak.time);
    if (min < last && min < max) add(time, min);
    if (hasPeak) steps.peak = add(peak.time, max);
    else if (max > last) add(time, max);
    if (!hasPeak || last !== max) add(hasPeak ? peak.time : time, last);
  }
  return steps;
}

/**
 * Rows of the `most` steps that matter, ascending: the first, the last and the peak, and those whose absence would
 * change the most area. Leaving a step out lets the level before it go on, so what is left is judged by that.
 */
export function thinned({ time, value, peak }: Steps, initial: Bytes, most: number): number[] {
  const length = time.length;
  const before = Int32Array.from(time, (_, row) => row - 1);
  const after = Int32Array.from(time, (_, row) => row + 1);
  const cost = new Float64Array(length);
  const span = length > 1 ? time[length - 1] - time[0] : 0;
  const isPinned = (row: number): boolean => row === 0 || row === length - 1 || row === peak;
  const judge = (row: number): number => {
    const level = before[row] < 0 ? initial : value[before[row]];
    const width = span > 0 ? (time[after[row]] - time[row]) / span : 0;
    return Math.abs(value[row] - level) * (LEAST_WIDTH + width);
  };
  const heap = new CheapestFirst();
  for (let row = 0; row < length; row++) {
    if (isPinned(row)) continue;
    cost[row] = judge(row);
    heap.push(row, cost[row]);
  }
  const isOut = new Uint8Array(length);
  for (let left = length; left > Math.max(3, most); ) {
    const cheapest = heap.pop();
    if (cheapest === null) break;
    const { row } = cheapest;
    // Judged again since it was put there.
    if (isOut[row] === 1 || cheapest.cost !== cost[row]) continue;
    isOut[row] = 1;
    left--;
    const [previous, next] = [before[row], after[row]];
    after[previous] = next;
    before[next] = previous;
    for (const changed of [previous, next]) {
      if (isPinned(changed)) continue;
      cost[changed] = judge(changed);
      heap.push(changed, cost[changed]);
    }
  }
  return Array.from(isOut.keys()).filter((row) => isOut[row] === 0);
}

/** A binary heap of rows. */
class CheapestFirst {
  private readonly rows: number[] = [];
  private readonly costs: number[] = [];

  push(row: number, cost: number): void {
    let at = this.rows.push(row) - 1;
    this.costs.push(cost);
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (this.costs[up] <= this.costs[at]) return;
      this.swap(at, up);
      at = up;
    }
  }

  pop(): { row: number; cost: number } | null {
    if (this.rows.length === 0) return null;
    this.swap(0, this.rows.length - 1);
    const row = this.rows.pop() ?? 0;
    const cost = this.costs.pop() ?? 0;
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.rows.length && this.costs[child] < this.costs[least]) least = child;
      }
      if (least === at) return { row, cost };
      this.swap(at, least);
      at = least;
    }
  }

  private swap(a: number, b: number): void {
    [this.rows[a], this.rows[b]] = [this.rows[b], this.rows[a]];
    [this.costs[a], this.costs[b]] = [this.costs[b], this.costs[a]];
  }
}
