import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdTable } from './id-table.ts';

test('ids of 64 bits keep all their bits and are numbered as they come', () => {
  const id = fc.oneof(fc.bigInt({ min: 0n, max: 20n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }));
  fc.assert(
    fc.property(fc.array(id, { maxLength: 300 }), (ids) => {
      const table = new IdTable();
      const numbers = new Map<bigint, number>();
      for (const value of ids) {
        const expected = numbers.get(value) ?? numbers.size;
        numbers.set(value, expected);
        expect(table.intern(Number(value & 0xffffffffn), Number(value >> 32n))).toBe(expected);
      }
      expect(table.length).toBe(numbers.size);
    }),
  );
});

test('an id of a billion costs no array of a billion', () => {
  const table = new IdTable();
  expect(table.intern(4_000_000_000, 0)).toBe(0);
  expect(table.intern(7, 1)).toBe(1);
  expect(table.intern(7, 0)).toBe(2);
  expect(table.intern(4_000_000_000, 0)).toBe(0);
});
