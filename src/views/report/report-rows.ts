/** The tables of a report, as text. */

import { frameText } from '../../layout/flame-index.ts';
import { signed } from '../../layout/sample-amounts.ts';
import type { FlameAmounts } from '../../model/amounts.ts';
import type { DeltaRow } from '../../model/comparison.ts';
import type { FlameGrouping, FlameTree } from '../../model/flame.ts';
import { formatCount, formatPercent, formatQuantity } from '../../model/format.ts';

export const MOST_ROWS = 40;

/** The groupings that a report lists, and what their tables are called. */
export const BRANCHES: Partial<Record<FlameGrouping, string>> = {
  'call-site': 'By call site',
  program: 'By program',
  class: 'By class',
};

export interface TextTable {
  rows: string[][];
  /** How many are left out. */
  others: number;
}

/** What stands right below the root, the largest first: call sites, programs, classes. */
export function branchRows({ length, parent, name, file, names, total, count }: FlameTree, amounts: FlameAmounts): TextTable {
  const rows: string[][] = [];
  let others = 0;
  for (let row = 1; row < length; row++) {
    if (parent[row] !== 0) continue;
    if (rows.length === MOST_ROWS) {
      others++;
      continue;
    }
    const text = frameText({ name: names[name[row]], file: file[row] < 0 ? null : names[file[row]] });
    const share = total[0] > 0 ? formatPercent(total[row] / total[0]) : '';
    rows.push([text, amounts.short(total[row]), formatCount(total[row]), share, formatCount(count[row])]);
  }
  return { rows, others };
}

export function deltaTableRows(deltas: readonly DeltaRow[], amounts: FlameAmounts): TextTable {
  const changed = deltas.filter(({ delta }) => delta !== 0);
  const rows = changed.slice(0, MOST_ROWS).map(({ name, file, baseline, candidate, delta }) => [
    frameText({ name, file }),
    signed(delta, amounts.short),
    signed(delta, formatCount),
    baseline === null ? 'none' : amounts.short(baseline.bytes),
    candidate === null ? 'none' : amounts.short(candidate.bytes),
  ]);
  return { rows, others: changed.length - rows.length };
}

export function moreText({ others }: TextTable): string {
  return others === 0 ? '' : `${formatQuantity(others, 'smaller row')} not listed.`;
}
