import { describe, expect, test } from 'vitest';
import { memoryTrace } from '../../../fixtures/memory-trace.ts';
import { allocationRows } from '../../analysis/allocation-rows.ts';
import { analyseTrace } from '../../formats/xplane/testing/read-trace.ts';
import { ALLOCATION_COLUMNS } from '../../model/allocation-rows.ts';
import type { AllocationRows, AllocationRowsQuery } from '../../model/allocation-rows.ts';
import { cellText, COLUMNS, roundedHeld, rowText } from './columns.ts';
import { emptyText, totalsText } from './allocations-words.ts';

const END = 4e6;

function answerOf(change: Partial<AllocationRowsQuery> = {}): AllocationRows {
  const { profile, lifetimes } = analyseTrace(memoryTrace({ before: 10_000, steps: '+a2048 +b256 -a -old600' }));
  const query: AllocationRowsQuery = {
    what: { kind: 'alive', at: 2e6 },
    sort: 'held',
    descending: true,
    filter: '',
    offset: 0,
    limit: 10,
    selected: null,
    ...change,
  };
  return allocationRows(profile, lifetimes, 0, query);
}

describe('the cells of a row', () => {
  test('are there for every column that can be sorted by', () => {
    expect(COLUMNS.map(({ id }) => id).toSorted()).toEqual(ALLOCATION_COLUMNS.toSorted());
  });

  test('say exact sizes, times, and what is not known', () => {
    const answer = answerOf();
    expect(rowText(answer, 0, END).split('\t')).toEqual([
      '2,048',
      '(no user code)',
      '1.000 µs',
      '2.00 µs',
      'unknown',
      '',
      '2,048',
      '0x610000',
    ]);
    expect(roundedHeld(answer, 0)).toBe('2.00 KiB');
    expect(cellText(answer, 1, 'start', END)).toBe('before the capture');
    expect(cellText(answer, 1, 'lifetime', END)).toBe('freed at 4.000 µs');
    expect(cellText(answer, 1, 'callSite', END)).toBe('');
    expect(cellText(answer, 2, 'lifetime', END)).toBe('alive at the end');
  });
});

describe('the line of totals', () => {
  test('adds up with what no row holds', () => {
    expect(totalsText(answerOf())).toBe(
      '3 allocations: 2.84 KiB (2,904 bytes) held, 2.84 KiB requested. ' +
        'In memory besides, and in no row: 9.18 KiB (9,400 bytes) from before the capture.',
    );
  });

  test('says how many pass the filter', () => {
    expect(totalsText(answerOf({ filter: '0x61' }))).toMatch(/^1 of 3 allocations: 2\.00 KiB/);
  });
});

describe('an empty table', () => {
  test('says why, and what to do', () => {
    expect(emptyText(answerOf({ filter: 'x y' }), END)).toBe(
      'No allocation matches “x y”. Change or clear the filter.',
    );
    expect(emptyText({ ...answerOf(), all: { count: 0, held: 0, requested: 0 } }, END)).toMatch(
      /^No single allocation is known that is alive at 2\.000 µs/,
    );
    const empty = answerOf({ what: { kind: 'allocated', from: 5e6, to: 6e6 } });
    expect(emptyText(empty, END)).toMatch(/^Nothing was allocated in this range\./);
  });
});
