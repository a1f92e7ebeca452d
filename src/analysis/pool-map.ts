/** Answers the pool map question: what is known to lie where at a moment. */

import type { NamedAllocations, PoolMap } from '../model/blocks.ts';
import { addressDistance } from '../model/address.ts';
import type { FlameWhat } from '../model/flame.ts';
import { at, type AllocationTable, type Profile } from '../model/profile.ts';
import type { AllocationIndex, AllocatorIndex, Bytes, EventIndex } from '../model/units.ts';
import { originsOf } from './allocation-origins.ts';
import { select } from './flame/selection.ts';
import type { Lifetimes } from './lifetimes.ts';
import { LiveIndex } from './live-index.ts';
import { nameAllocations, startsOf } from './named-allocations.ts';
import { orderByKeys } from './sort-order.ts';

export type Moment = Extract<FlameWhat, { kind: 'alive' | 'alive-at-peak' }>;

/**
 * Memory from before the capture is on the map only where a deallocation in the capture names its address. The rest of
 * it lies somewhere in the gaps, so a gap is "free or unknown" and the largest free block cannot be told.
 */
export function poolMap(
  profile: Profile,
  { allocations, perAllocator }: Lifetimes,
  allocator: AllocatorIndex,
  moment: Moment,
): PoolMap {
  const { events } = profile;
  const selection = select(profile, allocations, allocator, moment);
  const event = selection.event ?? -1;
  const alive = [...selection.allocations, ...olderAlive(profile, allocations, allocator, event)];
  const keys = { high: new Uint32Array(alive.length), low: new Uint32Array(alive.length) };
  for (const [row, allocation] of alive.entries()) {
    const first = allocations.start[allocation] < 0 ? allocations.end[allocation] : allocations.start[allocation];
    keys.high[row] = events.addressHigh[first];
    keys.low[row] = events.addressLow[first];
  }
  const byAddress = Array.from(orderByKeys(keys), (row) => alive[row]);
  const named = nameAllocations(profile, allocations, byAddress);
  const inUse = event < 0 ? perAllocator[allocator].inUseBefore : events.inUse[event];
  const known = named.held.reduce((sum, held) => sum + held, 0);
  return {
    allocator,
    moment: event < 0 ? (events.time[0] ?? 0) : events.time[event],
    event,
    hasAddresses: statesAddresses(profile, allocator),
    allocations: named,
    origins: originsOf(profile, startsOf(allocations, byAddress)),
    inUse,
    unknown: Math.max(0, inUse - known),
    reserved: event < 0 ? 0 : at(events.reserved, event),
    largestGap: largestGap(named),
    ...statedFree(profile, allocator, event),
  };
}

/** Allocations from before the capture that are freed after the event: what they held and where is known. */
export function olderAlive(
  { events }: Profile,
  allocations: AllocationTable,
  allocator: AllocatorIndex,
  event: EventIndex,
): AllocationIndex[] {
  const older = LiveIndex.of(allocations).olderAliveAfter(event);
  return Array.from(older).filter((i) => events.allocator[allocations.end[i]] === allocator);
}

/** Rows are in order of address. */
function largestGap({ length, held, addressLow, addressHigh }: NamedAllocations): Bytes {
  let largest = 0;
  /** End of what is covered so far, after row 0's address. Where events were lost, allocations may overlap. */
  let covered = 0;
  const origin = { low: addressLow[0], high: addressHigh[0] };
  for (let row = 0; row < length; row++) {
    const from = addressDistance({ low: addressLow[row], high: addressHigh[row] }, origin);
    largest = Math.max(largest, from - covered);
    covered = Math.max(covered, from + held[row]);
  }
  return largest;
}

function statesAddresses({ events }: Profile, allocator: AllocatorIndex): boolean {
  for (let event = 0; event < events.length; event++) {
    if (events.allocator[event] !== allocator) continue;
    if (events.addressLow[event] !== 0 || events.addressHigh[event] !== 0) return true;
  }
  return false;
}

function statedFree(
  { events, allocators }: Profile,
  allocator: AllocatorIndex,
  event: EventIndex,
): Pick<PoolMap, 'free' | 'fragmentation'> {
  if (event < 0) return { free: null, fragmentation: null };
  const { capacity } = allocators[allocator];
  const free =
    events.free?.[event] ?? (capacity === null ? NaN : capacity - at(events.reserved, event) - events.inUse[event]);
  const stated = events.fragmentation[event];
  return {
    free: Number.isNaN(free) ? null : free,
    // A Float32 of six printed digits.
    fragmentation: Number.isNaN(stated) ? null : Number(stated.toPrecision(6)),
  };
}
