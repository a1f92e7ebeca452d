/** The window peak of each allocator: the number that everybody comes for, in one walk over the undecimated events. */

import { at, type Profile } from '../model/profile.ts';
import type { WindowPeak } from '../model/summary.ts';
import type { Bytes } from '../model/units.ts';

export interface PeakFacts {
  peak: WindowPeak;
  largestInUse: Bytes;
  inUseFirst: Bytes;
  inUseLast: Bytes;
}

/** By allocator; null for one without events. The earliest of equal peaks counts. */
export function windowPeaks(profile: Profile): (PeakFacts | null)[] {
  const { events, allocators } = profile;
  const facts: (PeakFacts | null)[] = allocators.map(() => null);
  const seen = new Float64Array(allocators.length);
  for (let event = 0; event < events.length; event++) {
    const allocator = events.allocator[event];
    const inUse = events.inUse[event];
    const total = inUse + at(events.reserved, event);
    const known = facts[allocator];
    const eventOfAllocator = seen[allocator]++;
    if (known === null) {
      const peak = { ...emptyPeak, total, event, eventOfAllocator };
      facts[allocator] = { peak, largestInUse: inUse, inUseFirst: inUse, inUseLast: inUse };
      continue;
    }
    known.inUseLast = inUse;
    if (inUse > known.largestInUse) known.largestInUse = inUse;
    if (total > known.peak.total) known.peak = { ...emptyPeak, total, event, eventOfAllocator };
    else if (total === known.peak.total) known.peak.equalPeaks++;
  }
  for (const known of facts) if (known) known.peak = { ...known.peak, ...stateAfter(profile, known.peak.event) };
  return facts;
}

const emptyPeak: WindowPeak = {
  total: 0,
  reserved: 0,
  inUse: 0,
  free: null,
  fragmentation: null,
  time: 0,
  event: 0,
  eventOfAllocator: 0,
  equalPeaks: 1,
};

/** The allocator's own statement after an event. */
function stateAfter(
  profile: Profile,
  event: number,
): Pick<WindowPeak, 'reserved' | 'inUse' | 'free' | 'fragmentation' | 'time'> {
  const { events } = profile;
  const fragmentation = events.fragmentation[event];
  return {
    reserved: at(events.reserved, event),
    inUse: events.inUse[event],
    free: freeAfter(profile, event),
    fragmentation: Number.isNaN(fragmentation) ? null : Number(fragmentation.toPrecision(6)),
    time: events.time[event],
  };
}

/** Free bytes after an event; null where the file does not state them. */
export function freeAfter({ events, allocators }: Profile, event: number): Bytes | null {
  if (events.free !== null) return Number.isNaN(events.free[event]) ? null : events.free[event];
  const { capacity } = allocators[events.allocator[event]];
  return capacity === null ? null : capacity - at(events.reserved, event) - events.inUse[event];
}
