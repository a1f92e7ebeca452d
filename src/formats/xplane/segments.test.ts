import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Column64, cell, doubleOf } from './segments.ts';

const ROWS = 140_000;

/** Sparse rows in ascending order with values that are mostly alike, as stats are. */
const sparseRows = fc
  .uniqueArray(fc.tuple(fc.nat(ROWS - 1), fc.constantFrom(0, 0, 0, 7, 0xffff_ffff), fc.constantFrom(0, 0, 1)), {
    selector: ([row]) => row,
    maxLength: 400,
  })
  .map((rows) => rows.sort(([a], [b]) => a - b));

describe('Column64', () => {
  test('gives back what was set, and nothing where nothing was', () => {
    fc.assert(
      fc.property(sparseRows, (rows) => {
        const column = new Column64();
        for (const [row, low, high] of rows) column.set(row, low, high);
        const expected = new Map(rows.map(([row, low, high]) => [row, { low, high }]));
        const near = rows.flatMap(([row]) => [row - 1, row, row + 1]).filter((row) => row >= 0);
        for (const row of near) {
          const value = column.read(row) ? { ...cell } : undefined;
          expect(value).toEqual(expected.get(row));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('copies whole segments to the places asked for', () => {
    fc.assert(
      fc.property(sparseRows, (rows) => {
        const column = new Column64();
        for (const [row, low] of rows) column.set(row, low, 0);
        const reversed = Uint32Array.from({ length: ROWS }, (_, i) => ROWS - 1 - i);
        const target = new Float64Array(ROWS).fill(-1);
        column.copyInto(target, ROWS, reversed, false);
        for (const [row, low] of rows) expect(target[ROWS - 1 - row]).toBe(low);
        expect(target.filter((value) => value !== -1).length).toBe(rows.length);
      }),
      { numRuns: 20 },
    );
  });

  test.each([1, 255, 256, 65_536, 65_537, 131_072])('of %d rows is constant until one of them differs or is missing', (count) => {
    const of = (value: (row: number) => number | null): boolean => {
      const column = new Column64();
      for (let row = 0; row < count; row++) {
        const low = value(row);
        if (low !== null) column.set(row, low, 0);
      }
      return column.isConstant(count);
    };
    expect(of(() => 7)).toBe(true);
    expect(of((row) => (row === count - 1 && row > 0 ? 8 : 7))).toBe(count === 1);
    expect(of((row) => (row === 0 ? null : 7))).toBe(false);
    expect(of((row) => (row === count - 1 ? null : 7))).toBe(false);
  });

  test('keeps the bits of a double', () => {
    const bits = new Uint32Array(new Float64Array([0.229682]).buffer);
    const column = new Column64();
    column.set(0, bits[0], bits[1]);
    expect(column.read(0) && doubleOf(cell.low, cell.high)).toBe(0.229682);
  });
});
