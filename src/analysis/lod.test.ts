import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LodBuilder } from './lod.ts';

const steps = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.nat(1000)), { minLength: 1, maxLength: 600 })
  .map((gaps) => {
    let time = 0;
    return gaps.map(([gap, value]) => ({ time: (time += gap), value }));
  });

describe('the pyramid', () => {
  test('holds, in every level, the least, the greatest and the last value of its buckets', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (series, isLarge) => {
        const duration = series[series.length - 1].time;
        // A large expected number makes buckets of many steps.
        const builder = new LodBuilder(5, isLarge ? 1e6 : series.length, duration);
        for (const { time, value } of series) builder.step(time, value);
        const lod = builder.finish();
        expect(lod).toMatchObject({ initial: 5, steps: series.length, exact: !isLarge });
        const values = series.map(({ value }) => value);
        for (const level of lod.levels) {
          expect(Math.max(...level.max)).toBe(Math.max(...values));
          expect(Math.min(...level.min)).toBe(Math.min(...values));
          expect(level.last[level.length - 1]).toBe(values[values.length - 1]);
          expect(level.time[0]).toBe(series[0].time);
          expect([...level.time]).toEqual([...level.time].sort((a, b) => a - b));
        }
      }),
    );
  });

  test('has no bucket that spans more than its share of the capture', () => {
    const builder = new LodBuilder(0, 1e6, 1e6);
    for (let i = 0; i < 100_000; i++) builder.step(i * 10, i % 7);
    const lod = builder.finish();
    const [finest] = lod.levels;
    expect(lod.bucketSpan).toBe(1e6 / 8192);
    for (let i = 1; i < finest.length; i++) expect(finest.time[i] - finest.time[i - 1]).toBeLessThan(1e6 / 4096);
  });

  test('of a short series is the series itself', () => {
    const builder = new LodBuilder(1, 3, 10);
    builder.step(0, 4);
    builder.step(5, 2);
    builder.step(5, 9);
    const [finest] = builder.finish().levels;
    expect([...finest.time]).toEqual([0, 5, 5]);
    expect([...finest.last]).toEqual([4, 2, 9]);
  });
});
