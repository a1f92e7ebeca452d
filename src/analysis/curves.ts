/** The curves of every allocator, from one walk over the events. */

import type { AllocatorCurves, CurveWindow, StepSeries } from '../model/curve.ts';
import { DEALLOCATION, at, type Profile } from '../model/profile.ts';
import type { AllocatorIndex, Picoseconds } from '../model/units.ts';
import { LodBuilder } from './lod.ts';
import type { Lifetimes } from './lifetimes.ts';

/** One for each allocator. Curves span the whole capture, so that those of several allocators share their axis. */
export function allocatorCurves(profile: Profile, lifetimes: Lifetimes): AllocatorCurves[] {
  const { events, allocators } = profile;
  const start = events.length > 0 ? events.time[0] : 0;
  const end = events.length > 0 ? events.time[events.length - 1] : 0;
  const duration = end - start;
  const builders = allocators.map(({ allocations, deallocations }, index) => {
    const { inUseBefore } = lifetimes.perAllocator[index];
    const reserved = NaN;
    return {
      total: new LodBuilder(inUseBefore + reservedBefore(profile, index), allocations + deallocations, duration),
      reserved: new LodBuilder(reservedBefore(profile, index), reservedChanges(profile, index), duration),
      before: new LodBuilder(inUseBefore, lifetimes.perAllocator[index].freesWithoutAllocation.count, duration),
      lastReserved: reserved,
      stillBefore: inUseBefore,
    };
  });
  const isOlder = freesOfOlderMemory(profile, lifetimes);
  for (let event = 0; event < events.length; event++) {
    const builder = builders[events.allocator[event]];
    const time = events.time[event];
    const reserved = at(events.reserved, event);
    builder.total.step(time, reserved + events.inUse[event]);
    if (reserved !== builder.lastReserved) {
      builder.reserved.step(time, reserved);
      builder.lastReserved = reserved;
    }
    if (isOlder(event)) {
      builder.stillBefore = Math.max(0, builder.stillBefore - events.held[event]);
      builder.before.step(time, builder.stillBefore);
    }
  }
  return builders.map(({ total, reserved, before }) => ({
    start,
    end,
    total: total.finish(),
    reserved: reserved.finish(),
    beforeCapture: before.finish(),
  }));
}

/**
 * The exact steps of a window, or how many there are where they exceed `limit`. Values that hold at `from` are the
 * series' `initial`.
 */
export function curveWindow(
  profile: Profile,
  lifetimes: Lifetimes,
  allocator: AllocatorIndex,
  from: Picoseconds,
  to: Picoseconds,
  limit: number,
): CurveWindow | { tooManySteps: number } {
  const { events } = profile;
  const first = lowerBound(events.time, from);
  const past = upperBound(events.time, to);
  const own: number[] = [];
  let count = 0;
  for (let event = first; event < past; event++) {
    if (events.allocator[event] !== allocator) continue;
    count++;
    if (count <= limit) own.push(event);
  }
  if (count > limit) return { tooManySteps: count };
  const initial = stateBefore(profile, lifetimes, allocator, first);
  const time = Float64Array.from(own, (event) => events.time[event]);
  const reserved = Float64Array.from(own, (event) => at(events.reserved, event));
  const total = Float64Array.from(own, (event, i) => reserved[i] + events.inUse[event]);
  const isOlder = freesOfOlderMemory(profile, lifetimes);
  const before: { time: number[]; value: number[] } = { time: [], value: [] };
  let still = initial.before;
  for (const event of own) {
    if (!isOlder(event)) continue;
    still = Math.max(0, still - events.held[event]);
    before.time.push(events.time[event]);
    before.value.push(still);
  }
  return {
    from,
    to,
    total: { initial: initial.total, time, value: total },
    reserved: changesOf({ initial: initial.reserved, time, value: reserved }),
    beforeCapture: {
      initial: initial.before,
      time: Float64Array.from(before.time),
      value: Float64Array.from(before.value),
    },
  };
}

function stateBefore(
  profile: Profile,
  lifetimes: Lifetimes,
  allocator: AllocatorIndex,
  first: number,
): { total: number; reserved: number; before: number } {
  const { events } = profile;
  const { inUseBefore } = lifetimes.perAllocator[allocator];
  let last = first - 1;
  while (last >= 0 && events.allocator[last] !== allocator) last--;
  const reserved = last < 0 ? reservedBefore(profile, allocator) : at(events.reserved, last);
  const inUse = last < 0 ? inUseBefore : events.inUse[last];
  let before = inUseBefore;
  for (const event of olderFrees(lifetimes)) {
    if (event >= first) continue;
    if (events.allocator[event] === allocator) before = Math.max(0, before - events.held[event]);
  }
  return { total: inUse + reserved, reserved, before };
}

/** Reserved memory before the first event: nothing tells, so what that event states is taken to have held already. */
function reservedBefore(profile: Profile, allocator: AllocatorIndex): number {
  const first = profile.events.allocator.indexOf(allocator);
  return first < 0 ? 0 : at(profile.events.reserved, first);
}

function reservedChanges(profile: Profile, allocator: AllocatorIndex): number {
  const { events } = profile;
  if (typeof events.reserved === 'number') return 1;
  let changes = 0;
  let last = NaN;
  for (let event = 0; event < events.length; event++) {
    if (events.allocator[event] !== allocator || events.reserved[event] === last) continue;
    last = events.reserved[event];
    changes++;
  }
  return changes;
}

function changesOf({ initial, time, value }: StepSeries): StepSeries {
  const kept: number[] = [];
  let last = initial;
  for (let i = 0; i < value.length; i++) {
    if (value[i] === last) continue;
    last = value[i];
    kept.push(i);
  }
  return { initial, time: Float64Array.from(kept, (i) => time[i]), value: Float64Array.from(kept, (i) => value[i]) };
}

/** Events that free memory from before the capture, in order of time. */
function* olderFrees({ allocations }: Lifetimes): Generator<number> {
  for (let i = 0; i < allocations.length; i++) if (allocations.start[i] < 0) yield allocations.end[i];
}

/** A test for such events, to be asked in ascending order. */
function freesOfOlderMemory(profile: Profile, lifetimes: Lifetimes): (event: number) => boolean {
  const older = olderFrees(lifetimes);
  let next = older.next();
  return (event) => {
    if (profile.events.kind[event] !== DEALLOCATION) return false;
    while (!next.done && next.value < event) next = older.next();
    return !next.done && next.value === event;
  };
}

function lowerBound(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function upperBound(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
