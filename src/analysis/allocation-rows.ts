/** Answers the questions of the allocations table: a window of its rows, and one allocation in full. */

import { NODE_JAX, NODE_PROGRAM, NODE_USER } from '../model/flame.ts';
import type {
  AllocationDetails,
  AllocationName,
  AllocationRows,
  AllocationRowsQuery,
  StackFrame,
} from '../model/allocation-rows.ts';
import { at, type Profile } from '../model/profile.ts';
import type { AllocatorIndex, StackIndex } from '../model/units.ts';
import { findAllocation, nameOfAllocation } from './allocation-names.ts';
import { listAllocations } from './allocation-list.ts';
import { OriginLookup, originsOf } from './allocation-origins.ts';
import { frameName } from './flame/stack-frames.ts';
import type { Lifetimes } from './lifetimes.ts';
import { nameAllocations, startsOf } from './named-allocations.ts';

export function allocationRows(
  profile: Profile,
  lifetimes: Lifetimes,
  allocator: AllocatorIndex,
  query: AllocationRowsQuery,
): AllocationRows {
  const { events } = profile;
  const { allocations, perAllocator } = lifetimes;
  const { order, all, filtered, event, filterFault } = listAllocations(profile, lifetimes, allocator, query);
  const shown = order.subarray(query.offset, query.offset + query.limit);
  const selected = query.selected === null ? -1 : findAllocation(profile, allocations, allocator, query.selected);
  const isBefore = event === null || event < 0;
  const inUse = event === null ? 0 : event < 0 ? perAllocator[allocator].inUseBefore : events.inUse[event];
  return {
    query,
    moment: event === null ? null : event < 0 ? (events.time[0] ?? 0) : events.time[event],
    all,
    filtered,
    unlisted: event === null ? 0 : Math.max(0, inUse - all.held),
    reserved: isBefore ? 0 : at(events.reserved, event),
    filterFault,
    rows: nameAllocations(profile, allocations, shown),
    origins: originsOf(profile, startsOf(allocations, shown)),
    selectedRow: selected < 0 ? -1 : order.indexOf(selected),
  };
}

/** Null where the allocator has no such allocation. */
export function allocationDetails(
  profile: Profile,
  { allocations }: Lifetimes,
  allocator: AllocatorIndex,
  name: AllocationName,
): AllocationDetails | null {
  const index = findAllocation(profile, allocations, allocator, name);
  if (index < 0) return null;
  const { events } = profile;
  const start = allocations.start[index];
  const event = start < 0 ? allocations.end[index] : start;
  const words = OriginLookup.of(profile).wordsOf(start);
  return {
    name: nameOfAllocation(profile, allocations, index),
    held: events.held[event],
    requested: events.requested[event],
    ...words,
    line: start < 0 ? null : (profile.lines[events.line[start]]?.name ?? null),
    stack: start < 0 ? [] : unfold(profile, events.stack[start]),
  };
}

/** The frames of a stack, the outermost first, none left out. */
function unfold(profile: Profile, stack: StackIndex): StackFrame[] {
  const { kinds } = OriginLookup.of(profile);
  const frames: StackFrame[] = [];
  for (let at = stack; at >= 0; at = profile.stacks.parent[at]) {
    const { name, file } = frameName(profile, at);
    frames.push({ function: name, file, kind: FRAME_WORDS.get(kinds[at]) ?? 'runtime' });
  }
  return frames.toReversed();
}

const FRAME_WORDS = new Map<number, StackFrame['kind']>([
  [NODE_USER, 'user code'],
  [NODE_JAX, 'JAX'],
  [NODE_PROGRAM, 'program'],
]);
