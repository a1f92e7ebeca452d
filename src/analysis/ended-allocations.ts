/** From an event to the allocation that it ends. */

import type { AllocationTable, EventTable } from '../model/profile.ts';

const known = new WeakMap<AllocationTable, Int32Array>();

/** For each event the allocation that ends with it; -1 where none does. Made once for a profile. */
export function endedAllocations(events: EventTable, allocations: AllocationTable): Int32Array {
  let ended = known.get(allocations);
  if (ended === undefined) {
    ended = new Int32Array(events.length).fill(-1);
    for (let i = 0; i < allocations.length; i++) if (allocations.end[i] >= 0) ended[allocations.end[i]] = i;
    known.set(allocations, ended);
  }
  return ended;
}
