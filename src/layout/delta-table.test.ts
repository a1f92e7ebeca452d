import { expect, test } from 'vitest';
import { NODE_USER } from '../model/flame.ts';
import type { DeltaRow } from '../model/comparison.ts';
import { tableCsv } from '../model/table.ts';
import { deltaTable, presenceOfRow, searchRows, shareRows, sortRows } from './delta-table.ts';
import { parseSearch } from './frame-search.ts';

function row(name: string, before: number | null, after: number | null): DeltaRow {
  const side = (bytes: number | null): DeltaRow['baseline'] => (bytes === null ? null : { bytes, count: 1 });
  return { name, file: 'm.py', kind: NODE_USER, baseline: side(before), candidate: side(after), delta: (after ?? 0) - (before ?? 0) };
}

const ROWS = [row('grew', 10, 40), row('new', null, 20), row('gone', 50, null), row('same', 5, 5)];
const namesOf = (rows: readonly DeltaRow[]): string[] => rows.map(({ name }) => name);

test('rows are sorted by what changed most, by sign, by a side or by name', () => {
  expect(namesOf(sortRows(ROWS, 'size', true))).toEqual(['gone', 'grew', 'new', 'same']);
  expect(namesOf(sortRows(ROWS, 'delta', true))).toEqual(['grew', 'new', 'same', 'gone']);
  expect(namesOf(sortRows(ROWS, 'baseline', false))).toEqual(['new', 'same', 'grew', 'gone']);
  expect(namesOf(sortRows(ROWS, 'name', false))).toEqual(['gone', 'grew', 'new', 'same']);
});

test('a search finds frames by function and file; a pattern that cannot be read hides nothing', () => {
  expect(namesOf(searchRows(ROWS, parseSearch('m.py: g')))).toEqual(['grew', 'gone']);
  expect(searchRows(ROWS, parseSearch('/(/'))).toHaveLength(4);
});

test('what one side alone has is told apart from what both have', () => {
  expect(ROWS.map(presenceOfRow)).toEqual(['both', 'new', 'vanished', 'both']);
});

test('shares are of each side’s own total', () => {
  const [grew, added] = shareRows(ROWS, { baseline: 100, candidate: 200 });
  expect([grew.baseline?.bytes, grew.candidate?.bytes, grew.delta]).toEqual([0.1, 0.2, 0.1]);
  expect([added.baseline, added.delta]).toEqual([null, 0.1]);
});

test('as CSV each row has both sides, counts and delta, exact and without what a spreadsheet would run', () => {
  const lines = tableCsv(deltaTable([ROWS[1], { ...row('=1+1', 1, 2), file: 'a,b.py' }], 'bytes')).split('\r\n');
  expect(lines).toEqual([
    'name,file,baseline_bytes,baseline_count,candidate_bytes,candidate_count,delta_bytes',
    'new,m.py,,,20,1,20',
    `'=1+1,"a,b.py",1,1,2,1,1`,
    '',
  ]);
});
