import { expect, test } from 'vitest';
import fc from 'fast-check';
import { numberKeys, orderByKeys, reverseKeys } from './sort-order.ts';

const numbers = fc.array(
  fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, -0, 1, -1, Infinity, -Infinity, 2 ** 52 + 1)),
);

test('rows come out as a stable sort by comparison gives them', () => {
  fc.assert(
    fc.property(numbers, (values) => {
      const rows = values.map((_, row) => row);
      const expected = rows.toSorted((a, b) => (values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : 0));
      expect([...orderByKeys(numberKeys(Float64Array.from(values)))]).toEqual(expected);
    }),
  );
});

test('reversed keys order the other way round, equal rows still as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 3 })), (values) => {
      const keys = numberKeys(Float64Array.from(values));
      reverseKeys(keys);
      const expected = values.map((_, row) => row).toSorted((a, b) => values[b] - values[a]);
      expect([...orderByKeys(keys)]).toEqual(expected);
    }),
  );
});

test('what is no number comes last', () => {
  expect([...orderByKeys(numberKeys(Float64Array.of(NaN, Infinity, -5, NaN, 0)))]).toEqual([2, 4, 1, 0, 3]);
});

test('64-bit keys are ordered by all their bits', () => {
  const keys = { high: Uint32Array.of(1, 0, 0xffffffff, 0), low: Uint32Array.of(0, 0xffffffff, 0, 7) };
  expect([...orderByKeys(keys)]).toEqual([3, 1, 0, 2]);
});
