import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curvesOf, peakOf, stepSeries } from '../../fixtures/curves.ts';
import type { Step } from '../../fixtures/curves.ts';
import { nextPeak, peakTimes } from './peaks.ts';
import type { CurveSource } from './readings.ts';

function sourceOf(steps: readonly Step[], bucketEvents = 1): CurveSource {
  const total = stepSeries(0, steps);
  return { curves: curvesOf(total, { bucketEvents }), peak: peakOf(total), window: null };
}

describe('peaks', () => {
  test('are where the curve falls by a tenth of its range, small ups and downs left out', () => {
    const source = sourceOf([[1, 10], [2, 500], [3, 495], [4, 510], [5, 100], [6, 105], [7, 1000], [8, 1000], [9, 0], [10, 300]]);
    expect(peakTimes(source)).toEqual([4, 7, 10]);
  });

  test('lead from one to the next and end at the last', () => {
    expect(nextPeak([4, 7, 10], 4, 'next')).toBe(7);
    expect(nextPeak([4, 7, 10], 5, 'previous')).toBe(4);
    expect(nextPeak([4, 7, 10], 4, 'previous')).toBeNull();
    expect(nextPeak([], 4, 'next')).toBeNull();
  });

  test('hold the window peak, in order, whatever the curve and its level of detail', () => {
    const values = fc.array(fc.nat(1000), { minLength: 2, maxLength: 200 });
    fc.assert(
      fc.property(values, fc.constantFrom(1, 4, 16), (totals, bucketEvents) => {
        const source = sourceOf(totals.map((value, i) => [i * 10, value] as const), bucketEvents);
        const times = peakTimes(source);
        expect([...times].sort((a, b) => a - b)).toEqual(times);
        expect(new Set(times).size).toBe(times.length);
        expect(times).toContain(source.peak.time);
      }),
    );
  });
});
