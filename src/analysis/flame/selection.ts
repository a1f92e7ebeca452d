/** Which allocations a flame query is about. */

import { at, type AllocationTable, type Profile } from '../../model/profile.ts';
import type { FlameWhat } from '../../model/flame.ts';
import { LiveIndex } from '../live-index.ts';
import type { AllocationIndex, AllocatorIndex, Bytes, EventIndex, Picoseconds } from '../../model/units.ts';

export interface Selection {
  allocations: AllocationIndex[];
  /** The event after which "alive" is meant; null for ranges. -1 is the time before the allocator's first event. */
  event: EventIndex | null;
}

export function select(
  profile: Profile,
  allocations: AllocationTable,
  allocator: AllocatorIndex,
  what: FlameWhat,
): Selection {
  switch (what.kind) {
    case 'alive': {
      const event = lastEventUntil(profile, allocator, what.at);
      return { allocations: aliveAfter(profile, allocations, allocator, event), event };
    }
    case 'alive-at-peak': {
      const event = peakEventOf(profile, allocator, what.from, what.to);
      return { allocations: aliveAfter(profile, allocations, allocator, event), event };
    }
    case 'allocated':
      return { allocations: startedIn(profile, allocations, allocator, what, false), event: null };
    case 'retained':
      return { allocations: startedIn(profile, allocations, allocator, what, true), event: null };
  }
}

/** The allocator's last event at or before a time; -1 where there is none. */
export function lastEventUntil({ events }: Profile, allocator: AllocatorIndex, time: Picoseconds): EventIndex {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (events.time[middle] <= time) low = middle + 1;
    else high = middle;
  }
  let event = low - 1;
  while (event >= 0 && events.allocator[event] !== allocator) event--;
  return event;
}

/**
 * The event after which reserved + in use is greatest within a range. The value that holds when the range begins
 * counts too: its event lies before the range.
 */
export function peakEventOf(
  profile: Profile,
  allocator: AllocatorIndex,
  from: Picoseconds,
  to: Picoseconds,
): EventIndex {
  const { events } = profile;
  let best = lastEventUntil(profile, allocator, from);
  let bestTotal = best < 0 ? -Infinity : totalAfter(profile, best);
  for (let event = best + 1; event < events.length && events.time[event] <= to; event++) {
    if (events.allocator[event] !== allocator) continue;
    const total = totalAfter(profile, event);
    if (total > bestTotal) {
      best = event;
      bestTotal = total;
    }
  }
  return best;
}

function totalAfter({ events }: Profile, event: EventIndex): Bytes {
  return events.inUse[event] + at(events.reserved, event);
}

function aliveAfter(
  { events, allocators }: Profile,
  allocations: AllocationTable,
  allocator: AllocatorIndex,
  event: EventIndex,
): AllocationIndex[] {
  const alive = LiveIndex.of(allocations).aliveAfter(event);
  if (allocators.length === 1) return alive;
  return alive.filter((i) => events.allocator[allocations.start[i]] === allocator);
}

function startedIn(
  { events }: Profile,
  allocations: AllocationTable,
  allocator: AllocatorIndex,
  range: { from: Picoseconds; to: Picoseconds },
  onlyRetained: boolean,
): AllocationIndex[] {
  const started: AllocationIndex[] = [];
  for (let i = 0; i < allocations.length; i++) {
    const start = allocations.start[i];
    if (start < 0 || events.allocator[start] !== allocator) continue;
    if (events.time[start] < range.from || events.time[start] > range.to) continue;
    const end = allocations.end[i];
    if (onlyRetained && end >= 0 && events.time[end] <= range.to) continue;
    started.push(i);
  }
  return started;
}
