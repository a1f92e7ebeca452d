import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { byteTicks, timeTicks } from './ticks.ts';

const labels = (ticks: { label: string }[]): string[] => ticks.map(({ label }) => label);
const GIB = 2 ** 30;

describe('sizes on the axis', () => {
  test('are round in binary units', () => {
    expect(labels(byteTicks(17 * GIB, 5))).toEqual(['0', '4 GiB', '8 GiB', '12 GiB', '16 GiB']);
    expect(labels(byteTicks(1.3 * GIB, 5))).toEqual(['0', '0.5 GiB', '1 GiB']);
    expect(labels(byteTicks(900 * 2 ** 20, 4))).toEqual(['0', '256 MiB', '512 MiB', '768 MiB']);
    expect(labels(byteTicks(3, 5))).toEqual(['0', '1 B', '2 B', '3 B']);
  });

  test('are never too many, and more than one for any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 50 }), fc.integer({ min: 2, max: 12 }), (maximum, count) => {
        const ticks = byteTicks(maximum, count);
        expect(ticks.length).toBeLessThanOrEqual(count + 1);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(new Set(labels(ticks)).size).toBe(ticks.length);
      }),
    );
  });
});

describe('times on the axis', () => {
  test('are round in the unit of the range', () => {
    expect(timeTicks({ from: 20.9e12, to: 22.1e12 }, 6)).toEqual({
      base: '',
      ticks: [21, 21.2, 21.4, 21.6, 21.8, 22].map((s) => ({ value: s * 1e12, label: `${s.toFixed(1)} s` })),
    });
    expect(labels(timeTicks({ from: 0, to: 700e6 }, 4).ticks)).toEqual(['0', '200 µs', '400 µs', '600 µs']);
  });

  test('become differences where only the last digits differ', () => {
    const { base, ticks } = timeTicks({ from: 21.738122e12, to: 21.738127e12 }, 5);
    expect(base).toBe('21.73812 s');
    expect(labels(ticks)).toEqual(['+2 µs', '+3 µs', '+4 µs', '+5 µs', '+6 µs', '+7 µs']);
  });

  test('lie in the range, ascend, and no two read the same', () => {
    const range = fc.tuple(fc.double({ min: 0, max: 1e16, noNaN: true }), fc.double({ min: 3, max: 16, noNaN: true }));
    fc.assert(
      fc.property(range, fc.integer({ min: 2, max: 20 }), ([from, power], count) => {
        const to = from + 10 ** power;
        const { ticks } = timeTicks({ from, to }, count);
        expect(new Set(labels(ticks)).size).toBe(ticks.length);
        for (const { value } of ticks) {
          expect(value).toBeGreaterThanOrEqual(from - 4);
          expect(value).toBeLessThanOrEqual(to + 4);
        }
      }),
    );
  });
});
