/** A snapshot as the JSON of `summarize --json`: the numbers as the file states them, unfolded and undrawn. */

import { compareCodePoints } from '../analysis/code-points.ts';
import { NO_USER_FRAME } from '../analysis/named-sums.ts';
import { isJaxDump, sortingType, totalsOf } from '../analysis/snapshot-facts.ts';
import type { LabelSums } from '../analysis/snapshot-labels.ts';
import { sumByLabel } from '../analysis/snapshot-labels.ts';
import { functionOrigins, snapshotTops } from '../analysis/snapshot-tops.ts';
import { sumByStack } from '../analysis/stack-sums.ts';
import type { FunctionTop, SampleType, Snapshot } from '../model/snapshot.ts';
import { NODE_NO_FRAME } from '../model/snapshot.ts';
import type { JsonInteger } from './json-integer.ts';
import { jsonInteger } from './json-integer.ts';

export interface TopJson {
  distinct: number;
  rows: { function: string; file: string; lines: JsonInteger[]; values: JsonInteger[]; samples: number }[];
  tie_at_cut: boolean;
}

export interface SumJson {
  samples: number;
  values: JsonInteger[];
}

export interface NumberLabelJson {
  distinct: number;
  samples: number;
  min: JsonInteger;
  max: JsonInteger;
  units: string[];
  top10: (SumJson & { num: JsonInteger; unit: string })[];
}

export interface PprofJson {
  format: 'pprof-gz' | 'pprof-raw';
  is_jax_device_profile: boolean;
  sample_types: SampleType[];
  default_sample_type: { index: number; type: string; explicit: boolean };
  bytes_axis: number;
  counts: Snapshot['facts']['counts'];
  totals: JsonInteger[];
  time_nanos: string | null;
  duration_nanos: string | null;
  period: { value: JsonInteger; type: string; unit: string } | null;
  comments: string[];
  mappings: string[];
  max_depth_frames: number;
  max_depth_locations: number;
  locations_without_lines: number;
  missing_location_refs: number;
  samples_without_stack: number;
  samples_without_label: number;
  labels: Record<string, Record<string, SumJson>>;
  num_labels: Record<string, NumberLabelJson>;
  leaf_top10: TopJson;
  cum_top10: TopJson;
  user_top10: TopJson;
  project_top10: TopJson;
  warnings: string[];
}

const TOP_ROWS = 10;

/** Of a function; a module's body may run hundreds. */
const LINES = 20;

/** @param gzipped whether the file was compressed on the disk, which the snapshot no longer knows */
export function summarizePprof(snapshot: Snapshot, gzipped: boolean): PprofJson {
  const { facts, samples, sampleTypes, defaultSampleType } = snapshot;
  const { values } = samples;
  const tops = snapshotTops(snapshot, sumByStack(snapshot, values), functionOrigins(snapshot), TOP_ROWS);
  const labels = sumByLabel(snapshot, values);
  return {
    format: gzipped ? 'pprof-gz' : 'pprof-raw',
    is_jax_device_profile: isJaxDump(snapshot),
    sample_types: sampleTypes,
    default_sample_type: {
      index: defaultSampleType,
      type: sampleTypes[defaultSampleType].type,
      explicit: snapshot.defaultIsStated,
    },
    bytes_axis: sortingType(snapshot),
    counts: facts.counts,
    totals: totalsOf(values, sampleTypes.length).map(jsonInteger),
    time_nanos: facts.timeNs?.toString() ?? null,
    duration_nanos: facts.durationNs?.toString() ?? null,
    period: facts.period === null ? null : { ...facts.period, value: jsonInteger(facts.period.value) },
    comments: facts.comments,
    mappings: facts.mappings,
    max_depth_frames: facts.maxDepthFrames,
    max_depth_locations: facts.maxDepthLocations,
    locations_without_lines: facts.locationsWithoutLines,
    missing_location_refs: facts.missingLocationRefs,
    samples_without_stack: facts.samplesWithoutStack,
    samples_without_label: samplesWithoutLabel(snapshot),
    labels: textLabels(labels),
    num_labels: numberLabels(labels, sortingType(snapshot)),
    leaf_top10: topJson(snapshot, tops.leaf),
    cum_top10: topJson(snapshot, tops.cumulative),
    user_top10: topJson(snapshot, tops.user),
    project_top10: topJson(snapshot, tops.project),
    warnings: warnings(snapshot),
  };
}

function topJson(snapshot: Snapshot, top: FunctionTop): TopJson {
  const { functions, strings } = snapshot;
  return {
    distinct: top.distinct,
    rows: top.rows.map((row) => ({
      function: row.function === NODE_NO_FRAME ? NO_USER_FRAME : strings[functions.name[row.function]],
      file: row.function === NODE_NO_FRAME ? '' : strings[functions.file[row.function]],
      lines: row.lines.slice(0, LINES).map(jsonInteger),
      values: row.values.map(jsonInteger),
      samples: row.samples,
    })),
    tie_at_cut: top.tieAtCut,
  };
}

function samplesWithoutLabel({ samples }: Snapshot): number {
  let count = 0;
  for (let sample = 0; sample < samples.length; sample++) {
    if (samples.labelStart[sample] === samples.labelStart[sample + 1]) count++;
  }
  return count;
}

function textLabels(rows: LabelSums[]): PprofJson['labels'] {
  const byKey = new Map<string, [string, SumJson][]>();
  for (const { key, text, number, samples, values } of rows) {
    if (number !== null) continue;
    const entries = byKey.get(key) ?? [];
    entries.push([text, { samples, values: values.map(jsonInteger) }]);
    byKey.set(key, entries);
  }
  // Not by assignment: a key such as `__proto__` would be lost.
  return Object.fromEntries(Array.from(byKey, ([key, entries]) => [key, Object.fromEntries(entries)]));
}

function numberLabels(rows: LabelSums[], sortedBy: number): PprofJson['num_labels'] {
  const byKey = new Map<string, (LabelSums & { number: bigint })[]>();
  for (const row of rows) {
    const { number } = row;
    if (number === null) continue;
    const known = byKey.get(row.key) ?? [];
    known.push({ ...row, number });
    byKey.set(row.key, known);
  }
  return Object.fromEntries(Array.from(byKey, ([key, labels]) => [key, numberLabel(labels, sortedBy)]));
}

function numberLabel(labels: (LabelSums & { number: bigint })[], sortedBy: number): NumberLabelJson {
  const size = (row: LabelSums): number => Math.abs(row.values[sortedBy]);
  const byNumber = labels.toSorted((a, b) => (a.number < b.number ? -1 : a.number > b.number ? 1 : 0));
  const bySize = byNumber.toSorted((a, b) => size(b) - size(a));
  return {
    distinct: labels.length,
    samples: labels.reduce((sum, row) => sum + row.samples, 0),
    min: jsonInteger(byNumber[0].number),
    max: jsonInteger(byNumber[byNumber.length - 1].number),
    units: Array.from(new Set(labels.map(({ unit }) => unit))).sort(compareCodePoints),
    top10: bySize.slice(0, TOP_ROWS).map((row) => ({
      num: jsonInteger(row.number),
      unit: row.unit,
      samples: row.samples,
      values: row.values.map(jsonInteger),
    })),
  };
}

function warnings({ facts, samples, sampleTypes, problems }: Snapshot): string[] {
  const found: string[] = [];
  if (samples.length === 0) found.push('no samples');
  if (facts.counts.mappings === 0) found.push('no mapping table');
  if (facts.timeNs === null) found.push('no time_nanos');
  if (sampleTypes.some(({ type }) => type === '')) found.push('sample type has an empty name');
  if (samples.values.some((value) => value < 0)) found.push('negative sample values');
  if (facts.locationsWithoutLines > 0) found.push('locations without symbol lines');
  if (facts.missingLocationRefs > 0) found.push('samples refer to missing locations');
  found.sort();
  for (const { where, sentence, count } of problems) {
    found.push(`${where}: ${sentence}${count > 1 ? ` (${count} times)` : ''}`);
  }
  return found;
}
