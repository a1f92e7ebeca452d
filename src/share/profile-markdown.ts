/** One profile as a report that reads well in an issue: facts, findings, and who held the memory. */

import { amountsOfType } from '../model/amounts.ts';
import type { DumpDigest, ProfileDigest, TraceDigest } from '../model/digest.ts';
import { digestTotal, digestUnit } from '../model/digest.ts';
import { deviceOf } from '../model/device.ts';
import { formatAllocator, formatBytes, formatBytesBoth, formatCount, formatDuration, formatPercent, formatTime } from '../model/format.ts';
import { bothSizes, bulletList, findingLine, footer, joinParts, placeCell, type ReportExtras } from './markdown-facts.ts';
import { markdownCode, markdownTable, markdownText } from './markdown-text.ts';

const MOST_ROWS = 10;

export function profileMarkdown(digest: ProfileDigest, extras: ReportExtras): string {
  const facts = digest.kind === 'trace' ? traceFacts(digest) : dumpFacts(digest);
  const findings = digest.kind === 'trace' ? digest.summary.findings.map(findingLine) : [];
  return joinParts([
    `### Memory of ${markdownCode(digest.name)}`,
    markdownTable(['', ''], facts),
    ...(findings.length === 0 ? [] : ['#### Findings', bulletList(findings)]),
    ...callSites(digest),
    footer(extras),
  ]);
}

function traceFacts({ summary, allocator }: TraceDigest): string[][] {
  const shown = summary.allocators[allocator];
  if (shown === undefined) return [['memory', markdownText(summary.whyNoMemory.join(' '))]];
  const { peak, curves, inUseBefore, peakBeforeCapture } = shown;
  const { capacity, lifetimePeak } = shown.allocator;
  const device = deviceOf(summary, shown)?.kind ?? null;
  const versions = Object.entries(summary.capture.versions).map(([name, version]) => `${name} ${version}`);
  const before = peakBeforeCapture ? ', before the capture: the real peak is not in it' : '';
  const share = capacity === null || capacity === 0 ? '' : `, ${formatPercent(peak.total / capacity)} of it used at the peak`;
  return [
    ['window peak, in use and reserved', `**${formatBytesBoth(peak.total)}**`],
    ['time of the peak', formatTime(peak.time, undefined, curves.end)],
    ['allocator', markdownCode(formatAllocator(shown.allocator))],
    ...(device === null ? [] : [['device', markdownText(device)]]),
    ...(capacity === null ? [] : [['capacity', `${formatBytes(capacity)}${share}`]]),
    ...(lifetimePeak === null ? [] : [['lifetime peak', `${formatBytes(lifetimePeak)}${before}`]]),
    ['in use before the capture', formatBytes(inUseBefore)],
    ['first to last event', formatDuration(curves.end - curves.start)],
    ...(versions.length === 0 ? [] : [['versions', markdownText(versions.join(', '))]]),
  ];
}

function dumpFacts({ summary, sampleType }: DumpDigest): string[][] {
  const totals = summary.sampleTypes.map((type, i) => {
    const size = bothSizes(summary.totals[i] ?? 0, amountsOfType(type));
    return [markdownText(type.type || 'total'), i === sampleType ? `**${size}**` : size];
  });
  return [...totals, ['samples', formatCount(summary.samples)]];
}

/** The largest call sites of the total, and what the others hold together. */
function callSites(digest: ProfileDigest): string[] {
  const tree = digest.trees['call-site'];
  if (tree === undefined) return [];
  const counted = digest.kind === 'dump' ? (digest.summary.sampleTypes[digest.sampleType]?.type ?? '') : '';
  const amounts = amountsOfType({ type: counted, unit: digestUnit(digest) });
  const total = digestTotal(digest);
  const share = (bytes: number): string => (total > 0 ? formatPercent(bytes / total) : '');
  const rows: { cell: string; bytes: number }[] = [];
  for (let row = 1; row < tree.length; row++) {
    if (tree.parent[row] !== 0) continue;
    const file = tree.file[row] < 0 ? null : tree.names[tree.file[row]];
    rows.push({ cell: placeCell(tree.kind[row], tree.names[tree.name[row]], file), bytes: tree.total[row] });
  }
  const rest = rows.slice(MOST_ROWS);
  const shown = rows.slice(0, MOST_ROWS);
  if (rest.length > 0) {
    const bytes = rest.reduce((sum, row) => sum + row.bytes, 0);
    shown.push({ cell: `${formatCount(rest.length)} more`, bytes });
  }
  const title = digest.kind === 'trace' ? '#### Who held the memory at the peak' : '#### Who held it';
  return [title, markdownTable(['call site', 'held', 'share'], shown.map(({ cell, bytes }) => [cell, amounts.short(bytes), share(bytes)]))];
}
