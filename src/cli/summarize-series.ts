/** A series, and the difference of two snapshots, as JSON: the values as the files state them. */

import type { FunctionDelta, FunctionDiff, SnapshotDiff } from '../analysis/snapshot-diff.ts';
import type { LabelSummary, SampleType, SeriesSite, SeriesSummary } from '../model/snapshot.ts';
import type { JsonInteger } from './json-integer.ts';
import { jsonInteger } from './json-integer.ts';

export interface SiteJson {
  function: string;
  file: string;
  bytes: JsonInteger[];
  count: JsonInteger[];
  delta: JsonInteger;
}

export interface SeriesJson {
  order: string;
  ordered_by: string;
  sample_types: string[];
  axis: number;
  points: {
    file: string;
    totals: JsonInteger[];
    samples: number;
    kind: Record<string, JsonInteger[]>;
    device: Record<string, JsonInteger[]>;
  }[];
  delta_first_last: JsonInteger[];
  peak_point: number;
  monotonic_growth: boolean;
  user_grown: SiteJson[];
  user_grown_count: number;
  user_never_shrinks: SiteJson[];
  user_never_shrinks_count: number;
  user_shrunk: SiteJson[];
  user_shrunk_count: number;
  project_grown: SiteJson[];
  project_grown_count: number;
  project_never_shrinks: SiteJson[];
  project_never_shrinks_count: number;
  project_shrunk: SiteJson[];
  project_shrunk_count: number;
  problems: string[];
}

export function summarizeSeries(series: SeriesSummary): SeriesJson {
  const { sampleTypes, sortedBy, points, user, project } = series;
  const types = sampleTypes.length;
  const sites = (list: SeriesSite[]): SiteJson[] => list.map((site) => siteJson(site, types, sortedBy));
  const last = points[points.length - 1].totals;
  return {
    order: series.order.sentence,
    ordered_by: series.order.by,
    sample_types: typeNames(sampleTypes),
    axis: sortedBy,
    points: points.map(({ name, totals, samples, labels }) => ({
      file: name,
      totals: totals.map(jsonInteger),
      samples,
      kind: labelJson(labels, 'kind'),
      device: labelJson(labels, 'device'),
    })),
    delta_first_last: last.map((total, type) => jsonInteger(total - points[0].totals[type])),
    peak_point: series.peakPoint,
    monotonic_growth: series.neverFalls,
    user_grown: sites(user.grown),
    user_grown_count: user.grownCount,
    user_never_shrinks: sites(user.neverShrinks),
    user_never_shrinks_count: user.neverShrinksCount,
    user_shrunk: sites(user.shrunk),
    user_shrunk_count: user.shrunkCount,
    project_grown: sites(project.grown),
    project_grown_count: project.grownCount,
    project_never_shrinks: sites(project.neverShrinks),
    project_never_shrinks_count: project.neverShrinksCount,
    project_shrunk: sites(project.shrunk),
    project_shrunk_count: project.shrunkCount,
    problems: series.problems.map(({ where, sentence }) => `${where}: ${sentence}`),
  };
}

export interface DeltaJson {
  function: string;
  file: string;
  delta: JsonInteger[];
  before: JsonInteger[] | null;
  after: JsonInteger[] | null;
}

export interface FunctionDiffJson {
  grown: DeltaJson[];
  shrunk: DeltaJson[];
  grown_count: number;
  shrunk_count: number;
  unchanged_count: number;
  new_count: number;
  gone_count: number;
  tie_at_cut: { grown: boolean; shrunk: boolean };
}

export interface PprofDiffJson {
  sample_types: string[];
  axis: number;
  totals_before: JsonInteger[];
  totals_after: JsonInteger[];
  totals_delta: JsonInteger[];
  leaf: FunctionDiffJson;
  user: FunctionDiffJson;
  project: FunctionDiffJson;
  cum: FunctionDiffJson;
  device_delta?: Record<string, JsonInteger[]>;
  kind_delta?: Record<string, JsonInteger[]>;
}

export function summarizePprofDiff(diff: SnapshotDiff, sampleTypes: SampleType[]): PprofDiffJson {
  return {
    sample_types: typeNames(sampleTypes),
    axis: diff.sortedBy,
    totals_before: diff.totalsBefore.map(jsonInteger),
    totals_after: diff.totalsAfter.map(jsonInteger),
    totals_delta: diff.totalsDelta.map(jsonInteger),
    leaf: functionDiffJson(diff.leaf),
    user: functionDiffJson(diff.user),
    project: functionDiffJson(diff.project),
    cum: functionDiffJson(diff.cumulative),
    ...(diff.deviceDelta === null ? {} : { device_delta: deltaJson(diff.deviceDelta) }),
    ...(diff.kindDelta === null ? {} : { kind_delta: deltaJson(diff.kindDelta) }),
  };
}

function typeNames(sampleTypes: SampleType[]): string[] {
  return sampleTypes.map(({ type, unit }) => `${type}/${unit}`);
}

function siteJson(site: SeriesSite, types: number, sortedBy: number): SiteJson {
  const history = (type: number): JsonInteger[] =>
    Array.from({ length: site.values.length / types }, (_, point) => jsonInteger(site.values[point * types + type]));
  return {
    function: site.function,
    file: site.file,
    bytes: history(sortedBy),
    count: history(0),
    delta: jsonInteger(site.delta),
  };
}

function functionDiffJson(diff: FunctionDiff): FunctionDiffJson {
  const rows = (list: FunctionDelta[]): DeltaJson[] =>
    list.map((row) => ({
      function: row.function,
      file: row.file,
      delta: row.delta.map(jsonInteger),
      before: row.before?.map(jsonInteger) ?? null,
      after: row.after?.map(jsonInteger) ?? null,
    }));
  return {
    grown: rows(diff.grown),
    shrunk: rows(diff.shrunk),
    grown_count: diff.grownCount,
    shrunk_count: diff.shrunkCount,
    unchanged_count: diff.unchangedCount,
    new_count: diff.newCount,
    gone_count: diff.goneCount,
    tie_at_cut: diff.tieAtCut,
  };
}

function deltaJson(delta: Map<string, number[]>): Record<string, JsonInteger[]> {
  return Object.fromEntries(Array.from(delta, ([text, values]) => [text, values.map(jsonInteger)]));
}

function labelJson(labels: LabelSummary[], key: string): Record<string, JsonInteger[]> {
  const found = labels.find((label) => label.key === key);
  return Object.fromEntries((found?.values ?? []).map(({ text, values }) => [text, values.map(jsonInteger)]));
}
