/** From an allocation's name to the allocation, and back. */

import { formatAddress, parseAddress } from '../model/address.ts';
import type { AllocationName } from '../model/allocation-rows.ts';
import type { AllocationTable, Profile } from '../model/profile.ts';
import type { AllocationIndex, AllocatorIndex } from '../model/units.ts';

export function nameOfAllocation(
  { events }: Profile,
  { start, end }: AllocationTable,
  index: AllocationIndex,
): AllocationName {
  const event = start[index] < 0 ? end[index] : start[index];
  return {
    start: start[index] < 0 ? null : events.time[start[index]],
    end: end[index] < 0 ? null : events.time[end[index]],
    address: formatAddress(events.addressLow[event], events.addressHigh[event]),
  };
}

/**
 * -1 where the allocator has none of that name. Of several at one address with one start (a lost free), that with the
 * named end, else the first.
 */
export function findAllocation(
  { events }: Profile,
  allocations: AllocationTable,
  allocator: AllocatorIndex,
  name: AllocationName,
): AllocationIndex {
  const address = parseAddress(name.address);
  if (address === null) return -1;
  let found = -1;
  for (let i = 0; i < allocations.length; i++) {
    const start = allocations.start[i];
    if (start < 0 !== (name.start === null)) continue;
    const event = start < 0 ? allocations.end[i] : start;
    if (name.start !== null && events.time[event] !== name.start) {
      // They are in order of their first event.
      if (events.time[event] > name.start) break;
      continue;
    }
    if (events.addressLow[event] !== address.low || events.addressHigh[event] !== address.high) continue;
    if (events.allocator[event] !== allocator) continue;
    const end = allocations.end[i];
    if ((end < 0 ? null : events.time[end]) === name.end) return i;
    if (found < 0) found = i;
  }
  return found;
}
