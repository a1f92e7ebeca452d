/**
 * Holds a request that failed against a profile. The failed call itself is in no profile, since nothing was allocated,
 * but what was free is, and so are other allocations of the same size: mostly of the same code, one step earlier.
 */

import { formatBytes, formatPercent, formatQuantity } from '../../model/format.ts';
import type { RequestMatch, RequestQuery, RequestSource } from '../../model/oom-match.ts';
import { at, type Profile } from '../../model/profile.ts';
import type { AllocationIndex, AllocatorIndex, Bytes, EventIndex, Fraction } from '../../model/units.ts';
import { OriginLookup } from '../allocation-origins.ts';
import { nameOfAllocation } from '../allocation-names.ts';
import { select } from '../flame/selection.ts';
import type { Lifetimes } from '../lifetimes.ts';

const MOST_SOURCES = 20;
/** What the BFC allocator rounds requests up to (bfc_allocator.h, kMinAllocationSize). */
const UNIT: Bytes = 256;

/** Answers for one allocator. Sizes of the answer are the profile's own, exact. */
export function requestInProfile(
  profile: Profile,
  lifetimes: Lifetimes,
  allocator: AllocatorIndex,
  query: RequestQuery,
): RequestMatch {
  const { events, allocators } = profile;
  const { capacity } = allocators[allocator];
  const event = select(profile, lifetimes.allocations, allocator, query.moment).event ?? -1;
  const total = event < 0 ? lifetimes.perAllocator[allocator].inUseBefore : totalAfter(profile, event);
  const free = event >= 0 ? freeAfter(profile, event) : capacity === null ? null : capacity - total;
  const sources = sourcesOf(profile, lifetimes, allocator, query, event);
  const listed = sources.slice(0, MOST_SOURCES);
  const match: Omit<RequestMatch, 'sentences'> = {
    query,
    ceiling: capacity === null ? null : Math.max(0, capacity - query.bytes),
    moment: { time: event < 0 ? (events.time[0] ?? 0) : events.time[event], event, total, free },
    fitsFor: fitsFor(profile, allocator, query.bytes),
    sources: listed,
    unlisted: sources.slice(MOST_SOURCES).reduce((sum, { count }) => sum + count, 0),
    programs: profile.programs.flatMap(({ name, entry }) => (name === query.executable ? [entry] : [])),
  };
  return { ...match, sentences: sentencesOf(match) };
}

function totalAfter({ events }: Profile, event: EventIndex): Bytes {
  return events.inUse[event] + at(events.reserved, event);
}

function freeAfter(profile: Profile, event: EventIndex): Bytes | null {
  const { events, allocators } = profile;
  const { capacity } = allocators[events.allocator[event]];
  const free = events.free?.[event] ?? (capacity === null ? NaN : capacity - totalAfter(profile, event));
  return Number.isNaN(free) ? null : free;
}

/** Between the allocator's first event and its last. */
function fitsFor(profile: Profile, allocator: AllocatorIndex, bytes: Bytes): Fraction | null {
  const { events } = profile;
  let whole = 0;
  let fitting = 0;
  let last = -1;
  for (let event = 0; event < events.length; event++) {
    if (events.allocator[event] !== allocator) continue;
    if (last >= 0) {
      const free = freeAfter(profile, last);
      const duration = events.time[event] - events.time[last];
      if (free !== null) {
        whole += duration;
        if (free >= bytes) fitting += duration;
      }
    }
    last = event;
  }
  return whole === 0 ? null : fitting / whole;
}

/** The call asked for as much, or, where that is not stated, holds what such a request is rounded up to. */
function isAsLarge(requested: Bytes, held: Bytes, { bytes, pm }: RequestQuery): boolean {
  if (!Number.isNaN(requested)) return Math.abs(requested - bytes) <= pm;
  return held >= roundedUp(bytes - pm) && held <= roundedUp(bytes + pm);
}

function roundedUp(bytes: Bytes): Bytes {
  return Math.ceil(bytes / UNIT) * UNIT;
}

function sourcesOf(
  profile: Profile,
  { allocations }: Lifetimes,
  allocator: AllocatorIndex,
  query: RequestQuery,
  moment: EventIndex,
): RequestSource[] {
  const { events } = profile;
  const origins = OriginLookup.of(profile);
  const sources = new Map<string, RequestSource>();
  for (let index: AllocationIndex = 0; index < allocations.length; index++) {
    const [start, end] = [allocations.start[index], allocations.end[index]];
    const event = start < 0 ? end : start;
    if (events.allocator[event] !== allocator) continue;
    const held = events.held[event];
    if (!isAsLarge(events.requested[event], held, query)) continue;
    const { callSite, program, class: kind } = origins.wordsOf(start);
    const key = `${callSite ?? ''}\n${program ?? ''}\n${kind}`;
    let source = sources.get(key);
    if (source === undefined) {
      const first = nameOfAllocation(profile, allocations, index);
      source = { callSite, program, class: kind, count: 0, held: 0, aliveAtMoment: 0, first };
      sources.set(key, source);
    }
    source.count++;
    source.held += held;
    if (start <= moment && (end < 0 || end > moment)) source.aliveAtMoment++;
  }
  return [...sources.values()].sort((a, b) => b.held - a.held || b.count - a.count);
}

function sentencesOf(match: Omit<RequestMatch, 'sentences'>): string[] {
  const { query, moment, fitsFor: share, sources, unlisted, programs } = match;
  const size = formatBytes(query.bytes);
  const sentences: string[] = [];
  if (moment.free !== null) {
    const fits = moment.free >= query.bytes;
    const verdict = fits ? 'enough in all for the request' : 'too little for the request';
    const when = query.moment.kind === 'alive' ? 'At the cursor' : 'At the window peak';
    sentences.push(`${when} ${formatBytes(moment.free)} are free, ${verdict} of ${size}.`);
  }
  if (share === 0) sentences.push('Nowhere in the capture as much was free.');
  else if (share !== null) sentences.push(`As much was free for ${formatPercent(share)} of the capture.`);
  const count = sources.reduce((sum, source) => sum + source.count, unlisted);
  const isExact = query.pm === 0;
  const ofThisSize = isExact ? 'of exactly this size' : 'of this size, as far as the text states it';
  if (count === 0) sentences.push(`No allocation of the profile is ${ofThisSize}.`);
  else
    sentences.push(
      `${formatQuantity(count, 'allocation')} of the profile ${count === 1 ? 'is' : 'are'} ${ofThisSize}.`,
    );
  if (programs.length > 0) sentences.push(`The program ${query.executable} is in the profile: ${programs.join(', ')}.`);
  return sentences;
}
