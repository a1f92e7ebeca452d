import type { Picoseconds } from '../../model/units.ts';
import type { Scene } from './scene.ts';
import { XPROF_POINTS } from '../xprof-curve.ts';
import { MIN_GAP_OVER_MEDIAN, MIN_GAP_SHARE, SHORTLY_SHARE } from './thresholds.ts';

/** A median of this many distances, taken evenly, is as good as one of millions. */
const MAX_DISTANCES = 10_000;

/** Median time between an allocator's neighbouring events; 0 where it has fewer than two. */
export function medianDistance({ profile, events }: Scene): Picoseconds {
  if (events.length < 2) return 0;
  const stride = Math.ceil(events.length / MAX_DISTANCES);
  const distances = new Float64Array(Math.floor((events.length - 2) / stride) + 1);
  for (let i = 0; i < distances.length; i++) {
    const event = 1 + i * stride;
    distances[i] = profile.events.time[events[event]] - profile.events.time[events[event - 1]];
  }
  distances.sort();
  return distances[distances.length >> 1];
}

/**
 * How long nothing happened until shortly before a moment, where that is long enough to be a pause; null otherwise. The
 * small allocations of the same launch come between the pause and the moment; a program that is tuned for seconds
 * before it takes its arena leaves no pause there.
 */
export function pauseBefore(scene: Scene, time: Picoseconds, median: Picoseconds): Picoseconds | null {
  const { profile, events, start, end } = scene;
  const shortly = time - SHORTLY_SHARE * (end - start);
  let last = -1;
  while (last + 1 < events.length && profile.events.time[events[last + 1]] < time) last++;
  let until = time;
  for (; last >= 0; last--) {
    const at = profile.events.time[events[last]];
    const pause = until - at;
    if (pause >= MIN_GAP_SHARE * (end - start) && pause >= MIN_GAP_OVER_MEDIAN * median) return pause;
    if (at < shortly) return null;
    until = at;
  }
  return null;
}

/**
 * Whether XProf's straight lines turn the pause before a moment into a slope. They do where the pause ends with that
 * moment's own event. Small events in between keep the line flat, unless there are so many events in all that XProf
 * keeps only the highest of each group, and these fall into the group of the moment.
 */
export function readsAsRamp({ profile, events }: Scene, time: Picoseconds, pause: Picoseconds): boolean {
  const { time: times } = profile.events;
  let at = 0;
  while (at < events.length && times[events[at]] < time) at++;
  let between = 0;
  while (at - between > 0 && times[events[at - between - 1]] > time - pause / 2) between++;
  return between === 0 || between < Math.floor(events.length / XPROF_POINTS);
}
