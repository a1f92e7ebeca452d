/** The allocations of a query in its order, kept so that the next window of rows costs nothing. */

import type { AllocationListQuery, CountedBytes } from '../model/allocation-rows.ts';
import type { Profile } from '../model/profile.ts';
import type { AllocatorIndex, EventIndex } from '../model/units.ts';
import { allocationFilter } from './allocation-filter.ts';
import { sortAllocations } from './allocation-order.ts';
import { select } from './flame/selection.ts';
import type { Lifetimes } from './lifetimes.ts';
import { olderAlive } from './pool-map.ts';

export interface AllocationList {
  /** Filtered and in order. */
  order: Int32Array; // AllocationIndex
  all: CountedBytes;
  filtered: CountedBytes;
  /** The event after which "alive" is meant; null for a range, -1 before the first. */
  event: EventIndex | null;
  filterFault: string | null;
}

/** What was asked last is kept at each of its stages: a new order filters nothing, a new window does nothing. */
interface Kept {
  selection: { key: string; indices: Int32Array; all: CountedBytes; event: EventIndex | null };
  filter: { key: string; indices: Int32Array; filtered: CountedBytes; fault: string | null };
  order: { key: string; indices: Int32Array };
}

const kept = new WeakMap<Lifetimes, Kept>();

export function listAllocations(
  profile: Profile,
  lifetimes: Lifetimes,
  allocator: AllocatorIndex,
  query: AllocationListQuery,
): AllocationList {
  const before = kept.get(lifetimes);
  const selectionKey = JSON.stringify([allocator, query.what]);
  const selection =
    before?.selection.key === selectionKey
      ? before.selection
      : { key: selectionKey, ...selectAll(profile, lifetimes, allocator, query) };
  const filterKey = JSON.stringify([selectionKey, query.filter.trim()]);
  const filter =
    before?.filter.key === filterKey
      ? before.filter
      : { key: filterKey, ...filterRows(profile, lifetimes, selection, query.filter) };
  const orderKey = JSON.stringify([filterKey, query.sort, query.descending]);
  const order =
    before?.order.key === orderKey
      ? before.order
      : {
          key: orderKey,
          indices: sortAllocations(profile, lifetimes.allocations, filter.indices, query.sort, query.descending),
        };
  kept.set(lifetimes, { selection, filter, order });
  return {
    order: order.indices,
    all: selection.all,
    filtered: filter.filtered,
    event: selection.event,
    filterFault: filter.fault,
  };
}

/** In order of start. At a moment also those from before the capture that are freed after it: they have a size. */
function selectAll(
  profile: Profile,
  lifetimes: Lifetimes,
  allocator: AllocatorIndex,
  { what }: AllocationListQuery,
): Omit<Kept['selection'], 'key'> {
  const { allocations } = lifetimes;
  const { allocations: started, event } = select(profile, allocations, allocator, what);
  const older = event === null ? [] : olderAlive(profile, allocations, allocator, event);
  const indices = new Int32Array(older.length + started.length);
  indices.set(older);
  indices.set(started, older.length);
  return { indices, event, all: countBytes(profile, lifetimes, indices) };
}

function filterRows(
  profile: Profile,
  lifetimes: Lifetimes,
  { indices, all }: Kept['selection'],
  typed: string,
): Omit<Kept['filter'], 'key'> {
  const { passes, fault } = allocationFilter(profile, lifetimes.allocations, typed);
  if (passes === null) return { indices, filtered: all, fault };
  const passed = indices.filter((index) => passes(index));
  return { indices: passed, filtered: countBytes(profile, lifetimes, passed), fault };
}

function countBytes({ events }: Profile, { allocations }: Lifetimes, indices: Int32Array): CountedBytes {
  let held = 0;
  let requested = 0;
  for (const index of indices) {
    const event = firstEvent(allocations.start[index], allocations.end[index]);
    held += events.held[event];
    if (!Number.isNaN(events.requested[event])) requested += events.requested[event];
  }
  return { count: indices.length, held, requested };
}

function firstEvent(start: EventIndex, end: EventIndex): EventIndex {
  return start < 0 ? end : start;
}
