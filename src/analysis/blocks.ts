/** Answers the blocks question: the largest allocations of a window as blocks, the rest as one band. */

import type { BlocksAnswer, BlocksQuery } from '../model/blocks.ts';
import type { Profile } from '../model/profile.ts';
import type { AllocationIndex, AllocatorIndex } from '../model/units.ts';
import { originsOf } from './allocation-origins.ts';
import { largestInWindow } from './blocks-largest.ts';
import { stackBlocks, type BlockPoints, type Pile, type PileWindow } from './blocks-stack.ts';
import { greatestRest, memoryOfWindow, type EventWindow } from './blocks-window.ts';
import type { Lifetimes } from './lifetimes.ts';
import { nameAllocations, startsOf } from './named-allocations.ts';

/**
 * As many of the largest allocations as both limits allow become blocks. Base, blocks and rest add up to the total
 * after every event, where no events were lost.
 */
export function blocks(
  profile: Profile,
  lifetimes: Lifetimes,
  allocator: AllocatorIndex,
  { from, to, resolution, maxBlocks, maxPoints }: BlocksQuery,
): BlocksAnswer {
  const { events } = profile;
  const { allocations } = lifetimes;
  const window: EventWindow = { from, to, first: firstFrom(events.time, from), past: firstPast(events.time, to) };
  const { curves, base, overshoot } = memoryOfWindow(profile, lifetimes, allocator, window, resolution);
  const { first, past } = window;
  const { largest, alive } = largestInWindow(events, allocations, allocator, [first, past], maxBlocks);
  const pileWindow: PileWindow = { from, first, past, resolution, time: events.time };
  const pileOf = (count: number): AllocationIndex[] => largest.slice(0, count).sort((a, b) => a - b);
  const stackOf = (indices: readonly AllocationIndex[]): BlockPoints | null => {
    const held = Float64Array.from(indices, (index) => events.held[allocations.start[index]]);
    const end = Int32Array.from(indices, (index) => allocations.end[index]);
    const pile: Pile = { start: startsOf(allocations, indices), end, held, base };
    return stackBlocks(pile, pileWindow, maxPoints);
  };
  const count = mostThatFit(largest.length, (candidate) => stackOf(pileOf(candidate)) !== null);
  const indices = pileOf(count);
  const points = stackOf(indices);
  if (points === null) throw new Error('The blocks that fitted no longer do.');

  const limitedBy = count < largest.length ? 'points' : count < alive ? 'blocks' : 'nothing';
  return {
    allocator,
    from,
    to,
    blocks: { ...nameAllocations(profile, allocations, indices), ...points },
    origins: originsOf(profile, startsOf(allocations, indices)),
    curves,
    rest: {
      count: alive - count,
      atMost: count === alive ? 0 : greatestRest(profile, lifetimes, allocator, window, indices),
    },
    limitedBy,
    overshoot,
  };
}

/** The largest count from 0 to `most` that fits; every smaller one fits as well. */
function mostThatFit(most: number, fits: (count: number) => boolean): number {
  if (fits(most)) return most;
  let good = 0;
  let bad = most;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

function firstFrom(times: Float64Array, from: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle] < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function firstPast(times: Float64Array, to: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle] <= to) low = middle + 1;
    else high = middle;
  }
  return low;
}
