import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LodBuilder } from '../analysis/lod.ts';
import { deltaCurve, type DeltaSide } from './delta-curve.ts';

type Step = [time: number, value: number];

/** A curve of few steps, or of many where `expected` says so. */
function side(initial: number, steps: Step[], expected = steps.length): DeltaSide {
  const start = steps[0]?.[0] ?? 0;
  const end = steps[steps.length - 1]?.[0] ?? 0;
  const builder = new LodBuilder(initial, expected, end - start);
  for (const [time, value] of steps) builder.step(time, value);
  return { start, end, total: builder.finish() };
}

const START = { baseline: 0, candidate: 0 };

test('of each side the greatest value in a pixel, and their difference', () => {
  const baseline = side(10, [[0, 10], [15, 30], [18, 5], [40, 5]]);
  const candidate = side(10, [[0, 10], [25, 50], [40, 20]]);
  const curve = deltaCurve({ baseline, candidate, alignment: START, from: 0, to: 40, columns: 4 });
  expect([...curve.baseline]).toEqual([10, 30, 5, 5]);
  expect([...curve.candidate]).toEqual([10, 10, 50, 50]);
  expect([...curve.delta]).toEqual([0, -20, 45, 45]);
  expect([curve.exact, curve.least, curve.greatest]).toEqual([true, -20, 45]);
});

test('moments that are aligned coincide, and where one side was not captured there is no delta', () => {
  const baseline = side(0, [[0, 1], [20, 9], [30, 1]]);
  const candidate = side(0, [[100, 2], [105, 12], [110, 2]]);
  const alignment = { baseline: 20, candidate: 105 };
  const curve = deltaCurve({ baseline, candidate, alignment, from: -20, to: 20, columns: 8 });
  expect([...curve.baseline]).toEqual([1, 1, 1, 1, 9, 9, 1, NaN]);
  expect([...curve.candidate]).toEqual([NaN, NaN, 0, 2, 12, 2, NaN, NaN]);
  expect([...curve.delta]).toEqual([NaN, NaN, -1, 1, 3, -7, NaN, NaN]);
});

test('captures that never overlap have no least and no greatest delta', () => {
  const baseline = side(0, [[0, 1], [10, 2]]);
  const candidate = side(0, [[0, 1], [10, 2]]);
  const alignment = { baseline: 10, candidate: -50 };
  const { least, greatest } = deltaCurve({ baseline, candidate, alignment, from: -10, to: 10, columns: 4 });
  expect([least, greatest]).toEqual([null, null]);
});

describe('any two curves', () => {
  const curves = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 1000 })), { minLength: 1, maxLength: 40 })
    .map((gaps): Step[] => {
      let time = 0;
      return gaps.map(([wait, value]) => [(time += wait), value]);
    });

  test('swapped give the same delta with the other sign', () => {
    fc.assert(
      fc.property(curves, curves, fc.integer({ min: 1, max: 50 }), (a, b, columns) => {
        const range = { alignment: START, from: 0, to: 100, columns };
        const there = deltaCurve({ baseline: side(7, a), candidate: side(7, b), ...range });
        const back = deltaCurve({ baseline: side(7, b), candidate: side(7, a), ...range });
        expect([...back.delta].map((value) => 0 - value)).toEqual([...there.delta].map((value) => value + 0));
      }),
    );
  });

  test('hold each value of a capture in some pixel: the greatest of all is that of the steps', () => {
    fc.assert(
      fc.property(curves, fc.integer({ min: 1, max: 50 }), (steps, columns) => {
        const [one, end] = [side(0, steps), steps[steps.length - 1]?.[0] ?? 0];
        const { baseline } = deltaCurve({ baseline: one, candidate: one, alignment: START, from: 0, to: Math.max(1, end), columns });
        const known = [...baseline].filter((value) => !Number.isNaN(value));
        expect(Math.max(...known)).toBe(Math.max(...steps.map(([, value]) => value)));
      }),
    );
  });

  test('of many steps show the same extremes as of few', () => {
    const steps = Array.from({ length: 5000 }, (_, i): Step => [i, (i * 7919) % 4096]);
    const [coarse, exact] = [side(0, steps, 1_000_000), side(0, steps)];
    const range = { alignment: START, from: 0, to: 5000, columns: 10 };
    const curve = deltaCurve({ baseline: exact, candidate: coarse, ...range });
    expect([curve.exact, curve.needsSteps]).toEqual([false, { baseline: false, candidate: false }]);
    expect(Math.max(...curve.candidate)).toBe(4095);
  });
});
