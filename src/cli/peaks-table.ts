/** Three or more profiles: their peaks beside each other, and against the first. */

import { amountsOfType } from '../model/amounts.ts';
import type { SideFacts } from '../model/comparison.ts';
import { digestUnit, type ProfileDigest } from '../model/digest.ts';
import { formatPercent } from '../model/format.ts';
import type { Bytes } from '../model/units.ts';
import { markdownCode, markdownTable } from '../share/markdown-text.ts';

export interface PeakRow extends SideFacts {
  /** As given on the command line. */
  file: string;
  unit: string;
  /** Total − total of the first; null where the two count different things. */
  deltaToFirst: Bytes | null;
}

export function peakOf(file: string, digest: ProfileDigest, facts: SideFacts, first: PeakRow | undefined): PeakRow {
  const unit = digestUnit(digest);
  const deltaToFirst = first === undefined ? 0 : first.unit === unit ? facts.total - first.total : null;
  return { file, ...facts, unit, deltaToFirst };
}

export function peaksText(rows: readonly PeakRow[]): string {
  const table = [['', 'peak', 'against the first'], ...cellsOf(rows).map(([name, ...rest]) => [name, ...rest])];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((cells) => cells[column].length)));
  const lines = table.map(([name, peak, delta]) =>
    `${name.padEnd(widths[0])}  ${peak.padStart(widths[1])}  ${delta.padStart(widths[2])}`.trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

export function peaksMarkdown(rows: readonly PeakRow[]): string {
  const cells = cellsOf(rows).map(([name, peak, delta]) => [markdownCode(name), peak, delta]);
  return `${markdownTable(['profile', 'peak', 'against the first'], cells)}\n`;
}

function cellsOf(rows: readonly PeakRow[]): [name: string, peak: string, delta: string][] {
  return rows.map((row, index) => {
    const amounts = amountsOfType({ type: row.counted, unit: row.unit });
    return [`${row.name}, ${row.counted}`, amounts.short(row.total), index === 0 ? '' : deltaText(row, rows[0].total)];
  });
}

function deltaText({ deltaToFirst, counted, unit }: PeakRow, first: Bytes): string {
  if (deltaToFirst === null) return 'counts something else';
  const { short } = amountsOfType({ type: counted, unit });
  if (deltaToFirst === 0) return 'the same';
  const sign = deltaToFirst > 0 ? '+' : '−';
  // Beyond a hundred times the first, percents say less than the sizes.
  const share = Math.abs(deltaToFirst) / first;
  const percent = first > 0 && share < 100 ? ` (${sign}${formatPercent(share)})` : '';
  return `${sign}${short(Math.abs(deltaToFirst))}${percent}`;
}
