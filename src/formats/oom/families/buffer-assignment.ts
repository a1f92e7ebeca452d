/**
 * F7: the buffer assignment of the program that failed, printed after the message of the runtime: totals by kind, and
 * the largest buffers that live at the peak.
 * Source: xla/service/buffer_assignment.cc (Stats::ToString), xla/service/hlo_buffer / pjrt peak buffer printing.
 */

import type { AssignmentReport, AssignmentStats, PeakBuffer } from '../../../model/oom.ts';
import type { Family, Found } from '../family.ts';
import { fieldsBetween, fieldValue, oneLine, readOperator, shapeFields } from '../fields.ts';
import { pattern, present } from '../pattern.ts';
import { placeParts, type Part } from '../parts.ts';
import { dropDuplicates, entryRuns, type EntryRun } from '../entries.ts';
import type { RepairLog } from '../repair/log.ts';
import { firstSize, SIZE, sizeOf } from '../sizes.ts';
import type { RepairedText } from '../repair/repaired-text.ts';

const HEADER = pattern('BufferAssignment OOM Debugging', 'g');
const STATS_HEADER = pattern('BufferAssignment stats:', 'g');
const PEAK_HEADER = pattern('Peak buffers:', 'g');

const STATS: readonly { key: keyof AssignmentStats; percent?: keyof AssignmentStats; label: string }[] = [
  { key: 'parameter', label: 'parameter allocation' },
  { key: 'constant', label: 'constant allocation' },
  { key: 'maybeLiveOut', label: 'maybe_live_out allocation' },
  { key: 'preallocatedTemp', label: 'preallocated temp allocation' },
  { key: 'total', label: '(?<!preallocated temp )total allocation' },
  { key: 'tempFragmentation', percent: 'tempFragmentationPct', label: 'preallocated temp fragmentation' },
  { key: 'totalFragmentation', percent: 'totalFragmentationPct', label: 'total fragmentation' },
];
const ROWS = STATS.map((row) => ({ ...row, regexp: pattern(`${row.label}:~(${SIZE})(?:~\\(~([\\d.]+)%~\\))?`, 'g') }));

const BUFFER = pattern('(?<![A-Za-z])Buffer (\\d{1,3})~:', 'g');
const LABELS = pattern('(Entry Parameter Subshape|(?<!Unpadded )Size|Operator|XLA Label|(?<!Sub)Shape)~:', 'gi');

type Block = Partial<Pick<AssignmentReport, 'stats' | 'peakBuffers'>>;

function find(text: RepairedText, log: RepairLog): Found[] {
  const heads = [...text.text.matchAll(HEADER)].map((match) => match.index);
  const parts: Part<Block>[] = [...statsBlocks(text), ...bufferRuns(text)];
  const placed = placeParts(heads, parts, log);
  return placed.map(({ start, end, headless, fields }) => {
    const report: AssignmentReport = { n: 0, line: text.rawLineAt(start), family: 'F7', ...fields };
    if (report.peakBuffers) report.peakBuffers = dropDuplicates(report.peakBuffers, log).kept;
    const missing = missingOf(report, headless);
    if (headless) report.partial = true;
    if (missing.length > 0) report.missing = missing;
    return { start, end, report };
  });
}

function missingOf(report: AssignmentReport, headless: boolean): string[] {
  const missing: string[] = [];
  if (headless) missing.push('The beginning of the block: which request failed.');
  if (!report.stats && !headless)
    missing.push('The totals of the buffer assignment: how much are arguments, outputs and temporaries.');
  if (!report.peakBuffers && report.stats) missing.push('The list of peak buffers.');
  const last = report.peakBuffers?.[report.peakBuffers.length - 1];
  if (last?.opNameTruncated)
    missing.push(`The rest of buffer ${last.n ?? ''} and all buffers after it: the text ends within its name.`);
  return missing;
}

/** Rows of totals that stand together. */
function statsBlocks(text: RepairedText): Part<Block>[] {
  const rows = ROWS.flatMap((row) => [...text.text.matchAll(row.regexp)].map((match) => ({ row, match })));
  rows.sort((a, b) => a.match.index - b.match.index);
  const headers = [...text.text.matchAll(STATS_HEADER)].map((match) => match.index);
  const blocks: Part<Block>[] = [];
  let open: (Part<Block> & { stats: AssignmentStats }) | null = null;
  for (const { row, match } of rows) {
    const size = sizeOf(match[1]);
    if (size === undefined) continue;
    const start = match.index;
    const end = start + match[0].length;
    const newHeader = open !== null && headers.some((header) => header > (open?.end ?? 0) && header < start);
    if (open === null || newHeader || row.key in open.stats || start - open.end > 2000) {
      const stats: AssignmentStats = {};
      open = { kind: 'stats', start, end, fields: { stats }, stats };
      blocks.push(open);
    }
    Object.assign(open.stats, { [row.key]: size });
    if (row.percent !== undefined && match[2] !== undefined)
      Object.assign(open.stats, { [row.percent]: Number(match[2]) });
    open.end = end;
  }
  // `total allocation: 5` alone is a phrase of many programs.
  return blocks.filter(({ fields }) => Object.keys(fields.stats ?? {}).length >= 2);
}

function bufferRuns(text: RepairedText): Part<Block>[] {
  const boundaries = [...text.text.matchAll(BUFFER)].map((match) => ({
    n: Number(match[1]),
    start: match.index,
    contentStart: match.index + match[0].length,
  }));
  const stops = [HEADER, PEAK_HEADER, STATS_HEADER].flatMap((header) =>
    [...text.text.matchAll(header)].map((match) => match.index),
  );
  const runs = entryRuns<PeakBuffer>(text.text, boundaries, stops, (n, from, to) => readBuffer(text, n, from, to));
  adoptOrphans(text, runs);
  return runs.map(({ start, end, entries }) => ({
    kind: 'peakBuffers',
    start,
    end,
    fields: { peakBuffers: entries },
    merge: (earlier, later) => ({
      ...earlier,
      peakBuffers: [...(earlier.peakBuffers ?? []), ...(later.peakBuffers ?? [])],
    }),
  }));
}

function readBuffer(
  text: RepairedText,
  n: number | null,
  from: number,
  to: number,
): { entry: PeakBuffer; end: number } | null {
  const fields = fieldsBetween(text.text, from, to, LABELS);
  const operator = fields.find((field) => field.label.toLowerCase() === 'operator');
  const parameter = fieldValue(fields, 'entry parameter subshape');
  const size = firstSize(fieldValue(fields, 'size') ?? '') ?? undefined;
  const label = fieldValue(fields, 'xla label');
  if (fields.length === 0) return null;
  const entry: PeakBuffer = {
    n,
    ...present({ size }),
    ...readOperator(text, operator),
    ...present({ label: label === undefined ? undefined : oneLine(label) }),
    ...shapeFields(parameter ?? fieldValue(fields, 'shape')),
  };
  if (parameter !== undefined) entry.entryParameter = true;
  return { entry, end: Math.max(...fields.map((field) => field.end)) };
}

const SUBSHAPE = pattern('Entry Parameter Subshape~:', 'g');

/** A parameter before the first numbered buffer of a run, or far from any: the text begins within a buffer. */
function adoptOrphans(text: RepairedText, runs: EntryRun<PeakBuffer>[]): void {
  for (const { index: from } of text.text.matchAll(SUBSHAPE)) {
    if (runs.some((run) => from >= run.start && from < run.end)) continue;
    const next = runs.find((run) => run.start > from && run.start - from < 2000);
    const read = readBuffer(text, null, from, Math.min(next?.start ?? text.text.length, from + 2000));
    if (read === null) continue;
    if (next) {
      next.entries.unshift(read.entry);
      next.start = from;
    } else runs.push({ start: from, end: read.end, entries: [read.entry] });
  }
}

export const BUFFER_ASSIGNMENT: Family = { name: 'buffer assignment (F7)', find };
