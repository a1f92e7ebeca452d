import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { clampRange, panRange, revealInRange, SHORTEST_RANGE, wholeRange, zoomRange } from './time-range.ts';

const bounds = { from: 1e12, to: 5e12 };

describe('the visible range', () => {
  test('a capture of one moment still has a width', () => {
    expect(wholeRange(7, 7)).toEqual({ from: 7, to: 1_000_007 });
    expect(wholeRange(1e12, 5e12)).toEqual(bounds);
  });

  test('zooming keeps the moment under the pointer where it is', () => {
    const range = zoomRange({ from: 2e12, to: 4e12 }, 0.5, 2.5e12, bounds);
    expect(range).toEqual({ from: 2.25e12, to: 3.25e12 });
  });

  test('panning stops at the bounds and keeps its length', () => {
    expect(panRange({ from: 2e12, to: 4e12 }, 9e12, bounds)).toEqual({ from: 3e12, to: 5e12 });
    expect(panRange({ from: 2e12, to: 4e12 }, -9e12, bounds)).toEqual({ from: 1e12, to: 3e12 });
  });

  test('revealing a moment moves no more than it must', () => {
    const range = { from: 2e12, to: 3e12 };
    expect(revealInRange(range, 2.5e12, bounds)).toBe(range);
    expect(revealInRange(range, 3.5e12, bounds)).toEqual({ from: 2.6e12, to: 3.6e12 });
    expect(revealInRange(range, 1.5e12, bounds)).toEqual({ from: 1.4e12, to: 2.4e12 });
  });

  test('whatever is done to a range, it stays within the bounds and long enough', () => {
    const time = fc.double({ min: -1e13, max: 1e13, noNaN: true });
    fc.assert(
      fc.property(time, time, fc.double({ min: 1e-9, max: 1e9, noNaN: true }), time, (a, b, factor, anchor) => {
        const start = clampRange({ from: Math.min(a, b), to: Math.max(a, b) }, bounds);
        for (const range of [start, zoomRange(start, factor, anchor, bounds), panRange(start, anchor, bounds)]) {
          expect(range.from).toBeGreaterThanOrEqual(bounds.from);
          expect(range.to).toBeLessThanOrEqual(bounds.to);
          // A Float64 near 5e12 is good to a thousandth of a picosecond.
          expect(range.to - range.from).toBeGreaterThan(SHORTEST_RANGE - 1);
        }
      }),
    );
  });

  test('zooming out far enough gives the whole capture again, to the picosecond', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e12, max: 5e12, noNaN: true }), fc.nat(60), (anchor, times) => {
        let range = bounds;
        for (let i = 0; i < times; i++) range = zoomRange(range, 0.7, anchor, bounds);
        for (let i = 0; i < times + 1; i++) range = zoomRange(range, 1 / 0.7, anchor, bounds);
        expect(range).toEqual(bounds);
      }),
    );
  });
});
