/** The table of a comparison: its rows sorted, searched, and as a file. The same facts as the picture beside it. */

import type { DeltaRow } from '../model/comparison.ts';
import type { Table } from '../model/table.ts';
import type { DeltaColumn } from '../model/view-state.ts';
import { shareDelta, shareOf } from './delta-shares.ts';
import type { Presence } from './delta-tree.ts';
import type { FrameSearch } from './frame-search.ts';
import { frameText } from './flame-index.ts';

/** A row that one side alone has. */
export function presenceOfRow({ baseline, candidate }: DeltaRow): Presence {
  if (baseline === null) return 'new';
  return candidate === null ? 'vanished' : 'both';
}

/** The same rows in shares of each side's total. */
export function shareRows(rows: readonly DeltaRow[], totals: { baseline: number; candidate: number }): DeltaRow[] {
  const share = (side: DeltaRow['baseline'], total: number): DeltaRow['baseline'] =>
    side === null ? null : { ...side, bytes: shareOf(side.bytes, total) };
  return rows.map((row) => ({
    ...row,
    baseline: share(row.baseline, totals.baseline),
    candidate: share(row.candidate, totals.candidate),
    delta: shareDelta(row, totals),
  }));
}

/** Every row where nothing is searched, or where what is searched cannot be read. */
export function searchRows(rows: readonly DeltaRow[], search: FrameSearch): readonly DeltaRow[] {
  if (search.kind !== 'search') return rows;
  return rows.filter((row) => search.matches(frameText(row)) || search.matches(`${row.file ?? ''}: ${row.name}`));
}

/** Equal ones by the size of the delta, then by name. */
export function sortRows(rows: readonly DeltaRow[], column: DeltaColumn, descending: boolean): DeltaRow[] {
  const sign = descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const first = column === 'name' ? byName(a, b) : numberOf(a, column) - numberOf(b, column);
    return sign * first || Math.abs(b.delta) - Math.abs(a.delta) || byName(a, b);
  });
}

function numberOf(row: DeltaRow, column: Exclude<DeltaColumn, 'name'>): number {
  switch (column) {
    case 'baseline':
    case 'candidate':
      return row[column]?.bytes ?? 0;
    case 'delta':
      return row.delta;
    case 'size':
      return Math.abs(row.delta);
  }
}

function byName(a: DeltaRow, b: DeltaRow): number {
  const [left, right] = [frameText(a), frameText(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Exact numbers in the comparison's unit, nothing where a side has no such row. */
export function deltaTable(rows: readonly DeltaRow[], unit: string): Table {
  const columns = ['name', 'file', `baseline_${unit}`, 'baseline_count', `candidate_${unit}`, 'candidate_count', `delta_${unit}`];
  const cells = rows.map(({ name, file, baseline, candidate, delta }) => {
    const sides = [baseline?.bytes, baseline?.count, candidate?.bytes, candidate?.count];
    return [name, file, ...sides.map((value) => value ?? null), delta];
  });
  return { columns, rows: cells };
}
