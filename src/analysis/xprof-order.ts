import { ALLOCATION, type Profile } from '../model/profile.ts';
import type { AllocatorIndex, EventIndex, Picoseconds } from '../model/units.ts';

/** Time of an event as XProf counts it: after the start of its own line, as if all lines began together. */
export function xprofTime({ events, lines }: Profile, event: EventIndex): Picoseconds {
  return events.time[event] - lines[events.line[event]].start;
}

/**
 * An allocator's events in XProf's order: by their offset within their own line (xplane_to_memory_profile.cc). XProf's
 * sort leaves equal times in no order; here they keep the file's.
 */
export function inXprofOrder(profile: Profile, allocator: AllocatorIndex): EventIndex[] {
  const { events } = profile;
  const own: EventIndex[] = [];
  for (let event = 0; event < events.length; event++) if (events.allocator[event] === allocator) own.push(event);
  return own.sort((a, b) => xprofTime(profile, a) - xprofTime(profile, b) || a - b);
}

/**
 * How many steps of an allocator break the in-use identity in XProf's order. More than in order of time means that
 * XProf's curve of this file is wrong.
 */
export function violationsInXprofOrder(profile: Profile, allocator: AllocatorIndex): number {
  const { events } = profile;
  const own = inXprofOrder(profile, allocator);
  let violations = 0;
  for (let i = 1; i < own.length; i++) {
    const change = events.kind[own[i]] === ALLOCATION ? events.held[own[i]] : -events.held[own[i]];
    if (events.inUse[own[i]] !== events.inUse[own[i - 1]] + change) violations++;
  }
  return violations;
}
