/** A comparison as a report that reads well in an issue: sentences, facts of both sides, what moved, findings. */

import { signed } from '../layout/sample-amounts.ts';
import { amountsOfType, type FlameAmounts } from '../model/amounts.ts';
import type { Comparison, DeltaRow, SideFacts } from '../model/comparison.ts';
import { formatBytes, formatCount, formatDuration, formatPercent, formatTime } from '../model/format.ts';
import { bothSizes, bulletList, findingLine, footer, joinParts, placeCell, type ReportExtras } from './markdown-facts.ts';
import { markdownCode, markdownTable, markdownText } from './markdown-text.ts';

/** Rows of the table of deltas: what fits an issue without scrolling. */
const MOST_ROWS = 10;

export function comparisonMarkdown(comparison: Comparison, extras: ReportExtras): string {
  const { baseline, candidate, sentences, caveats } = comparison;
  const [headline, ...more] = sentences;
  return joinParts([
    `### Memory of ${markdownCode(candidate.name)} against ${markdownCode(baseline.name)}`,
    `**${markdownText(headline ?? '')}**`,
    bulletList(more.map(markdownText)),
    factsTable(comparison),
    ...deltaSection(comparison),
    ...findingSection(comparison),
    ...(caveats.length === 0 ? [] : ['#### To be kept in mind', bulletList(caveats.map(markdownText))]),
    footer(extras),
  ]);
}

function factsTable({ baseline, candidate, unit, delta, alignments }: Comparison): string {
  const amounts = amountsOfType({ type: candidate.counted, unit });
  const isTrace = alignments.length > 0;
  const rows: string[][] = [
    [
      isTrace ? 'window peak, in use and reserved' : 'total',
      bothSizes(baseline.total, amountsOfType({ type: baseline.counted, unit })),
      bothSizes(candidate.total, amounts),
      deltaCell(delta, baseline.total, amounts),
    ],
    [isTrace ? 'allocator' : 'counted', markdownCode(baseline.counted), markdownCode(candidate.counted), ''],
  ];
  const add = (label: string, cell: (side: SideFacts) => string | null, difference = ''): void => {
    const [before, after] = [cell(baseline), cell(candidate)];
    if (before !== null || after !== null) rows.push([label, before ?? 'not stated', after ?? 'not stated', difference]);
  };
  const bytesRow = (label: string, bytesOf: (side: SideFacts) => number | null): void => {
    const [before, after] = [bytesOf(baseline), bytesOf(candidate)];
    const difference = before === null || after === null ? '' : signed(after - before, formatBytes);
    add(label, (side) => map(bytesOf(side), formatBytes), difference);
  };
  add('device', ({ device }) => map(device, markdownText));
  const scale = Math.max(baseline.peakTime ?? 0, candidate.peakTime ?? 0);
  add('time of the peak', ({ peakTime }) => map(peakTime, (time) => formatTime(time, undefined, scale)));
  add('first to last event', ({ duration }) => map(duration, formatDuration));
  bytesRow('in use before the capture', ({ inUseBefore }) => inUseBefore);
  bytesRow('lifetime peak', ({ lifetimePeak }) => lifetimePeak);
  bytesRow('capacity', ({ capacity }) => capacity);
  return markdownTable(['', `baseline ${markdownCode(baseline.name)}`, `candidate ${markdownCode(candidate.name)}`, 'delta'], rows);
}

function deltaSection({ rows, unit, candidate }: Comparison): (string | null)[] {
  const amounts = amountsOfType({ type: candidate.counted, unit });
  const moved = (rows['call-site'] ?? []).filter(({ delta }) => delta !== 0);
  if (moved.length === 0) return [];
  const rest = moved.slice(MOST_ROWS);
  const side = (bytes: DeltaRow['baseline']): string => (bytes === null ? '–' : amounts.short(bytes.bytes));
  const lines = moved
    .slice(0, MOST_ROWS)
    .map(({ kind, name, file, baseline: before, candidate: after, delta }) => [
      placeCell(kind, name, file),
      side(before),
      side(after),
      signed(delta, amounts.short),
    ]);
  if (rest.length > 0) {
    const sum = rest.reduce((total, { delta }) => total + delta, 0);
    lines.push([`${formatCount(rest.length)} more`, '', '', signed(sum, amounts.short)]);
  }
  return ['#### What moved, by call site', markdownTable(['call site', 'baseline', 'candidate', 'delta'], lines)];
}

function findingSection({ findings }: Comparison): (string | null)[] {
  const changed = findings.changed.map(
    ({ baseline, candidate }) =>
      `Changed by ${signed(candidate.bytes - baseline.bytes, formatBytes)}: ${findingLine(candidate)}`,
  );
  const items = [
    ...findings.onlyCandidate.map((finding) => `Only in the candidate: ${findingLine(finding)}`),
    ...findings.onlyBaseline.map((finding) => `Only in the baseline: ${findingLine(finding)}`),
    ...changed,
  ];
  return items.length === 0 ? [] : ['#### Findings that differ', bulletList(items)];
}

function deltaCell(delta: number, before: number, { short }: FlameAmounts): string {
  const share = before > 0 && delta !== 0 ? ` (${delta > 0 ? '+' : '−'}${formatPercent(Math.abs(delta) / before)})` : '';
  return `${signed(delta, short)}${share}`;
}

function map<T, R>(value: T | null, of: (value: T) => R): R | null {
  return value === null ? null : of(value);
}
