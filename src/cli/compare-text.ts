/** A comparison for the terminal: the sentences, both totals, what moved. */

import { signed } from '../layout/sample-amounts.ts';
import { amountsOfType } from '../model/amounts.ts';
import type { Comparison, DeltaRow, SideFacts } from '../model/comparison.ts';
import { formatBytesBoth } from '../model/format.ts';

const MOST_ROWS = 10;

export function comparisonText({ baseline, candidate, unit, rows, sentences, caveats }: Comparison): string {
  const amounts = amountsOfType({ type: candidate.counted, unit });
  const total = ({ name, counted, total: amount }: SideFacts): string =>
    `${name}, ${counted}: ${unit === 'bytes' ? formatBytesBoth(amount) : amounts.exact(amount)}`;
  const moved = (rows['call-site'] ?? []).filter(({ delta }) => delta !== 0);
  const shown = moved.slice(0, MOST_ROWS);
  const deltas = shown.map(({ delta }) => signed(delta, amounts.short));
  const width = Math.max(0, ...deltas.map(({ length }) => length));
  const lines = shown.map((row, i) => `  ${deltas[i].padStart(width)}  ${placeText(row)}`);
  if (moved.length > MOST_ROWS) lines.push(`  and ${moved.length - MOST_ROWS} more call sites`);
  return [
    ...sentences,
    '',
    `  baseline   ${total(baseline)}`,
    `  candidate  ${total(candidate)}`,
    ...(lines.length === 0 ? [] : ['', 'By call site:', ...lines]),
    ...(caveats.length === 0 ? [] : ['', ...caveats]),
    '',
  ].join('\n');
}

function placeText({ name, file, baseline, candidate }: DeltaRow): string {
  const presence = baseline === null ? ' (new)' : candidate === null ? ' (gone)' : '';
  return `${file === null ? name : `${file}: ${name}`}${presence}`;
}
