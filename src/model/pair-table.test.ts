import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { doubled, PairTable } from './pair-table.ts';

describe('PairTable', () => {
  test('gives equal pairs one index, in the order in which they were first seen', () => {
    const table = new PairTable();
    expect([table.intern(-1, 5), table.intern(0, 5), table.intern(-1, 5), table.intern(5, -1)]).toEqual([0, 1, 0, 2]);
    expect(table.length).toBe(3);
  });

  test('agrees with a map for any sequence of pairs, also beyond its first capacity', () => {
    const numbers = fc.integer({ min: -3, max: 400 });
    fc.assert(
      fc.property(fc.array(fc.tuple(numbers, numbers), { maxLength: 2000 }), (pairs) => {
        const table = new PairTable();
        const map = new Map<string, number>();
        for (const [first, second] of pairs) {
          const key = `${first} ${second}`;
          const expected = map.get(key) ?? map.size;
          map.set(key, expected);
          expect(table.intern(first, second)).toBe(expected);
        }
        expect(table.length).toBe(map.size);
      }),
      { numRuns: 50 },
    );
  });
});

test('a doubled column keeps its numbers and its type', () => {
  const column = doubled(new Float64Array([1.5, 2]));
  expect(column).toBeInstanceOf(Float64Array);
  expect([column[0], column[1]]).toEqual([1.5, 2]);
  expect(column.length).toBeGreaterThan(2);
});
