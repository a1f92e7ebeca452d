/**
 * Stacks blocks on each other in order of start and follows how they move.
 *
 * A block moves when one beneath it ends or when the base changes; never when one above it does. So each move costs
 * one point for every block above, and the number of points, not of blocks, is what makes a picture slow.
 */

import type { Bytes, EventIndex, Picoseconds } from '../model/units.ts';

/** What is to be stacked: blocks in order of start, and the base as steps in order of time. */
export interface Pile {
  /** Events; the start of one that is older than the window counts as if before all others. */
  start: Int32Array;
  /** -1 for one that is alive when the capture ends. */
  end: Int32Array;
  held: Float64Array;
  base: BaseSteps;
}

export interface BaseSteps {
  initial: Bytes;
  event: Int32Array; // EventIndex
  value: Float64Array; // Bytes
}

export interface PileWindow {
  from: Picoseconds;
  /** The window's events: from `first` up to, without, `past`. */
  first: EventIndex;
  past: EventIndex;
  /** Moves of a block within this time of each other are one; 0 joins only those of one time. */
  resolution: Picoseconds;
  time: Float64Array;
}

export interface BlockPoints {
  firstPoint: Uint32Array;
  pointTime: Float64Array;
  pointOffset: Float64Array;
}

/** The points of every block, or null where there are more than `maxPoints`. */
export function stackBlocks(pile: Pile, window: PileWindow, maxPoints: number): BlockPoints | null {
  const walk = new StackWalk(pile, window, maxPoints);
  return walk.run() ? walk.points() : null;
}

class StackWalk {
  private readonly pile: Pile;
  private readonly window: PileWindow;
  private readonly maxPoints: number;
  /** Blocks that are alive, from the bottom up. Block numbers ascend, since they are in order of start. */
  private readonly alive: number[] = [];
  private base: Bytes;
  private top: Bytes;
  /** Bytes beneath each block. */
  private readonly offset: Float64Array;
  private readonly lastPoint: Int32Array;
  private readonly pointBlock: Uint32Array;
  private readonly pointTime: Float64Array;
  private readonly pointOffset: Float64Array;
  private length = 0;

  constructor(pile: Pile, window: PileWindow, maxPoints: number) {
    this.pile = pile;
    this.window = window;
    this.maxPoints = maxPoints;
    this.base = pile.base.initial;
    this.top = pile.base.initial;
    this.offset = new Float64Array(pile.start.length);
    this.lastPoint = new Int32Array(pile.start.length).fill(-1);
    this.pointBlock = new Uint32Array(maxPoints);
    this.pointTime = new Float64Array(maxPoints);
    this.pointOffset = new Float64Array(maxPoints);
  }

  /** False where the points do not suffice. */
  run(): boolean {
    const { start, end, base } = this.pile;
    const { first, past, time, from } = this.window;
    let nextStart = 0;
    for (; nextStart < start.length && start[nextStart] < first; nextStart++) {
      if (!this.begin(nextStart, from)) return false;
    }
    const ending = Array.from(end.keys()).filter((block) => end[block] >= first && end[block] < past);
    ending.sort((a, b) => end[a] - end[b]);
    let nextEnd = 0;
    let nextBase = 0;
    for (;;) {
      const startEvent = nextStart < start.length ? start[nextStart] : past;
      const endEvent = nextEnd < ending.length ? end[ending[nextEnd]] : past;
      const baseEvent = nextBase < base.event.length ? base.event[nextBase] : past;
      const event = Math.min(startEvent, endEvent, baseEvent);
      if (event >= past) return true;
      // What ends with an event is not moved by it, and what begins with it stands where it leaves things.
      if (event === endEvent) {
        if (!this.finish(ending[nextEnd++], time[event])) return false;
      } else if (event === baseEvent) {
        if (!this.shift(0, base.value[nextBase] - this.base, time[event])) return false;
        this.base = base.value[nextBase++];
      } else if (!this.begin(nextStart++, time[event])) return false;
    }
  }

  /** Points of one block together, in order of time. */
  points(): BlockPoints {
    const blocks = this.pile.start.length;
    const firstPoint = new Uint32Array(blocks + 1);
    for (let i = 0; i < this.length; i++) firstPoint[this.pointBlock[i] + 1]++;
    for (let block = 0; block < blocks; block++) firstPoint[block + 1] += firstPoint[block];
    const next = firstPoint.slice();
    const pointTime = new Float64Array(this.length);
    const pointOffset = new Float64Array(this.length);
    for (let i = 0; i < this.length; i++) {
      const row = next[this.pointBlock[i]]++;
      pointTime[row] = this.pointTime[i];
      pointOffset[row] = this.pointOffset[i];
    }
    return { firstPoint, pointTime, pointOffset };
  }

  private begin(block: number, time: Picoseconds): boolean {
    this.alive.push(block);
    this.offset[block] = this.top;
    this.top += this.pile.held[block];
    return this.point(block, time);
  }

  private finish(block: number, time: Picoseconds): boolean {
    const row = this.rowOf(block);
    this.alive.splice(row, 1);
    return this.shift(row, -this.pile.held[block], time);
  }

  /** Moves all blocks from a row upwards. */
  private shift(row: number, by: Bytes, time: Picoseconds): boolean {
    this.top += by;
    if (by === 0) return true;
    for (let i = row; i < this.alive.length; i++) {
      const block = this.alive[i];
      this.offset[block] += by;
      if (!this.point(block, time)) return false;
    }
    return true;
  }

  private point(block: number, time: Picoseconds): boolean {
    const last = this.lastPoint[block];
    if (last >= 0 && this.isOneMove(this.pointTime[last], time)) {
      this.pointOffset[last] = this.offset[block];
      return true;
    }
    if (this.length === this.maxPoints) return false;
    this.lastPoint[block] = this.length;
    this.pointBlock[this.length] = block;
    this.pointTime[this.length] = time;
    this.pointOffset[this.length++] = this.offset[block];
    return true;
  }

  /** By fixed intervals and not by the distance to the last point: all blocks then move at the same times. */
  private isOneMove(earlier: Picoseconds, later: Picoseconds): boolean {
    const { from, resolution } = this.window;
    if (resolution === 0) return earlier === later;
    return Math.floor((earlier - from) / resolution) === Math.floor((later - from) / resolution);
  }

  private rowOf(block: number): number {
    let low = 0;
    let high = this.alive.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.alive[middle] < block) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
