/**
 * Copy: a program of one operation (transpose, convert, slice …) makes a large array in another form. That its operand
 * has the same size, a size alone does not prove: the sentence says no more than "the same size as".
 */

import type { Finding } from '../../model/finding.ts';
import { formatBytes, formatDuration } from '../../model/format.ts';
import type { AllocationIndex } from '../../model/units.ts';
import { makeFinding } from './make.ts';
import { commonCallSite, endOf, heldBy, programOf, startOf, type Scene } from './scene.ts';
import { stairAllocations } from './staircase.ts';
import { MIN_BYTES, MIN_SHARE_OF_PEAK } from './thresholds.ts';
import { isCopying } from '../one-operation.ts';
import { programName } from '../program-names.ts';
import { under } from './words.ts';

export function findCopies(scene: Scene): Finding[] {
  const least = Math.max(MIN_BYTES, MIN_SHARE_OF_PEAK * scene.summary.peak.total);
  const inStairs = stairAllocations(scene);
  const copies = [...scene.allocations].filter(
    (allocation) =>
      heldBy(scene, allocation) >= least && !inStairs.has(allocation) && isCopying(programOf(scene, allocation)),
  );
  const bySite = new Map<string, AllocationIndex[]>();
  for (const copy of copies) {
    const site = `${programOf(scene, copy)}${under(commonCallSite(scene, [copy]))}`;
    const known = bySite.get(site);
    if (known) known.push(copy);
    else bySite.set(site, [copy]);
  }
  return [...bySite.values()].map((group) => describe(scene, group));
}

function describe(scene: Scene, group: readonly AllocationIndex[]): Finding {
  const largest = group.reduce((a, b) => (heldBy(scene, b) > heldBy(scene, a) ? b : a));
  const { peak } = scene.summary;
  const bytes = heldBy(scene, largest);
  const start = startOf(scene, largest);
  const end = endOf(scene, largest);
  const alike = scene.allocations.filter(
    (other) => other !== largest && heldBy(scene, other) === bytes && startOf(scene, other) < start && endOf(scene, other) > start,
  ).length;
  const lives = end === Infinity ? 'stays to the end of the capture' : `lives for ${formatDuration(end - start)}`;
  const sameSize = alike > 0 ? `, while ${alike === 1 ? 'an allocation' : `${alike} allocations`} of the same size is alive` : '';
  const repeated = group.length > 1 ? ` It is the largest of ${group.length.toLocaleString('en-US')} such.` : '';
  const program = programName(programOf(scene, largest));
  return makeFinding(scene, {
    kind: 'copy',
    severity: alike > 0 && start <= peak.time && end >= peak.time ? 'act' : 'know',
    from: start,
    to: end === Infinity ? scene.end : end,
    moment: start,
    bytes,
    title: `A copy by ${program}`,
    sentence:
      `${program} makes an array of ${formatBytes(bytes)}${under(commonCallSite(scene, [largest]))}` +
      `${alike > 1 ? sameSize.replace(' is alive', ' are alive') : sameSize}; it ${lives}.${repeated}`,
    allocations: group,
  });
}
