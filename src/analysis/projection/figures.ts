/** What a profile holds at its fullest moments, in the groups that a projection scales. */

import { at, type Profile } from '../../model/profile.ts';
import type { EqualAllocations, MemoryFigures, MemoryGroup, MomentFigures } from '../../model/projection.ts';
import type { AllocationIndex, AllocatorIndex, Bytes, EventIndex } from '../../model/units.ts';
import { dispatchAt, dispatchesOf, type Dispatches } from '../findings/dispatches.ts';
import { jittedName, programName } from '../program-names.ts';
import { stackFrames, frameName } from '../flame/stack-frames.ts';
import { freeAfter } from '../window-peak.ts';
import type { Lifetimes } from '../lifetimes.ts';
import { isCopying } from '../one-operation.ts';
import { guessDepth } from './one-depth.ts';

/** Programs whose fullest moment is kept: one that is low now may be the highest at another depth. */
const MAX_MOMENTS = 16;
/** Sizes kept of each group, the largest. */
const MAX_SIZES = 64;
/** Allocations from this part of the largest on tell the number of blocks by how often they repeat. */
const LARGE_SHARE = 0.2;

type Part = Extract<MemoryGroup, 'weights' | 'copies' | 'temp' | 'rest'>;

/** The figures of one allocator. It must have events. */
export function memoryFigures(
  profile: Profile,
  lifetimes: Lifetimes,
  allocator: AllocatorIndex,
): MemoryFigures {
  const dispatches = dispatchesOf(profile);
  const partOf = partsOf(profile, lifetimes, allocator, dispatches);
  const tops = fullestMoments(profile, allocator, dispatches);
  const capacity = profile.allocators[allocator].capacity ?? capacityAt(profile, tops[0].event);
  return {
    source: profile.source.name,
    moments: tops.map(({ name, event }, i) => {
      const moment = momentAt(profile, lifetimes, { allocator, event, name, partOf });
      // One depth alone is projected from its fullest moment, and only there are the sizes asked for.
      return i === 0 ? moment : { ...moment, sizes: {} };
    }),
    capacity,
    guessedDepth: guessDepth(largeCounts(profile, lifetimes, allocator)),
  };
}

/** Reserved + in use + free, where the capture does not keep it constant. */
function capacityAt(profile: Profile, event: EventIndex): Bytes | null {
  const free = freeAfter(profile, event);
  return free === null ? null : free + profile.events.inUse[event] + at(profile.events.reserved, event);
}

/** The window peak first, then the fullest moment of each program, by what it holds. */
function fullestMoments(
  { events, strings }: Profile,
  allocator: AllocatorIndex,
  dispatches: Dispatches,
): { name: string; event: EventIndex }[] {
  const best = new Map<string, { event: EventIndex; total: Bytes }>();
  let peak = { name: '', event: -1, total: -1 };
  for (let event = 0; event < events.length; event++) {
    if (events.allocator[event] !== allocator) continue;
    const total = events.inUse[event] + at(events.reserved, event);
    const dispatch = dispatchAt(dispatches, events.time[event]);
    const name = dispatch < 0 ? '' : programName(strings[dispatches.name[dispatch]]);
    if (total > peak.total) peak = { name, event, total };
    const known = best.get(name);
    if (dispatch >= 0 && (known === undefined || total > known.total)) best.set(name, { event, total });
  }
  best.delete(peak.name);
  const others = [...best].sort(([, a], [, b]) => b.total - a.total).slice(0, MAX_MOMENTS - 1);
  return [peak, ...others.map(([name, { event }]) => ({ name, event }))];
}

/** Which group an allocation of an allocator belongs to. */
function partsOf(
  profile: Profile,
  { allocations }: Lifetimes,
  allocator: AllocatorIndex,
  dispatches: Dispatches,
): (allocation: AllocationIndex) => Part {
  const { events } = profile;
  const frames = stackFrames(profile);
  const freed = freedBySize(profile, allocations, allocator);
  return (allocation) => {
    const start = allocations.start[allocation];
    const end = allocations.end[allocation];
    const dispatch = dispatchAt(dispatches, events.time[start]);
    if (end >= 0 && dispatch >= 0 && events.time[end] <= dispatches.end[dispatch]) return 'temp';
    const stack = events.stack[start];
    const program = stack < 0 ? -1 : frames.program[stack];
    const jitted = program < 0 ? '' : jittedName(frameName(profile, program).name);
    if (!isCopying(jitted)) return end < 0 ? 'weights' : 'rest';
    // A copy that stays while its operand goes has taken the operand's place: that is the array itself.
    const alike = end < 0 ? (freed.get(events.held[start]) ?? []) : [];
    const replaced = alike.some((other) => allocations.start[other] < start && allocations.end[other] > start);
    return replaced ? 'weights' : 'copies';
  };
}

/** Allocations that are freed in the capture, by the bytes they hold. */
function freedBySize(
  { events }: Profile,
  allocations: Lifetimes['allocations'],
  allocator: AllocatorIndex,
): Map<Bytes, AllocationIndex[]> {
  const bySize = new Map<Bytes, AllocationIndex[]>();
  for (let i = 0; i < allocations.length; i++) {
    const [start, end] = [allocations.start[i], allocations.end[i]];
    if (start < 0 || end < 0 || events.allocator[start] !== allocator) continue;
    const known = bySize.get(events.held[start]);
    if (known === undefined) bySize.set(events.held[start], [i]);
    // A few of one size answer the question as well as thousands.
    else if (known.length < MAX_SIZES) known.push(i);
  }
  return bySize;
}

interface MomentQuery {
  allocator: AllocatorIndex;
  event: EventIndex;
  name: string;
  partOf: (allocation: AllocationIndex) => Part;
}

/** What is alive after an event. What was in use before the capture counts as weights. */
function momentAt(profile: Profile, { allocations }: Lifetimes, query: MomentQuery): MomentFigures {
  const { allocator, event, name, partOf } = query;
  const { events } = profile;
  const groups: Record<Part, Bytes> = { weights: 0, copies: 0, temp: at(events.reserved, event), rest: 0 };
  const sizes: Record<Part, Map<Bytes, number>> = {
    weights: new Map(),
    copies: new Map(),
    temp: new Map(),
    rest: new Map(),
  };
  let known = 0;
  for (let i = 0; i < allocations.length; i++) {
    const start = allocations.start[i];
    const end = allocations.end[i];
    if (start < 0 || start > event || (end >= 0 && end <= event) || events.allocator[start] !== allocator) continue;
    const part = partOf(i);
    const requested = events.requested[start];
    groups[part] += events.held[start];
    known += events.held[start];
    sizes[part].set(requested, (sizes[part].get(requested) ?? 0) + 1);
  }
  groups.weights += events.inUse[event] - known;
  return {
    name,
    groups,
    sizes: { weights: largest(sizes.weights), copies: largest(sizes.copies), rest: largest(sizes.rest) },
  };
}

function largest(counts: ReadonlyMap<Bytes, number>): EqualAllocations[] {
  return [...counts]
    .map(([bytes, count]) => ({ bytes, count }))
    .sort((a, b) => b.bytes * b.count - a.bytes * a.count)
    .slice(0, MAX_SIZES);
}

/** How often each of the largest sizes is allocated in the capture. */
function largeCounts({ events }: Profile, { allocations }: Lifetimes, allocator: AllocatorIndex): number[] {
  const counts = new Map<Bytes, number>();
  for (let i = 0; i < allocations.length; i++) {
    const start = allocations.start[i];
    if (start < 0 || events.allocator[start] !== allocator) continue;
    counts.set(events.held[start], (counts.get(events.held[start]) ?? 0) + 1);
  }
  const most = [...counts.keys()].reduce((a, b) => Math.max(a, b), 0);
  return [...counts].filter(([bytes]) => bytes >= LARGE_SHARE * most).map(([, count]) => count);
}
