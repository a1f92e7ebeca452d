/** Puts allocations in the order of a column of their table. */

import type { AllocationColumn } from '../model/allocation-rows.ts';
import type { AllocationTable, Profile } from '../model/profile.ts';
import type { AllocationIndex, StackIndex } from '../model/units.ts';
import { BEFORE_CAPTURE, OriginLookup } from './allocation-origins.ts';
import { numberKeys, orderByKeys, reverseKeys, type SortKeys } from './sort-order.ts';

/**
 * Equals stay in order of start. Allocations whose end or start is not in the capture count as the longest; a size
 * that is not stated comes last either way.
 */
export function sortAllocations(
  profile: Profile,
  allocations: AllocationTable,
  indices: Int32Array,
  column: AllocationColumn,
  isDescending: boolean,
): Int32Array {
  const keys = keysOf(profile, allocations, indices, column, isDescending);
  if (isDescending) reverseKeys(keys);
  const order = orderByKeys(keys);
  const sorted = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) sorted[i] = indices[order[i]];
  return sorted;
}

function keysOf(
  profile: Profile,
  allocations: AllocationTable,
  indices: Int32Array,
  column: AllocationColumn,
  isDescending: boolean,
): SortKeys {
  const { events } = profile;
  const eventOf = (index: AllocationIndex): number =>
    allocations.start[index] < 0 ? allocations.end[index] : allocations.start[index];
  const byNumber = (value: (index: AllocationIndex) => number): SortKeys => {
    // Loops, here and below: `from` with a function takes several times as long.
    const values = new Float64Array(indices.length);
    for (let row = 0; row < indices.length; row++) values[row] = value(indices[row]);
    return numberKeys(values);
  };
  switch (column) {
    case 'held':
      return byNumber((index) => events.held[eventOf(index)]);
    case 'requested': {
      const unknown = isDescending ? -Infinity : Infinity;
      return byNumber((index) => {
        const requested = events.requested[eventOf(index)];
        return Number.isNaN(requested) ? unknown : requested;
      });
    }
    case 'start':
      return byNumber((index) => (allocations.start[index] < 0 ? -Infinity : events.time[allocations.start[index]]));
    case 'lifetime':
      return byNumber((index) => {
        const start = allocations.start[index];
        const end = allocations.end[index];
        return start < 0 || end < 0 ? Infinity : events.time[end] - events.time[start];
      });
    case 'address': {
      const keys = { high: new Uint32Array(indices.length), low: new Uint32Array(indices.length) };
      for (let row = 0; row < indices.length; row++) {
        const event = eventOf(indices[row]);
        keys.high[row] = events.addressHigh[event];
        keys.low[row] = events.addressLow[event];
      }
      return keys;
    }
    case 'class':
    case 'callSite':
    case 'program': {
      const rank = wordRanks(profile, allocations, indices, column);
      return byNumber((index) => rank(allocations.start[index] < 0 ? -2 : events.stack[allocations.start[index]]));
    }
  }
}

/** From a stack (-2: none, from before the capture) to its word's place in alphabetical order; no word comes last. */
function wordRanks(
  profile: Profile,
  allocations: AllocationTable,
  indices: Int32Array,
  column: 'class' | 'callSite' | 'program',
): (stack: StackIndex) => number {
  const lookup = OriginLookup.of(profile);
  const words = new Map<StackIndex, string | null>();
  for (const index of indices) {
    const start = allocations.start[index];
    const stack = start < 0 ? -2 : profile.events.stack[start];
    if (!words.has(stack)) words.set(stack, start < 0 ? BEFORE_CAPTURE[column] : lookup.wordsOfStack(stack)[column]);
  }
  const distinct = [...new Set(words.values())].filter((word) => word !== null);
  const { compare } = new Intl.Collator('en', { numeric: true });
  distinct.sort((a, b) => compare(a, b));
  const rankOf = new Map(distinct.map((word, rank) => [word, rank]));
  const ranks = new Map<StackIndex, number>();
  for (const [stack, word] of words) ranks.set(stack, word === null ? Infinity : (rankOf.get(word) ?? Infinity));
  return (stack) => ranks.get(stack) ?? Infinity;
}
