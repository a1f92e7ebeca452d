import { describe, expect, test } from 'vitest';
import { highestStep, neighbour, readAt, stepsAround } from './readings.ts';
import type { CurveSource } from './readings.ts';
import { curvesOf, peakOf, stepSeries } from '../../fixtures/curves.ts';

/** 100 in use before, up to 150 and back at one moment (the peak), then a slow rise; 7 reserved throughout. */
const total = stepSeries(107, [[10, 117], [20, 157], [20, 117], [30, 127], [40, 137]]);

function source(bucketEvents = 1, window: CurveSource['window'] = null): CurveSource {
  const curves = curvesOf(total, { before: 100, reserved: 7, bucketEvents });
  return { curves, window, peak: peakOf(total, 7) };
}

describe('reading a curve', () => {
  test('a value holds from its step to the next', () => {
    expect(readAt(source(), 9.9)).toEqual({
      time: 9.9, total: 107, reserved: 7, inUse: 100, beforeCapture: 100, exact: true,
    });
    expect(readAt(source(), 10)).toMatchObject({ total: 117, inUse: 110 });
    expect(readAt(source(), 29)).toMatchObject({ total: 117, inUse: 110 });
    expect(readAt(source(), 99)).toMatchObject({ total: 137, inUse: 130 });
  });

  test('the moment of the peak reads as the peak, although later events of that moment hide it', () => {
    expect(readAt(source(), 20)).toEqual({
      time: 20, total: 157, reserved: 7, inUse: 150, beforeCapture: 100, exact: true,
    });
  });

  test('within a bucket the reading says that it is not exact, and raw steps make it exact', () => {
    expect(readAt(source(5), 12)).toMatchObject({ exact: false });
    expect(readAt(source(5), 5)).toMatchObject({ total: 107, exact: true });
    const constant = (initial: number) => ({ initial, time: new Float64Array(), value: new Float64Array() });
    const window = { from: 0, to: 40, total, reserved: constant(7), beforeCapture: constant(100) };
    expect(readAt(source(5, window), 12)).toMatchObject({ total: 117, exact: true });
  });

  test('under a pixel the highest step is found, and none where there is none', () => {
    expect(highestStep(source(), 5, 15)).toBe(10);
    expect(highestStep(source(), 5, 25)).toBe(20);
    expect(highestStep(source(), 25, 41)).toBe(40);
    expect(highestStep(source(), 31, 39)).toBeNull();
    expect(highestStep(source(), 41, 99)).toBeNull();
  });

  test('steps are walked in both directions and end at the ends', () => {
    expect(neighbour(source(), 10, 'next')).toBe(20);
    expect(neighbour(source(), 20, 'next')).toBe(30);
    expect(neighbour(source(), 30, 'previous')).toBe(20);
    expect(neighbour(source(), 20, 'previous')).toBe(10);
    expect(neighbour(source(), 10, 'previous')).toBe(10);
    expect(neighbour(source(), 40, 'next')).toBe(40);
  });

  test('the steps around a moment keep their own values where several share it', () => {
    expect(stepsAround(source(), 20, 3)?.map(({ time, total: value, change }) => [time, value, change])).toEqual([
      [20, 157, 40],
      [20, 117, -40],
      [30, 127, 10],
    ]);
    expect(stepsAround(source(), 99, 2)?.map(({ time }) => time)).toEqual([30, 40]);
    expect(stepsAround(source(), 0, 9)).toHaveLength(5);
    expect(stepsAround(source(5), 20, 3)).toBeNull();
  });
});
