import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growthOf, type KnownBytes } from './growth.ts';

const known = (...points: [depth: number, bytes: number][]): KnownBytes[] =>
  points.map(([depth, bytes]) => ({ depth, bytes }));

describe('what grows with the number of blocks', () => {
  test('a known depth is not fitted', () => {
    const growth = growthOf(known([1, 10], [2, 25], [3, 27]), 2, true);
    expect(growth).toEqual({ estimate: 25, low: 25, high: 25, perBlock: null, basis: 'measured' });
  });

  test('arrays on a line go on to the byte, up and down', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 40), fc.nat(2 ** 30), fc.integer({ min: 1, max: 200 }), (once, each, target) => {
        const points = known([4, once + 4 * each], [10, once + 10 * each], [11, once + 11 * each]);
        const { estimate, low, high } = growthOf(points, target, false);
        expect([estimate, low, high]).toEqual(Array.from({ length: 3 }, () => once + target * each));
      }),
    );
  });

  test('two depths of an arena give from no growth to twice as much', () => {
    const growth = growthOf(known([4, 400], [10, 1000]), 32, true);
    expect(growth).toEqual({ estimate: 3200, low: 1000, high: 1000 + 2 * 100 * 22, perBlock: 100, basis: 'two-depths' });
  });

  test('an arena that has settled on a line is in doubt by a part of what is added', () => {
    const growth = growthOf(known([1, 150], [2, 200], [3, 300], [4, 400]), 100, true);
    expect(growth).toMatchObject({ estimate: 10_000, basis: 'settled-line' });
    expect(growth.low).toBeLessThanOrEqual(10_000 - 0.02 * 9600);
    expect(growth.high).toBeGreaterThanOrEqual(10_000 + 0.02 * 9600);
  });

  test('the further off the line the known depths are, the wider the range', () => {
    const width = (off: number): number => {
      const { low, high } = growthOf(known([1, 1e6 + off], [2, 2e6 - off], [4, 4e6 + off], [6, 6e6]), 12, true);
      return high - low;
    };
    expect(width(1e5)).toBeGreaterThan(2 * width(1e4));
  });

  test('the estimate lies in its range, and nothing is below zero', () => {
    const depths = fc.uniqueArray(fc.integer({ min: 1, max: 64 }), { minLength: 2, maxLength: 9 });
    fc.assert(
      fc.property(depths, fc.array(fc.nat(2 ** 45), { minLength: 9, maxLength: 9 }), fc.nat(200), fc.boolean(), (at, bytes, target, packed) => {
        const points = at.toSorted((a, b) => a - b).map((depth, i) => ({ depth, bytes: bytes[i] }));
        const { estimate, low, high } = growthOf(points, target + 1, packed);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(estimate);
        expect(estimate).toBeLessThanOrEqual(high);
        expect(Number.isInteger(low) && Number.isInteger(estimate) && Number.isInteger(high)).toBe(true);
      }),
    );
  });
});
