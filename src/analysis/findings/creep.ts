/** Creep: what is left after each step keeps rising, which is what a leak looks like. */

import type { Finding } from '../../model/finding.ts';
import { formatBytes } from '../../model/format.ts';
import { MARK_STEP } from '../../model/profile.ts';
import type { Bytes, Picoseconds } from '../../model/units.ts';
import { standInSteps } from '../lanes.ts';
import { programName } from '../program-names.ts';
import { makeFinding } from './make.ts';
import { endOf, startOf, totalAfter, type Scene } from './scene.ts';
import { MIN_BYTES, MIN_CREEP_STEPS, MIN_RISING_SHARE, MIN_SHARE_OF_PEAK, WARM_UP_STEPS } from './thresholds.ts';

export function findCreep(scene: Scene): Finding[] {
  const { starts, name } = stepStarts(scene);
  const minima = minimaOfSteps(scene, starts).slice(WARM_UP_STEPS);
  if (minima.length < MIN_CREEP_STEPS) return [];
  const rises = minima.filter((minimum, i) => i > 0 && minimum > minima[i - 1]).length;
  const risen = minima[minima.length - 1] - minima[0];
  const steps = minima.length - 1;
  if (rises < MIN_RISING_SHARE * steps) return [];
  if (risen < Math.max(MIN_BYTES, MIN_SHARE_OF_PEAK * scene.summary.peak.total)) return [];
  const from = starts[WARM_UP_STEPS];
  const to = scene.end;
  const kept = [...scene.allocations].filter(
    (allocation) => startOf(scene, allocation) >= from && endOf(scene, allocation) === Infinity,
  );
  return [
    makeFinding(scene, {
      kind: 'creep',
      severity: 'act',
      from,
      to,
      moment: to,
      bytes: risen,
      title: 'Memory creeps up',
      sentence:
        `After each ${name} about ${formatBytes(Math.round(risen / steps))} more stays in use: ` +
        `${formatBytes(risen)} over ${steps.toLocaleString('en-US')} of them, after ${WARM_UP_STEPS} to warm up.`,
      allocations: kept,
      flame: { kind: 'retained', from, to },
    }),
  ];
}

/** Steps as annotated, else launches of the program that repeats and runs longest; the sentence says which. */
function stepStarts({ profile }: Scene): { starts: Picoseconds[]; name: string } {
  const { marks } = profile;
  const starts: Picoseconds[] = [];
  for (let mark = 0; mark < marks.length; mark++) if (marks.kind[mark] === MARK_STEP) starts.push(marks.start[mark]);
  if (starts.length > 0) return { starts, name: 'step' };
  const stand = standInSteps(profile);
  if (stand === null) return { starts: [], name: '' };
  return { starts: stand.marks.map((mark) => marks.start[mark]), name: `launch of ${programName(stand.name)}` };
}

/** The least total between each step's start and the next one's. */
function minimaOfSteps(scene: Scene, starts: readonly Picoseconds[]): Bytes[] {
  const minima: Bytes[] = starts.map(() => Infinity);
  let step = -1;
  let total = scene.summary.inUseBefore;
  const enter = (time: Picoseconds): void => {
    while (step + 1 < starts.length && starts[step + 1] <= time) minima[++step] = total;
  };
  for (const event of scene.events) {
    enter(scene.profile.events.time[event]);
    total = totalAfter(scene, event);
    if (step >= 0 && total < minima[step]) minima[step] = total;
  }
  enter(Infinity);
  return minima;
}
