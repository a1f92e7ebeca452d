/** What changed between two snapshots, function by function. Functions are the same where name and file are. */

import type { FrameSelection, Snapshot } from '../model/snapshot.ts';
import { compareCodePoints } from './code-points.ts';
import { functionOrigins, keptFunctions, sumByInnermost, sumCumulative } from './snapshot-tops.ts';
import { isJaxDump, sortingType, totalsOf } from './snapshot-facts.ts';
import { sumByLabel } from './snapshot-labels.ts';
import { namedSums } from './named-sums.ts';
import { sumByStack } from './stack-sums.ts';
import type { NamedSum } from './named-sums.ts';

export interface FunctionDelta {
  function: string;
  file: string;
  /** Candidate − baseline, one number for each sample type. */
  delta: number[];
  /** Null where no sample of that side has the function. */
  before: number[] | null;
  after: number[] | null;
}

export interface FunctionDiff {
  /** By the size of the change in the sorting type, greatest first. */
  grown: FunctionDelta[];
  shrunk: FunctionDelta[];
  /** How many there are in all, also beyond the limit. */
  grownCount: number;
  shrunkCount: number;
  unchangedCount: number;
  newCount: number;
  goneCount: number;
  /** The last row listed has the same size as the first one left out. */
  tieAtCut: { grown: boolean; shrunk: boolean };
}

export interface SnapshotDiff {
  sortedBy: number;
  totalsBefore: number[];
  totalsAfter: number[];
  totalsDelta: number[];
  leaf: FunctionDiff;
  user: FunctionDiff;
  project: FunctionDiff;
  cumulative: FunctionDiff;
  /** By the texts of the labels `kind` and `device`; null unless both are JAX dumps. */
  kindDelta: Map<string, number[]> | null;
  deviceDelta: Map<string, number[]> | null;
}

/** Which values to compare: `samples.values` as stated, or the drawn ones. */
export type ValuesOf = (snapshot: Snapshot) => Float64Array;

/**
 * @param limit rows of each list
 * @returns null where the two count different things: their sample types differ
 */
export function diffSnapshots(
  before: Snapshot,
  after: Snapshot,
  valuesOf: ValuesOf,
  limit: number,
): SnapshotDiff | null {
  if (!sameSampleTypes(before, after)) return null;
  const sortedBy = sortingType(after);
  const types = after.sampleTypes.length;
  const totalsBefore = totalsOf(valuesOf(before), types);
  const totalsAfter = totalsOf(valuesOf(after), types);
  const innermost = (selection: FrameSelection): FunctionDiff => {
    const sums = (snapshot: Snapshot): Map<string, NamedSum> => {
      const kept = keptFunctions(functionOrigins(snapshot), selection);
      return namedSums(snapshot, sumByInnermost(snapshot, sumByStack(snapshot, valuesOf(snapshot)), kept));
    };
    return diffSums(sums(before), sums(after), sortedBy, limit);
  };
  const cumulative = (snapshot: Snapshot): Map<string, NamedSum> =>
    namedSums(snapshot, sumCumulative(snapshot, sumByStack(snapshot, valuesOf(snapshot))));
  const labelled = isJaxDump(before) && isJaxDump(after);
  return {
    sortedBy,
    totalsBefore,
    totalsAfter,
    totalsDelta: subtract(totalsAfter, totalsBefore),
    leaf: innermost('all'),
    user: innermost('user'),
    project: innermost('project'),
    cumulative: diffSums(cumulative(before), cumulative(after), sortedBy, limit),
    kindDelta: labelled ? labelDelta(before, after, valuesOf, 'kind') : null,
    deviceDelta: labelled ? labelDelta(before, after, valuesOf, 'device') : null,
  };
}

export function sameSampleTypes(a: Snapshot, b: Snapshot): boolean {
  if (a.sampleTypes.length !== b.sampleTypes.length) return false;
  return a.sampleTypes.every(({ type, unit }, index) => {
    const other = b.sampleTypes[index];
    return type === other.type && unit === other.unit;
  });
}

function diffSums(
  before: Map<string, NamedSum>,
  after: Map<string, NamedSum>,
  sortedBy: number,
  limit: number,
): FunctionDiff {
  const deltas: FunctionDelta[] = [];
  for (const [key, { function: name, file, values }] of after) {
    const old = before.get(key)?.values ?? null;
    deltas.push({ function: name, file, delta: subtract(values, old), before: old, after: values });
  }
  for (const [key, { function: name, file, values }] of before) {
    if (after.has(key)) continue;
    deltas.push({ function: name, file, delta: values.map((value) => 0 - value), before: values, after: null });
  }
  const size = (row: FunctionDelta): number => Math.abs(row.delta[sortedBy]);
  // Equal changes: the one whose first number moved further in the same direction, then by name.
  const order = (a: FunctionDelta, b: FunctionDelta): number =>
    size(b) - size(a) ||
    Math.sign(a.delta[sortedBy]) * (b.delta[0] - a.delta[0]) ||
    compareCodePoints(a.function, b.function) ||
    compareCodePoints(a.file, b.file);
  const grown = deltas.filter(({ delta }) => delta[sortedBy] > 0).sort(order);
  const shrunk = deltas.filter(({ delta }) => delta[sortedBy] < 0).sort(order);
  const tied = (rows: FunctionDelta[]): boolean => rows.length > limit && size(rows[limit - 1]) === size(rows[limit]);
  return {
    grown: grown.slice(0, limit),
    shrunk: shrunk.slice(0, limit),
    grownCount: grown.length,
    shrunkCount: shrunk.length,
    unchangedCount: deltas.length - grown.length - shrunk.length,
    newCount: deltas.filter((row) => row.before === null).length,
    goneCount: deltas.filter((row) => row.after === null).length,
    tieAtCut: { grown: tied(grown), shrunk: tied(shrunk) },
  };
}

function labelDelta(before: Snapshot, after: Snapshot, valuesOf: ValuesOf, key: string): Map<string, number[]> {
  const delta = new Map<string, number[]>();
  for (const row of sumByLabel(after, valuesOf(after))) if (row.key === key) delta.set(row.text, row.values);
  for (const row of sumByLabel(before, valuesOf(before))) {
    if (row.key !== key) continue;
    delta.set(row.text, subtract(delta.get(row.text) ?? row.values.map(() => 0), row.values));
  }
  return delta;
}

function subtract(values: number[], from: number[] | null): number[] {
  return from === null ? values : values.map((value, type) => value - from[type]);
}
