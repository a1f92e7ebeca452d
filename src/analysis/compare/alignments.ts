/** Ways to lay the curve of the candidate on that of the baseline. */

import type { Alignment } from '../../model/comparison.ts';
import type { ProfileDigest } from '../../model/digest.ts';

/** By start, by peak, and by each step or program that both have, in the baseline's order; none without two curves. */
export function alignmentsOf(baseline: ProfileDigest, candidate: ProfileDigest): Alignment[] {
  if (baseline.kind !== 'trace' || candidate.kind !== 'trace') return [];
  const before = baseline.summary.allocators[baseline.allocator];
  const after = candidate.summary.allocators[candidate.allocator];
  if (before === undefined || after === undefined) return [];
  const byName = new Map(candidate.anchors.map(({ kind, name, time }) => [`${kind} ${name}`, time]));
  return [
    { kind: 'start', name: 'start', baseline: before.curves.start, candidate: after.curves.start },
    { kind: 'peak', name: 'peak', baseline: before.peak.time, candidate: after.peak.time },
    ...baseline.anchors.flatMap(({ kind, name, time }): Alignment[] => {
      const other = byName.get(`${kind} ${name}`);
      return other === undefined ? [] : [{ kind, name, baseline: time, candidate: other }];
    }),
  ];
}
