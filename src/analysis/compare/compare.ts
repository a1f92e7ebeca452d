/** Holds two profiles against each other. Pure: the same digests give the same comparison, wherever they came from. */

import type { Comparison } from '../../model/comparison.ts';
import { areComparable, digestUnit, type ProfileDigest } from '../../model/digest.ts';
import type { Finding } from '../../model/finding.ts';
import type { FlameGrouping } from '../../model/flame.ts';
import { alignmentsOf } from './alignments.ts';
import { caveatsOf } from './caveats.ts';
import { deltaRows } from './delta-rows.ts';
import { findingChanges } from './finding-changes.ts';
import { frameNaming } from './frame-key.ts';
import { sentencesOf } from './sentences.ts';
import { sideFacts } from './side.ts';
import { unionTree } from './union-tree.ts';

const GROUPINGS: readonly FlameGrouping[] = ['stack', 'call-site', 'program', 'class'];

/**
 * Candidate − baseline. Where the two count different things (bytes and nanoseconds) there is no difference to speak
 * of: the comparison then has both sides' facts, a delta of 0, no trees and rows, and one sentence that says why.
 */
export function compareDigests(baseline: ProfileDigest, candidate: ProfileDigest): Comparison {
  const before = sideFacts(baseline);
  const after = sideFacts(candidate);
  const unit = digestUnit(candidate);
  const caveats = caveatsOf(baseline, candidate, before, after);
  const findings = findingChanges(findingsOf(baseline), findingsOf(candidate));
  const comparison: Comparison = {
    baseline: before,
    candidate: after,
    unit,
    delta: after.total - before.total,
    sentences: [],
    alignments: alignmentsOf(baseline, candidate),
    trees: {},
    rows: {},
    findings,
    caveats,
  };
  if (!areComparable(baseline, candidate)) {
    const what = (digest: ProfileDigest): string => digestUnit(digest) || 'numbers without a unit';
    const sentence =
      `The baseline counts ${what(baseline)} and the candidate ${what(candidate)}: there is no difference between ` +
      'them. Choose the same sample type on both sides.';
    return { ...comparison, unit: '', delta: 0, sentences: [sentence] };
  }
  const naming = frameNaming(baseline.kind !== candidate.kind);
  for (const grouping of GROUPINGS) {
    const [mine, theirs] = [baseline.trees[grouping], candidate.trees[grouping]];
    if (mine === undefined || theirs === undefined) continue;
    comparison.trees[grouping] = unionTree(mine, theirs, naming);
    comparison.rows[grouping] = deltaRows(grouping, mine, theirs, naming);
  }
  return { ...comparison, sentences: sentencesOf(comparison, { baseline, candidate }, naming) };
}

function findingsOf(digest: ProfileDigest): Finding[] {
  return digest.kind === 'trace' ? digest.summary.findings : [];
}
