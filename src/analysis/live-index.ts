/**
 * Finds what is alive after an event without a walk over all allocations: moving a cursor through millions of events
 * asks for it with every step.
 *
 * Allocations lie in the order of their first event, so what began by an event is a prefix. Over it stands a tree of
 * the latest ends: a block in which everything had ended by then is passed over whole.
 *
 *     latest end   [ 91 ······································· ] [ ∞ ···         16 blocks make one of the next level
 *                  [ 12 ] [ 91 ·········· ] [ 40 ]                after event 50: only the second one is looked into
 *     allocations   ·· ··  ···· ·· ·· ····   ···                  16 a block
 */

import type { AllocationTable } from '../model/profile.ts';
import type { AllocationIndex, EventIndex } from '../model/units.ts';

/** Allocations in a block, and blocks in one of the next level; a power of two. */
const FAN_OUT_BITS = 4;
const FAN_OUT = 1 << FAN_OUT_BITS;
const NEVER = 0x7fffffff;

export class LiveIndex {
  private readonly allocations: AllocationTable;
  /** Latest end in each block, the finest level first; `NEVER` where something in it is never freed. */
  private readonly latestEnd: Int32Array[] = [];
  /** Those from before the capture, in the order of their end, which is the order of the table. */
  private readonly older: Int32Array; // AllocationIndex

  private static readonly made = new WeakMap<AllocationTable, LiveIndex>();

  private constructor(allocations: AllocationTable) {
    this.allocations = allocations;
    const { length, start, end } = allocations;
    const older: AllocationIndex[] = [];
    let level = new Int32Array(Math.ceil(length / FAN_OUT));
    for (let i = 0; i < length; i++) {
      const block = i >>> FAN_OUT_BITS;
      if (start[i] < 0) older.push(i);
      else level[block] = Math.max(level[block], end[i] < 0 ? NEVER : end[i]);
    }
    this.older = Int32Array.from(older);
    this.latestEnd.push(level);
    while (level.length > FAN_OUT) {
      const next = new Int32Array(Math.ceil(level.length / FAN_OUT));
      for (let i = 0; i < level.length; i++) {
        const block = i >>> FAN_OUT_BITS;
        next[block] = Math.max(next[block], level[i]);
      }
      this.latestEnd.push(next);
      level = next;
    }
  }

  /** Made once for a table: one walk over it. */
  static of(allocations: AllocationTable): LiveIndex {
    let index = LiveIndex.made.get(allocations);
    if (index === undefined) {
      index = new LiveIndex(allocations);
      LiveIndex.made.set(allocations, index);
    }
    return index;
  }

  /**
   * Allocations of all allocators whose start is in the capture and that are alive after the event, in order of their
   * start. Costs about as many steps as there are, times the levels.
   */
  aliveAfter(event: EventIndex): AllocationIndex[] {
    const { start, end } = this.allocations;
    const alive: AllocationIndex[] = [];
    const stop = this.firstAfter(event);
    for (let i = 0; i < stop; ) {
      const skipped = this.endOfDeadBlock(i, event);
      if (skipped > i) {
        i = skipped;
        continue;
      }
      const blockEnd = Math.min(stop, i + FAN_OUT);
      for (; i < blockEnd; i++) if (start[i] >= 0 && (end[i] < 0 || end[i] > event)) alive.push(i);
    }
    return alive;
  }

  /** Allocations from before the capture that are freed after the event: what they held, and where, is known by then. */
  olderAliveAfter(event: EventIndex): Int32Array {
    const { end } = this.allocations;
    let low = 0;
    let high = this.older.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (end[this.older[middle]] <= event) low = middle + 1;
      else high = middle;
    }
    return this.older.subarray(low);
  }

  /** The first allocation that begins after the event. */
  private firstAfter(event: EventIndex): AllocationIndex {
    const { length, start, end } = this.allocations;
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const first = start[middle] < 0 ? end[middle] : start[middle];
      if (first <= event) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where the largest block ends that begins at `i` and has nothing alive; `i` where there is none. */
  private endOfDeadBlock(i: AllocationIndex, event: EventIndex): AllocationIndex {
    let found = i;
    for (let level = 0, block = i >>> FAN_OUT_BITS; level < this.latestEnd.length; level++) {
      if (this.latestEnd[level][block] > event) break;
      const bits = FAN_OUT_BITS * (level + 1);
      found = (block + 1) << bits;
      if ((block & (FAN_OUT - 1)) !== 0) break;
      block >>>= FAN_OUT_BITS;
    }
    return found;
  }
}
