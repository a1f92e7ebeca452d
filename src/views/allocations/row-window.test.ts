import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { groupsOf, madeRows, ROW_HEIGHT, rowWindow, scrollTo, scrollToSee, writtenRows } from './row-window.ts';
import type { MadeRows } from './row-window.ts';

describe('the rows on the screen', () => {
  test('lie where they would without a window, in a list that a browser can hold', () => {
    expect(rowWindow(0, 300, 1000)).toEqual({ height: 1000 * ROW_HEIGHT, first: 0, top: 0 });
    expect(rowWindow(10 * ROW_HEIGHT + 7, 300, 1000)).toMatchObject({ first: 10, top: 10 * ROW_HEIGHT });
    expect(rowWindow(0, 300, 0)).toEqual({ height: 0, first: 0, top: 0 });
  });

  test('are made in whole groups, so that a step to the next row makes none', () => {
    const made = (row: number, count = 1000): MadeRows => madeRows(rowWindow(row * ROW_HEIGHT, 300, count), 13, count);
    expect(made(0)).toEqual({ from: 0, to: 16, top: 0 });
    expect(made(4)).toEqual({ from: 0, to: 32, top: 0 });
    for (let row = 4; row < 16; row++) expect(made(row)).toEqual(made(4));
    expect(made(16)).toEqual({ from: 16, to: 32, top: 16 * ROW_HEIGHT });
    expect(made(988)).toEqual({ from: 976, to: 1000, top: 976 * ROW_HEIGHT });
    expect(made(0, 0)).toEqual({ from: 0, to: 0, top: 0 });
    expect(groupsOf({ from: 10, to: 40 })).toEqual([
      { group: 0, from: 10, to: 16 },
      { group: 1, from: 16, to: 32 },
      { group: 2, from: 32, to: 40 },
    ]);
  });

  test('of a list that is too high are made as they are seen', () => {
    const window = rowWindow(4_000_000, 300, 5_000_000);
    expect(madeRows(window, 13, 5_000_000)).toEqual({ from: window.first, to: window.first + 13, top: window.top });
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

describe('a row that keys or another view lead to', () => {
  const anyPlace = fc
    .record({
      count: fc.integer({ min: 1, max: 5_000_000 }),
      row: fc.nat(5_000_000),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      viewport: fc.integer({ min: 100, max: 2000 }),
    })
    .map(({ count, row, share, viewport }) => {
      const most = Math.max(0, rowWindow(0, viewport, count).height - viewport);
      return { count, row: row % count, scroll: share * most, viewport, most };
    });

  test('is all in view, wherever the list stood', () => {
    fc.assert(
      fc.property(anyPlace, ({ count, row, scroll, viewport, most }) => {
        // A browser scrolls no further than the list goes.
        const at = Math.min(most, scrollToSee(row, scroll, viewport, count) ?? scroll);
        const { first, top } = rowWindow(at, viewport, count);
        const rowTop = top + (row - first) * ROW_HEIGHT;
        // A scroll bar that covers many rows a pixel may cut one a little.
        expect(rowTop - at).toBeGreaterThan(-ROW_HEIGHT / 2);
        expect(rowTop + ROW_HEIGHT - at).toBeLessThan(viewport + ROW_HEIGHT / 2);
      }),
    );
  });

  test('stays where it is in view', () => {
    expect(scrollToSee(15, 10 * ROW_HEIGHT, 300, 1000)).toBeNull();
    expect(scrollToSee(9, 10 * ROW_HEIGHT, 300, 1000)).toBe(9 * ROW_HEIGHT);
    expect(scrollToSee(22, 10 * ROW_HEIGHT, 300, 1000)).toBe(11 * ROW_HEIGHT);
  });

  test('would be missed in a long list by the height of another view', () => {
    const count = 5_000_000;
    const place = scrollToSee(2_500_000, 0, ROW_HEIGHT, count) ?? 0;
    expect(Math.abs(rowWindow(place, 600, count).first - 2_500_000)).toBeGreaterThan(600 / ROW_HEIGHT);
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
