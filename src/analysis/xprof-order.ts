import { ALLOCATION, type Profile } from '../model/profile.ts';
import type { AllocatorIndex } from '../model/units.ts';

/**
 * How many steps of an allocator break the in-use identity when events are ordered as XProf orders them: by their
 * offset within their own line, as if all lines began together (xplane_to_memory_profile.cc). More than in order of
 * time means that XProf's curve of this file is wrong.
 */
export function violationsInXprofOrder(profile: Profile, allocator: AllocatorIndex): number {
  const { events, lines } = profile;
  const own: number[] = [];
  for (let event = 0; event < events.length; event++) if (events.allocator[event] === allocator) own.push(event);
  const offset = (event: number): number => events.time[event] - lines[events.line[event]].start;
  own.sort((a, b) => offset(a) - offset(b) || a - b);
  let violations = 0;
  for (let i = 1; i < own.length; i++) {
    const change = events.kind[own[i]] === ALLOCATION ? events.held[own[i]] : -events.held[own[i]];
    if (events.inUse[own[i]] !== events.inUse[own[i - 1]] + change) violations++;
  }
  return violations;
}
