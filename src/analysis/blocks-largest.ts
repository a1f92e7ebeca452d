/** The largest allocations of a window, without sorting all of them. */

import type { AllocationTable, EventTable } from '../model/profile.ts';
import type { AllocationIndex, AllocatorIndex, Bytes, EventIndex } from '../model/units.ts';

export interface WindowAllocations {
  /** At most `limit`, by held bytes, the greatest first; those that started earlier first where several are equal. */
  largest: AllocationIndex[];
  /** Allocations with a start that are alive at some time of the window. */
  alive: number;
}

/** Of the allocator's allocations that are alive somewhere in the events from `first` up to, without, `past`. */
export function largestInWindow(
  events: EventTable,
  allocations: AllocationTable,
  allocator: AllocatorIndex,
  [first, past]: readonly [EventIndex, EventIndex],
  limit: number,
): WindowAllocations {
  const heap = new SmallestOnTop(limit);
  let alive = 0;
  for (let i = 0; i < allocations.length; i++) {
    const start = allocations.start[i];
    if (start >= past) break;
    const end = allocations.end[i];
    if (start < 0 || (end >= 0 && end < first) || events.allocator[start] !== allocator) continue;
    alive++;
    heap.offer(i, events.held[start]);
  }
  return { largest: heap.drain(), alive };
}

/** Keeps the greatest `limit` of what it is offered. Of equals, those offered first. */
class SmallestOnTop {
  private readonly index: Int32Array;
  private readonly size: Float64Array;
  private length = 0;

  constructor(limit: number) {
    this.index = new Int32Array(limit);
    this.size = new Float64Array(limit);
  }

  offer(index: AllocationIndex, size: Bytes): void {
    if (this.length < this.index.length) {
      this.place(this.length++, index, size);
    } else if (this.length > 0 && size > this.size[0]) {
      this.sink(index, size);
    }
  }

  drain(): AllocationIndex[] {
    const rows = Array.from({ length: this.length }, (_, i) => i);
    rows.sort((a, b) => this.size[b] - this.size[a] || this.index[a] - this.index[b]);
    return rows.map((row) => this.index[row]);
  }

  /** Whether row a belongs nearer to the top: smaller, or as small and newer. */
  private isBelow(index: AllocationIndex, size: Bytes, row: number): boolean {
    return size < this.size[row] || (size === this.size[row] && index > this.index[row]);
  }

  private place(hole: number, index: AllocationIndex, size: Bytes): void {
    let at = hole;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (!this.isBelow(index, size, parent)) break;
      this.move(parent, at);
      at = parent;
    }
    this.index[at] = index;
    this.size[at] = size;
  }

  private sink(index: AllocationIndex, size: Bytes): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.length) break;
      if (child + 1 < this.length && this.isBelow(this.index[child + 1], this.size[child + 1], child)) child++;
      if (this.isBelow(index, size, child)) break;
      this.move(child, at);
      at = child;
    }
    this.index[at] = index;
    this.size[at] = size;
  }

  private move(from: number, to: number): void {
    this.index[to] = this.index[from];
    this.size[to] = this.size[from];
  }
}
