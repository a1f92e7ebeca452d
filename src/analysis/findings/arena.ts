/**
 * Temp arenas: memory that a program takes when it is launched and gives back before its launch returns. With a long
 * pause before it, the arena is a gap ramp, which XProf draws as a triangle; without one it is a needle.
 */

import type { Finding } from '../../model/finding.ts';
import { formatBytes, formatDuration } from '../../model/format.ts';
import type { AllocationIndex, Bytes, Picoseconds } from '../../model/units.ts';
import { programName } from '../program-names.ts';
import { dispatchAt } from './dispatches.ts';
import { medianDistance, pauseBefore, readsAsRamp } from './gaps.ts';
import { makeFinding } from './make.ts';
import { endOf, heldBy, isWithinDispatch, startOf, type Scene } from './scene.ts';
import { MIN_BYTES, MIN_SHARE_OF_PEAK } from './thresholds.ts';
import { countWord } from './words.ts';

interface Arena {
  program: string;
  allocations: AllocationIndex[];
  /** Most that was held at once. */
  bytes: Bytes;
  from: Picoseconds;
  to: Picoseconds;
  /** When most was held. */
  top: Picoseconds;
}

export function findArenas(scene: Scene): Finding[] {
  const least = Math.max(MIN_BYTES, MIN_SHARE_OF_PEAK * scene.summary.peak.total);
  const byProgram = new Map<string, { largest: Arena; times: number }>();
  for (const arena of arenasOf(scene, least)) {
    if (arena.bytes < least) continue;
    const known = byProgram.get(arena.program);
    const times = (known?.times ?? 0) + 1;
    byProgram.set(arena.program, { largest: known && known.largest.bytes >= arena.bytes ? known.largest : arena, times });
  }
  const median = medianDistance(scene);
  return [...byProgram.values()].map(({ largest, times }) => describe(scene, largest, times, median));
}

/** One for each launch that took memory of its own, in order of time. */
function arenasOf(scene: Scene, least: Bytes): Arena[] {
  const byDispatch = new Map<number, AllocationIndex[]>();
  for (const allocation of scene.allocations) {
    if (!isWithinDispatch(scene, allocation)) continue;
    const dispatch = dispatchAt(scene.dispatches, startOf(scene, allocation));
    const known = byDispatch.get(dispatch);
    if (known) known.push(allocation);
    else byDispatch.set(dispatch, [allocation]);
  }
  return [...byDispatch].flatMap(([dispatch, allocations]) => {
    // What all of a launch's temps do not reach together, they do not reach at once.
    if (allocations.reduce((sum, allocation) => sum + heldBy(scene, allocation), 0) < least) return [];
    const program = scene.profile.strings[scene.dispatches.name[dispatch]];
    return [{ program, ...mostAtOnce(scene, allocations) }];
  });
}

/** The moment of a launch at which most of its temps are alive, and those that are alive then. */
function mostAtOnce(scene: Scene, temps: readonly AllocationIndex[]): Omit<Arena, 'program'> {
  const changes = temps.flatMap((allocation) => [
    { time: startOf(scene, allocation), bytes: heldBy(scene, allocation) },
    { time: endOf(scene, allocation), bytes: -heldBy(scene, allocation) },
  ]);
  changes.sort((a, b) => a.time - b.time || a.bytes - b.bytes);
  let held = 0;
  let bytes = 0;
  let top = changes[0].time;
  for (const change of changes) {
    held += change.bytes;
    if (held > bytes) {
      bytes = held;
      top = change.time;
    }
  }
  const allocations = temps.filter((temp) => startOf(scene, temp) <= top && endOf(scene, temp) > top);
  return {
    allocations,
    bytes,
    top,
    from: Math.min(...allocations.map((allocation) => startOf(scene, allocation))),
    to: Math.max(...allocations.map((allocation) => endOf(scene, allocation))),
  };
}

function describe(scene: Scene, arena: Arena, times: number, median: Picoseconds): Finding {
  const { allocations, bytes, from, to, top } = arena;
  const program = programName(arena.program);
  const parts = allocations.length === 1 ? 'one allocation' : `${countWord(allocations.length).toLowerCase()} allocations`;
  const isPeak = scene.summary.peak.time >= from && scene.summary.peak.time <= to;
  const repeated = times > 1 ? ` ${program} does so ${times.toLocaleString('en-US')} times; this is the largest.` : '';
  const pause = pauseBefore(scene, from, median);
  const common = { severity: isPeak ? 'act' : 'know', to, moment: top, bytes, allocations } as const;
  if (pause !== null) {
    const ramp = readsAsRamp(scene, from, pause)
      ? ' XProf joins the two points by a straight line, which reads as a slow rise.'
      : ' In use does not rise before that.';
    return makeFinding(scene, {
      ...common,
      kind: 'gap-ramp',
      from: from - pause,
      title: `A pause, then the arena of ${program}`,
      sentence:
        `Nothing is allocated for ${formatDuration(pause)}, then ${program} takes ${formatBytes(bytes)} at once, ` +
        `for ${formatDuration(to - from)}.${ramp}${repeated}`,
    });
  }
  return makeFinding(scene, {
    ...common,
    kind: 'needle',
    from,
    title: `Temp arena of ${program}`,
    sentence:
      `${program} takes ${formatBytes(bytes)} in ${parts} and gives it back within its launch, ` +
      `${formatDuration(to - from)} later${isPeak ? '; the window peak is in it' : ''}.${repeated}`,
  });
}
