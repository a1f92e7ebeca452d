/** The tables of the page as rows of exact numbers, also those that the page does not list. */

import type { Finding } from '../model/finding.ts';
import type {
  LabelSummary,
  SampleType,
  SeriesSite,
  SeriesSummary,
  SnapshotSummary,
  SnapshotTops,
} from '../model/snapshot.ts';
import { NODE_NO_FRAME } from '../model/snapshot.ts';
import type { AllocatorSummary } from '../model/summary.ts';
import type { Table } from '../model/table.ts';
import type { Picoseconds } from '../model/units.ts';
import type { CurveReading, CurveStep } from '../layout/readings.ts';

/** Times are picoseconds after the profile's origin, as everywhere. */
export function allocatorsTable(allocators: readonly AllocatorSummary[]): Table {
  const columns = [
    'allocator',
    'host',
    'kind',
    'window_peak_bytes',
    'peak_in_use_bytes',
    'peak_reserved_bytes',
    'peak_time_ps',
    'lifetime_peak_bytes',
    'capacity_bytes',
    'in_use_before_bytes',
    'allocations',
    'deallocations',
  ];
  const rows = allocators.map(({ allocator, peak, inUseBefore }) => {
    const { id, host, kind, lifetimePeak, capacity, allocations, deallocations } = allocator;
    const sizes = [peak.total, peak.inUse, peak.reserved, peak.time, lifetimePeak, capacity, inUseBefore];
    return [id, host, kind, ...sizes, allocations, deallocations];
  });
  return { columns, rows };
}

export function findingsTable(findings: readonly Finding[]): Table {
  const columns = [
    'kind',
    'severity',
    'title',
    'sentence',
    'allocator',
    'bytes',
    'share_of_peak',
    'from_ps',
    'to_ps',
    'moment_ps',
    'call_site',
    'allocations',
  ];
  const rows = findings.map(({ kind, severity, title, sentence, allocator, bytes, shareOfPeak, ...where }) => {
    const { from, to, moment, evidence } = where;
    const { callSite, count } = evidence;
    return [kind, severity, title, sentence, allocator, bytes, shareOfPeak, from, to, moment, callSite, count];
  });
  return { columns, rows };
}

export function stepsTable(steps: readonly CurveStep[]): Table {
  const columns = ['time_ps', 'change_bytes', 'in_use_bytes', 'total_bytes'];
  return { columns, rows: steps.map(({ time, change, inUse, total }) => [time, change, inUse, total]) };
}

/** A named moment of the timeline; `time` is null before the capture. */
export interface Moment {
  name: string;
  time: Picoseconds | null;
  reading: Pick<CurveReading, 'inUse' | 'reserved' | 'total' | 'exact'>;
}

/** `is_exact` is 0 where the curve is known for a bucket of times alone. */
export function momentsTable(moments: readonly Moment[]): Table {
  const columns = ['moment', 'time_ps', 'in_use_bytes', 'reserved_bytes', 'total_bytes', 'is_exact'];
  const rows = moments.map(({ name, time, reading }) => [
    name,
    time,
    reading.inUse,
    reading.reserved,
    reading.total,
    reading.exact ? 1 : 0,
  ]);
  return { columns, rows };
}

export function functionsTable({ tops, functions, sampleTypes }: SnapshotSummary, by: keyof SnapshotTops): Table {
  const columns = ['function', 'file', 'lines', ...sampleTypes.map(columnOf), 'samples'];
  const rows = tops[by].rows.map(({ function: index, lines, values, samples }) => {
    const isNone = index === NODE_NO_FRAME;
    const place = isNone ? ['(no user code)', null] : [functions.name[index], functions.file[index]];
    return [...place, lines.join(' '), ...values, samples];
  });
  return { columns, rows };
}

/** One column a dump, named by its file. */
export function growthTable({ points, sampleTypes, sortedBy }: SeriesSummary, sites: readonly SeriesSite[]): Table {
  const unit = columnOf(sampleTypes[sortedBy], sortedBy);
  const names = points.map(({ name }, at) => `${at + 1}: ${name}`);
  const rows = sites.map(({ function: name, file, values, delta }) => [
    name,
    file,
    delta,
    ...points.map((_, point) => values[point * sampleTypes.length + sortedBy]),
  ]);
  return { columns: ['function', 'file', `change_${unit}`, ...names], rows };
}

export function labelTable({ key, values, rest }: LabelSummary, sampleTypes: readonly SampleType[]): Table {
  const columns = [key === '' ? 'label' : key, 'samples', ...sampleTypes.map(columnOf)];
  const rows = values.map(({ text, samples, values: sums }) => [text, samples, ...sums]);
  const others = rest.distinct === 0 ? [] : [[`(${rest.distinct} smaller)`, rest.samples, ...rest.values]];
  return { columns, rows: [...rows, ...others] };
}

/** `space_bytes`; by its place where a writer names nothing. */
function columnOf({ type, unit }: SampleType, at: number): string {
  return [type, unit].filter((part) => part !== '').join('_') || `value_${at + 1}`;
}
