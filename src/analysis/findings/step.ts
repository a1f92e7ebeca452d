/** Step: what was allocated in the capture and is still there at its end. */

import type { Finding } from '../../model/finding.ts';
import { formatBytes } from '../../model/format.ts';
import type { AllocationIndex } from '../../model/units.ts';
import { makeFinding } from './make.ts';
import { commonCallSite, endOf, heldBy, startOf, type Scene } from './scene.ts';
import { stairAllocations } from './staircase.ts';
import { MIN_BYTES, MIN_SHARE_OF_PEAK } from './thresholds.ts';
import { countWord, under } from './words.ts';

/** A new level also needs that less was freed than stays: a loop that replaces its state allocates without growing. */
export function findSteps(scene: Scene): Finding[] {
  const { summary } = scene;
  const { neverFreed } = summary;
  const risen = summary.inUseLast - summary.inUseBefore;
  if (risen < Math.max(MIN_BYTES, MIN_SHARE_OF_PEAK * summary.peak.total)) return [];
  const inStairs = stairAllocations(scene);
  const kept = [...scene.allocations].filter(
    (allocation) => endOf(scene, allocation) === Infinity && !inStairs.has(allocation),
  );
  const bytes = kept.reduce((sum, allocation) => sum + heldBy(scene, allocation), 0);
  if (bytes < MIN_SHARE_OF_PEAK * summary.peak.total) return [];
  const large = largestThatMakeMost(scene, kept);
  const from = Math.min(...large.map((allocation) => startOf(scene, allocation)));
  const moment = Math.max(...large.map((allocation) => startOf(scene, allocation)));
  return [
    makeFinding(scene, {
      kind: 'step',
      severity: 'know',
      from,
      to: moment,
      moment,
      bytes: risen,
      title: 'A level that stays',
      sentence:
        `At its end the capture holds ${formatBytes(risen)} more than before it. ` +
        `${countWord(large.length)} of ${neverFreed.count.toLocaleString('en-US')} allocations that stay make most of it` +
        `${under(commonCallSite(scene, large))}.`,
      allocations: large,
      flame: { kind: 'retained', from: scene.start, to: scene.end },
    }),
  ];
}

/** The fewest allocations that hold nine tenths of what stays. */
function largestThatMakeMost(scene: Scene, kept: readonly AllocationIndex[]): AllocationIndex[] {
  const sorted = [...kept].sort((a, b) => heldBy(scene, b) - heldBy(scene, a));
  const all = sorted.reduce((sum, allocation) => sum + heldBy(scene, allocation), 0);
  const chosen: AllocationIndex[] = [];
  let sum = 0;
  for (const allocation of sorted) {
    if (sum >= 0.9 * all) break;
    chosen.push(allocation);
    sum += heldBy(scene, allocation);
  }
  return chosen;
}
