/** Which findings only one side has, and which both have. */

import type { FindingChanges } from '../../model/comparison.ts';
import type { Finding } from '../../model/finding.ts';

/** Findings keep their order, the most important first. Those of one kind at one place are paired in that order. */
export function findingChanges(baseline: readonly Finding[], candidate: readonly Finding[]): FindingChanges {
  const waiting = new Map<string, Finding[]>();
  for (const finding of baseline) {
    const key = matchKey(finding);
    waiting.set(key, [...(waiting.get(key) ?? []), finding]);
  }
  const changes: FindingChanges = { onlyBaseline: [], onlyCandidate: [], changed: [], unchanged: [] };
  const matched = new Set<Finding>();
  for (const finding of candidate) {
    const other = waiting.get(matchKey(finding))?.shift();
    if (other === undefined) {
      changes.onlyCandidate.push(finding);
      continue;
    }
    matched.add(other);
    const pair = { baseline: other, candidate: finding };
    (other.bytes === finding.bytes ? changes.unchanged : changes.changed).push(pair);
  }
  changes.onlyBaseline = baseline.filter((finding) => !matched.has(finding));
  return changes;
}

/** The same kind at the same call site; without one, of the same program, which the title names. */
function matchKey({ kind, title, evidence }: Finding): string {
  return `${kind}\n${evidence.callSite === '' ? title : evidence.callSite}`;
}
