/** Columns of some allocations, for the page. */

import type { NamedAllocations } from '../model/blocks.ts';
import type { AllocationTable, Profile } from '../model/profile.ts';
import type { AllocationIndex } from '../model/units.ts';

/** One row for each index, in the order given. */
export function nameAllocations(
  { events }: Profile,
  allocations: AllocationTable,
  indices: ArrayLike<AllocationIndex>,
): NamedAllocations {
  const { length } = indices;
  const named: NamedAllocations = {
    length,
    start: new Float64Array(length),
    end: new Float64Array(length),
    held: new Float64Array(length),
    requested: new Float64Array(length),
    addressLow: new Uint32Array(length),
    addressHigh: new Uint32Array(length),
  };
  for (let i = 0; i < length; i++) {
    const start = allocations.start[indices[i]];
    const end = allocations.end[indices[i]];
    const event = start < 0 ? end : start;
    named.start[i] = start < 0 ? NaN : events.time[start];
    named.end[i] = end < 0 ? NaN : events.time[end];
    named.held[i] = events.held[event];
    named.requested[i] = events.requested[event];
    named.addressLow[i] = events.addressLow[event];
    named.addressHigh[i] = events.addressHigh[event];
  }
  return named;
}

/** The events that made them; -1 for those from before the capture. */
export function startsOf(allocations: AllocationTable, indices: ArrayLike<AllocationIndex>): Int32Array {
  return Int32Array.from(indices, (index) => allocations.start[index]);
}
