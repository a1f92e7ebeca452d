/** How much of what is in use belongs to allocations that the capture saw being made. */

import { ALLOCATION, type AllocationTable, type Profile } from '../model/profile.ts';

const made = new WeakMap<AllocationTable, Float64Array>();

/**
 * For each event the bytes of its allocator's allocations that are alive after it and whose start is in the capture.
 * In use less this is from before the capture, where no events were lost. Made once for a profile.
 */
export function knownBytes({ events, allocators }: Profile, allocations: AllocationTable): Float64Array {
  const before = made.get(allocations);
  if (before !== undefined) return before;
  const known = new Float64Array(events.length);
  // The changes first: an event may begin one allocation and, where a free was lost, end another.
  for (let i = 0; i < allocations.length; i++) {
    const start = allocations.start[i];
    const end = allocations.end[i];
    if (start >= 0 && end >= 0) known[end] -= events.held[start];
  }
  const sums = new Float64Array(allocators.length);
  for (let event = 0; event < events.length; event++) {
    const change = known[event] + (events.kind[event] === ALLOCATION ? events.held[event] : 0);
    known[event] = sums[events.allocator[event]] += change;
  }
  made.set(allocations, known);
  return known;
}
