/**
 * Sums allocations that end up in one box before any box is looked up by name: a range can hold millions of them, of a
 * few thousand call stacks.
 */

import type { FlameQuery } from '../../model/flame.ts';
import { PairTable } from '../../model/pair-table.ts';
import type { AllocationTable, Profile } from '../../model/profile.ts';
import type { AllocationIndex } from '../../model/units.ts';

/** Allocations of one call stack (and of one size, where boxes are told apart by it), in columns. */
export interface AllocationSums {
  length: number;
  /** The event of one of them. */
  start: Int32Array; // EventIndex
  /** As the query measures them. */
  bytes: Float64Array;
  held: Float64Array;
  count: Float64Array;
  oldest: Float64Array; // Picoseconds
  newest: Float64Array; // Picoseconds
}

/** The allocations in order of their start. Where a file does not state what was requested, held bytes stand in. */
export function sumAllocations(
  { events }: Profile,
  { start }: AllocationTable,
  chosen: readonly AllocationIndex[],
  { grouping, width }: Pick<FlameQuery, 'grouping' | 'width'>,
): AllocationSums {
  const size = width === 'held' ? events.held : events.requested;
  const bySize = grouping === 'call-site';
  const groups = new PairTable();
  const sizes = new SizeNumbers();
  const groupOf = new Int32Array(chosen.length);
  for (let i = 0; i < chosen.length; i++) {
    const event = start[chosen[i]];
    groupOf[i] = groups.intern(events.stack[event], bySize ? sizes.of(events.held[event]) : 0);
  }
  const { length } = groups;
  const sums: AllocationSums = {
    length,
    start: new Int32Array(length).fill(-1),
    bytes: new Float64Array(length),
    held: new Float64Array(length),
    count: new Float64Array(length),
    oldest: new Float64Array(length),
    newest: new Float64Array(length),
  };
  for (let i = 0; i < chosen.length; i++) {
    const event = start[chosen[i]];
    const group = groupOf[i];
    const held = events.held[event];
    if (sums.start[group] < 0) {
      sums.start[group] = event;
      sums.oldest[group] = events.time[event];
    }
    sums.newest[group] = events.time[event];
    sums.held[group] += held;
    sums.bytes[group] += Number.isNaN(size[event]) ? held : size[event];
    sums.count[group]++;
  }
  return sums;
}

/** Numbers sizes in the order in which they come: they have more bits than a pair can hold. */
class SizeNumbers {
  private readonly numbers = new Map<number, number>();

  of(size: number): number {
    let number = this.numbers.get(size);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(size, number);
    }
    return number;
  }
}
