/** A comparison as JSON. Trees are left out: rows hold the same bytes. */

import { diffSnapshots } from '../analysis/snapshot-diff.ts';
import type { Comparison } from '../model/comparison.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { summarizePprofDiff } from './summarize-series.ts';

/** Rows of each list of functions. */
const FUNCTIONS = 10;

export function comparisonJson(comparison: Comparison): Omit<Comparison, 'trees'> {
  const { trees: _, ...rest } = comparison;
  return rest;
}

/**
 * The difference of two dumps, function by function, with the values that the files state; empty where their sample
 * types differ.
 */
export function pprofDiffJson(
  before: { path: string; snapshot: Snapshot },
  after: { path: string; snapshot: Snapshot },
): Record<string, unknown> {
  const diff = diffSnapshots(before.snapshot, after.snapshot, ({ samples }) => samples.values, FUNCTIONS);
  if (diff === null) return {};
  return {
    schema: 'pprof-diff/2',
    before: before.path,
    after: after.path,
    ...summarizePprofDiff(diff, after.snapshot.sampleTypes),
  };
}
