/**
 * The curve that XProf's memory profile tool draws of an allocator, so that a person with its picture sees where the two
 * differ. Three things make it another curve: events stand at their offset within their own line, as if all lines began
 * together; of more than 1,000 points only the highest of each group is kept; and points are joined by straight lines,
 * which turns a long wait before a step into a slope. (xplane_to_memory_profile.cc: `offset_ps`, `SampleMemoryProfile
 * Timeline`; memory_timeline_graph.ts draws `heap + stack`.)
 */

import { at, type Profile } from '../model/profile.ts';
import type { AllocatorIndex, Bytes, EventIndex, Picoseconds } from '../model/units.ts';
import { inXprofOrder, xprofTime } from './xprof-order.ts';

export interface XprofCurve {
  /** Of the points, ascending. Counted from the start of the allocator's earliest line, where XProf's axis has its 0. */
  time: Float64Array;
  /** In use and reserved, which XProf calls heap and stack. */
  total: Float64Array;
  /** Points are left out: the highest of each group stands for it. */
  isSampled: boolean;
}

/** `kMaxNumSnapshots` of xplane_to_memory_profile.cc. */
export const XPROF_POINTS = 1000;

export function xprofCurve(profile: Profile, allocator: AllocatorIndex): XprofCurve {
  const { events, lines } = profile;
  const own = inXprofOrder(profile, allocator);
  const earliest: Picoseconds = own.reduce((least, event) => Math.min(least, lines[events.line[event]].start), Infinity);
  const total = (event: EventIndex): Bytes => events.inUse[event] + at(events.reserved, event);
  const kept = sample(own, total);
  return {
    time: Float64Array.from(kept, (event) => earliest + xprofTime(profile, event)),
    total: Float64Array.from(kept, total),
    isSampled: kept.length < own.length,
  };
}

/**
 * At most `XPROF_POINTS` of them. Groups have n / 1000 points, rounded down, and the last ones one more, so that all are
 * in a group; of each the first of its greatest is kept.
 */
function sample(own: EventIndex[], total: (event: EventIndex) => Bytes): EventIndex[] {
  if (own.length <= XPROF_POINTS) return own;
  const size = Math.floor(own.length / XPROF_POINTS);
  const smaller = XPROF_POINTS * (size + 1) - own.length;
  const kept: EventIndex[] = [];
  let next = 0;
  for (let group = 0; group < XPROF_POINTS; group++) {
    const end = next + (group < smaller ? size : size + 1);
    let best = own[next];
    for (; next < end; next++) if (total(own[next]) > total(best)) best = own[next];
    kept.push(best);
  }
  return kept;
}
