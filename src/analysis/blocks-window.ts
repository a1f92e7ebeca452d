/** One allocator's memory within a window of time, event by event: what blocks stand on and reach up to. */

import type { AllocatorCurves } from '../model/curve.ts';
import { ALLOCATION, at, type Profile } from '../model/profile.ts';
import type { AllocationIndex, AllocatorIndex, Bytes, EventIndex, Picoseconds } from '../model/units.ts';
import type { BaseSteps } from './blocks-stack.ts';
import { endedAllocations } from './ended-allocations.ts';
import type { Lifetimes } from './lifetimes.ts';
import { LodBuilder } from './lod.ts';

/** What holds at a moment. `known` are allocations whose start is in the capture. */
interface MemoryState {
  inUse: Bytes;
  reserved: Bytes;
  known: Bytes;
}

export interface WindowMemory {
  curves: AllocatorCurves;
  /** Reserved, and in use beyond what is known; changes within one `resolution` are one. */
  base: BaseSteps;
  /** By how much known allocations exceed what is in use, at most. */
  overshoot: Bytes;
}

/** The window's events, and the times they lie between. */
export interface EventWindow {
  from: Picoseconds;
  to: Picoseconds;
  first: EventIndex;
  past: EventIndex;
}

/** Calls `visit` with the state before the window (event -1), then after each of the allocator's events in it. */
function walkWindow(
  profile: Profile,
  { allocations, perAllocator }: Lifetimes,
  allocator: AllocatorIndex,
  { first, past }: EventWindow,
  counts: (allocation: AllocationIndex) => boolean,
  visit: (event: EventIndex, state: MemoryState) => void,
): void {
  const { events } = profile;
  const ended = endedAllocations(events, allocations);
  let last = first - 1;
  while (last >= 0 && events.allocator[last] !== allocator) last--;
  // Nothing tells what was reserved before the first event: what that one states is taken to have held already.
  const stated = last >= 0 ? last : Math.max(0, events.allocator.indexOf(allocator));
  const state: MemoryState = {
    inUse: last < 0 ? perAllocator[allocator].inUseBefore : events.inUse[last],
    reserved: events.length === 0 ? 0 : at(events.reserved, stated),
    known: 0,
  };
  let next = 0;
  for (; next < allocations.length; next++) {
    const start = allocations.start[next];
    if (start >= first) break;
    const end = allocations.end[next];
    if (start < 0 || (end >= 0 && end < first) || events.allocator[start] !== allocator || !counts(next)) continue;
    state.known += events.held[start];
  }
  visit(-1, state);
  for (let event = first; event < past; event++) {
    const isAllocation = events.kind[event] === ALLOCATION;
    // Allocations are in order of their first event, so those that start here come by one after the other.
    while (isAllocation && next < allocations.length && allocations.start[next] < event) next++;
    if (events.allocator[event] !== allocator) continue;
    state.inUse = events.inUse[event];
    state.reserved = at(events.reserved, event);
    if (isAllocation && next < allocations.length && counts(next)) state.known += events.held[event];
    const before = ended[event];
    if (before >= 0 && allocations.start[before] >= 0 && counts(before)) {
      state.known -= events.held[allocations.start[before]];
    }
    visit(event, state);
  }
}

/** The curves of the window and the base of its blocks. */
export function memoryOfWindow(
  profile: Profile,
  lifetimes: Lifetimes,
  allocator: AllocatorIndex,
  window: EventWindow,
  resolution: Picoseconds,
): WindowMemory {
  const { time } = profile.events;
  const { from, to } = window;
  const steps = countEvents(profile, allocator, window);
  const base = new BaseRecorder(from, resolution);
  let builders: { total: LodBuilder; reserved: LodBuilder; before: LodBuilder } | null = null;
  let reservedLast = NaN;
  let beforeLast = NaN;
  let overshoot = 0;
  walkWindow(profile, lifetimes, allocator, window, () => true, (event, { inUse, reserved, known }) => {
    const before = Math.max(0, inUse - known);
    overshoot = Math.max(overshoot, known - inUse);
    base.step(event, event < 0 ? from : time[event], reserved + before);
    if (builders === null) {
      builders = {
        total: new LodBuilder(reserved + inUse, steps, to - from),
        reserved: new LodBuilder(reserved, steps, to - from),
        before: new LodBuilder(before, steps, to - from),
      };
    } else {
      builders.total.step(time[event], reserved + inUse);
      if (reserved !== reservedLast) builders.reserved.step(time[event], reserved);
      if (before !== beforeLast) builders.before.step(time[event], before);
    }
    reservedLast = reserved;
    beforeLast = before;
  });
  return { curves: finishCurves(builders, window), base: base.finish(), overshoot };
}

/** The greatest sum of those alive at once among the allocations that `counts` takes. */
export function greatestSum(
  profile: Profile,
  lifetimes: Lifetimes,
  allocator: AllocatorIndex,
  window: EventWindow,
  counts: (allocation: AllocationIndex) => boolean,
): Bytes {
  let greatest = 0;
  walkWindow(profile, lifetimes, allocator, window, counts, (_, { known }) => {
    if (known > greatest) greatest = known;
  });
  return greatest;
}

function finishCurves(
  builders: { total: LodBuilder; reserved: LodBuilder; before: LodBuilder } | null,
  { from, to }: EventWindow,
): AllocatorCurves {
  const finish = (builder: LodBuilder | undefined): AllocatorCurves['total'] => (builder ?? new LodBuilder(0, 0, 0)).finish();
  return {
    start: from,
    end: to,
    total: finish(builders?.total),
    reserved: finish(builders?.reserved),
    beforeCapture: finish(builders?.before),
  };
}

function countEvents({ events }: Profile, allocator: AllocatorIndex, { first, past }: EventWindow): number {
  let count = 0;
  for (let event = first; event < past; event++) if (events.allocator[event] === allocator) count++;
  return count;
}

/** Collects the base's steps; of those within one interval of `resolution`, the first's event and the last's value. */
class BaseRecorder {
  private readonly event: number[] = [];
  private readonly value: number[] = [];
  private initial: Bytes = 0;
  private last: Bytes = 0;
  private interval = -1;

  constructor(
    private readonly from: Picoseconds,
    private readonly resolution: Picoseconds,
  ) {}

  step(event: EventIndex, time: Picoseconds, value: Bytes): void {
    if (event < 0) {
      this.initial = value;
      this.last = value;
      return;
    }
    if (value === this.last) return;
    this.last = value;
    const interval = this.resolution === 0 ? -1 : Math.floor((time - this.from) / this.resolution);
    if (interval >= 0 && interval === this.interval) {
      this.value[this.value.length - 1] = value;
      return;
    }
    this.interval = interval;
    this.event.push(event);
    this.value.push(value);
  }

  finish(): BaseSteps {
    return { initial: this.initial, event: Int32Array.from(this.event), value: Float64Array.from(this.value) };
  }
}
