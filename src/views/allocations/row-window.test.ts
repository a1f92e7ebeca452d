import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { ROW_HEIGHT, rowWindow, scrollTo } from './row-window.ts';

describe('the rows on the screen', () => {
  test('lie where they would without a window, in a list that a browser can hold', () => {
    expect(rowWindow(0, 300, 1000)).toEqual({ height: 1000 * ROW_HEIGHT, first: 0, top: 0 });
    expect(rowWindow(10 * ROW_HEIGHT + 7, 300, 1000)).toMatchObject({ first: 10, top: 10 * ROW_HEIGHT });
    expect(rowWindow(0, 300, 0)).toEqual({ height: 0, first: 0, top: 0 });
  });

  test('reach from the first to the last of five million', () => {
    const count = 5_000_000;
    const { height } = rowWindow(0, 300, count);
    expect(height).toBeLessThanOrEqual(8_000_000);
    expect(rowWindow(0, 300, count).first).toBe(0);
    const end = rowWindow(height - 300, 300, count);
    expect(end.first).toBe(count - 300 / ROW_HEIGHT);
    // The last row ends where the list does.
    expect(end.top + (count - end.first) * ROW_HEIGHT).toBeCloseTo(height, 3);
  });

  test('a row that is scrolled to is the first, and the first row is never below the edge', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.nat(5_000_000),
        fc.integer({ min: 50, max: 2000 }),
        (count, at, viewport) => {
          const row = at % count;
          const scroll = scrollTo(row, viewport, count);
          const { first, top } = rowWindow(scroll, viewport, count);
          const isAtEnd = row > count - viewport / ROW_HEIGHT - 1;
          if (!isAtEnd) expect(Math.abs(first - row)).toBeLessThanOrEqual(1);
          expect(top).toBeLessThanOrEqual(scroll + 0.01);
          expect(top + ROW_HEIGHT).toBeGreaterThanOrEqual(Math.min(scroll, count * ROW_HEIGHT) - 0.01);
        },
      ),
    );
  });
});
