import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { ROW_HEIGHT, rowWindow, scrollTo, writtenRows } from './row-window.ts';

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

describe('the rows that are written out', () => {
  test('are those from before that are still seen, and some more', () => {
    expect(writtenRows({ from: 0, to: 40 }, { from: 16, to: 56 }, 6)).toEqual({ from: 16, to: 46 });
    expect(writtenRows({ from: 16, to: 56 }, { from: 10, to: 50 }, 4)).toEqual({ from: 12, to: 50 });
    expect(writtenRows({ from: 5, to: 10 }, { from: 0, to: 12 }, 4)).toEqual({ from: 3, to: 12 });
  });

  test('begin anew where none of them is seen any more', () => {
    expect(writtenRows({ from: 0, to: 40 }, { from: 500, to: 540 }, 6)).toEqual({ from: 500, to: 506 });
  });

  test('are all of the window where there is no limit', () => {
    expect(writtenRows({ from: 0, to: 40 }, { from: 30, to: 70 }, Infinity)).toEqual({ from: 30, to: 70 });
    expect(writtenRows({ from: 0, to: 0 }, { from: 30, to: 70 }, Infinity)).toEqual({ from: 30, to: 70 });
  });

  test('are the whole window after some frames, wherever it went', () => {
    const span = fc.tuple(fc.nat(1000), fc.integer({ min: 1, max: 60 })).map(([from, length]) => ({ from, to: from + length }));
    fc.assert(
      fc.property(span, span, fc.integer({ min: 1, max: 20 }), (before, window, most) => {
        let written = before;
        for (let frame = 0; frame < Math.ceil(60 / most); frame++) written = writtenRows(written, window, most);
        expect(written).toEqual(window);
      }),
    );
  });
});
