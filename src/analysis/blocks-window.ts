/** One allocator's memory within a window of time: what blocks stand on and reach up to. */

import type { AllocatorCurves } from '../model/curve.ts';
import { at, type Profile } from '../model/profile.ts';
import type { AllocationIndex, AllocatorIndex, Bytes, EventIndex, Picoseconds } from '../model/units.ts';
import type { BaseSteps } from './blocks-stack.ts';
import { knownBytes } from './known-bytes.ts';
import type { Lifetimes } from './lifetimes.ts';
import { LodBuilder } from './lod.ts';

/** The window's events (from `first` up to, without, `past`), and the times they lie between. */
export interface EventWindow {
  from: Picoseconds;
  to: Picoseconds;
  first: EventIndex;
  past: EventIndex;
}

export interface WindowMemory {
  curves: AllocatorCurves;
  /** Reserved, and in use beyond what is known; changes within one `resolution` are one. */
  base: BaseSteps;
  /** By how much known allocations exceed what is in use, at most. */
  overshoot: Bytes;
}

/** The curves of the window and the base of its blocks. */
export function memoryOfWindow(
  profile: Profile,
  lifetimes: Lifetimes,
  allocator: AllocatorIndex,
  { from, to, first, past }: EventWindow,
  resolution: Picoseconds,
): WindowMemory {
  const { events } = profile;
  const known = knownBytes(profile, lifetimes.allocations);
  const steps = countEvents(profile, allocator, first, past);
  const last = lastEventBefore(profile, allocator, first);
  const inUseAtStart = last < 0 ? lifetimes.perAllocator[allocator].inUseBefore : events.inUse[last];
  const excessAtStart = inUseAtStart - (last < 0 ? 0 : known[last]);
  // Nothing tells what was reserved before the first event: what that one states is taken to have held already.
  const stated = last < 0 ? events.allocator.indexOf(allocator) : last;
  let reservedLast = stated < 0 ? 0 : at(events.reserved, stated);
  let beforeLast = Math.max(0, excessAtStart);
  let overshoot = Math.max(0, -excessAtStart);
  const base = new BaseRecorder(reservedLast + beforeLast, from, resolution);
  const total = new LodBuilder(reservedLast + inUseAtStart, steps, to - from);
  const reservedSteps = new LodBuilder(reservedLast, steps, to - from);
  const beforeSteps = new LodBuilder(beforeLast, steps, to - from);
  for (let event = first; event < past; event++) {
    if (events.allocator[event] !== allocator) continue;
    const time = events.time[event];
    const inUse = events.inUse[event];
    const reserved = at(events.reserved, event);
    const before = Math.max(0, inUse - known[event]);
    if (known[event] - inUse > overshoot) overshoot = known[event] - inUse;
    total.step(time, reserved + inUse);
    if (reserved === reservedLast && before === beforeLast) continue;
    if (reserved !== reservedLast) reservedSteps.step(time, reserved);
    if (before !== beforeLast) beforeSteps.step(time, before);
    reservedLast = reserved;
    beforeLast = before;
    base.step(event, time, reserved + before);
  }
  const curves: AllocatorCurves = {
    start: from,
    end: to,
    total: total.finish(),
    reserved: reservedSteps.finish(),
    beforeCapture: beforeSteps.finish(),
  };
  return { curves, base: base.finish(), overshoot };
}

/** The greatest sum of known allocations alive at once within the window, without those that are `blocks`. */
export function greatestRest(
  profile: Profile,
  { allocations }: Lifetimes,
  allocator: AllocatorIndex,
  { first, past }: EventWindow,
  blocks: readonly AllocationIndex[],
): Bytes {
  const { events } = profile;
  const known = knownBytes(profile, allocations);
  let ofBlocks = 0;
  const changes: { event: EventIndex; bytes: Bytes }[] = [];
  for (const block of blocks) {
    const start = allocations.start[block];
    const end = allocations.end[block];
    const held = events.held[start];
    if (start < first) ofBlocks += held;
    else changes.push({ event: start, bytes: held });
    if (end >= 0 && end < past) changes.push({ event: end, bytes: -held });
  }
  changes.sort((a, b) => a.event - b.event);
  const last = lastEventBefore(profile, allocator, first);
  let greatest = (last < 0 ? 0 : known[last]) - ofBlocks;
  let next = 0;
  for (let event = first; event < past; event++) {
    for (; next < changes.length && changes[next].event === event; next++) ofBlocks += changes[next].bytes;
    if (events.allocator[event] === allocator && known[event] - ofBlocks > greatest) greatest = known[event] - ofBlocks;
  }
  return greatest;
}

function lastEventBefore({ events }: Profile, allocator: AllocatorIndex, first: EventIndex): EventIndex {
  let last = first - 1;
  while (last >= 0 && events.allocator[last] !== allocator) last--;
  return last;
}

function countEvents({ events }: Profile, allocator: AllocatorIndex, first: EventIndex, past: EventIndex): number {
  let count = 0;
  for (let event = first; event < past; event++) if (events.allocator[event] === allocator) count++;
  return count;
}

/** Collects the base's steps; of those within one interval of `resolution`, the first's event and the last's value. */
class BaseRecorder {
  private readonly event: number[] = [];
  private readonly value: number[] = [];
  private readonly initial: Bytes;
  private readonly from: Picoseconds;
  private readonly resolution: Picoseconds;
  private last: Bytes;
  private interval = -1;

  constructor(initial: Bytes, from: Picoseconds, resolution: Picoseconds) {
    this.initial = initial;
    this.from = from;
    this.resolution = resolution;
    this.last = initial;
  }

  step(event: EventIndex, time: Picoseconds, value: Bytes): void {
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
