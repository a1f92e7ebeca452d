import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { StepSeries } from '../model/curve.ts';
import type { Columns } from './columns.ts';
import { greatest, stackColumns } from './columns.ts';
import { decimate, decimateSteps } from './decimate.ts';
import type { DecimationView } from './decimate.ts';
import { stepPolyline } from './polyline.ts';
import { lodSeries, stepSeries } from '../../fixtures/curves.ts';
import type { Step } from '../../fixtures/curves.ts';

const LEFT = 60;
const WIDTH = 50;

function view(from: number, to: number, columnWidth = 1): DecimationView {
  return { from, to, left: LEFT, width: WIDTH, columnWidth };
}

/** Clustered and tied times, as real captures have them: many events in a moment, then nothing for long. */
const gap = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 100, max: 2000 }));
const steps = fc
  .tuple(fc.nat(1000), fc.array(fc.tuple(gap, fc.nat(1000)), { minLength: 1, maxLength: 300 }))
  .map(([initial, gaps]) => {
    let time = 0;
    return stepSeries(initial, gaps.map(([after, value]): Step => [(time += after), value]));
  });

const window = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));

function viewOf(series: StepSeries, [a, b]: [number, number]): DecimationView {
  const end = (series.time[series.time.length - 1] ?? 0) + 1;
  const from = Math.min(a, b) * end;
  return view(from, Math.max(from + 1, Math.max(a, b) * end));
}

/** Greatest and least value of the step function at the moments of column `column`, the value carried in included. */
function truth(series: StepSeries, at: DecimationView, column: number): { min: number; max: number } {
  const scale = at.width / (at.to - at.from);
  let carried = series.initial;
  let min = Infinity;
  let max = -Infinity;
  for (let i = 0; i < series.time.length; i++) {
    const time = series.time[i];
    const where = Math.floor((at.left + (time - at.from) * scale - at.left) / at.columnWidth);
    if (time < at.from || where < column) carried = series.value[i];
    else if (time <= at.to && where === column) {
      min = Math.min(min, series.value[i]);
      max = Math.max(max, series.value[i]);
    }
  }
  return { min: Math.min(min, carried), max: Math.max(max, carried) };
}

function changesIn(columns: Columns, column: number): boolean {
  return columns.column.subarray(0, columns.length).includes(column);
}

/** The sum of two step functions whose times never tie. */
function sumOf(a: StepSeries, b: StepSeries): StepSeries {
  const changes = [
    ...Array.from(a.time, (time, i) => ({ time, a: a.value[i], b: null })),
    ...Array.from(b.time, (time, i) => ({ time, a: null, b: b.value[i] })),
  ].sort((x, y) => x.time - y.time);
  let [valueA, valueB] = [a.initial, b.initial];
  const summed = changes.map((change): Step => {
    valueA = change.a ?? valueA;
    valueB = change.b ?? valueB;
    return [change.time, valueA + valueB];
  });
  return stepSeries(a.initial + b.initial, summed);
}

/** Greatest and least value of a drawn line within a pixel column, from its points alone. */
function drawn(line: Float32Array, column: number): { min: number; max: number } {
  let min = Infinity;
  let max = -Infinity;
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = line.subarray(i, i + 4);
    // Closed on both sides: a vertical piece on the border of two columns is seen in both.
    if (x1 < LEFT + column || x0 > LEFT + column + 1) continue;
    min = Math.min(min, y0, y1);
    max = Math.max(max, y0, y1);
  }
  return { min, max };
}

/** A line in the values themselves: top = 0 and bottom = 0 would divide, so y = value is made by a mirrored axis. */
function lineOf(columns: Columns): Float32Array {
  const mirrored = { top: 1024, bottom: 0, maximum: 1024 };
  return stepPolyline(columns, mirrored, LEFT, LEFT + WIDTH);
}

describe('the drawn line', () => {
  test('has only horizontal and vertical pieces, and runs from edge to edge', () => {
    fc.assert(
      fc.property(steps, window, fc.integer({ min: 1, max: 9 }), (series, at, bucketEvents) => {
        const line = lineOf(decimate(lodSeries(series, bucketEvents), viewOf(series, at)).columns);
        expect(line[0]).toBe(LEFT);
        expect(line[line.length - 2]).toBe(LEFT + WIDTH);
        for (let i = 0; i + 3 < line.length; i += 2) {
          const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = line.subarray(i, i + 4);
          expect(x0 === x1 || y0 === y1).toBe(true);
          expect(x1).toBeGreaterThanOrEqual(x0);
        }
      }),
    );
  });

  test('of an exact curve reaches exactly the extremes of the step function in every pixel column', () => {
    fc.assert(
      fc.property(steps, window, (series, at) => {
        const shown = viewOf(series, at);
        const { columns, needsWindow } = decimate(lodSeries(series), shown);
        expect(needsWindow).toBe(false);
        expect(columns).toEqual(decimateSteps(series, shown));
        const entry = truth(series, shown, -1);
        expect(columns.entry).toBe(series.time.some((time) => time < shown.from) ? entry.max : series.initial);
        let carried = columns.entry;
        for (let row = 0; row < columns.length; row++) {
          const want = truth(series, shown, columns.column[row]);
          expect(Math.min(columns.min[row], carried)).toBe(want.min);
          expect(Math.max(columns.max[row], carried)).toBe(want.max);
          const seen = drawn(lineOf(columns), columns.column[row]);
          expect(seen.max).toBeGreaterThanOrEqual(want.max);
          expect(seen.min).toBeLessThanOrEqual(want.min);
          carried = columns.last[row];
        }
      }),
    );
  });

  test('of merged buckets shows every extreme no further than one column from where it is', () => {
    fc.assert(
      fc.property(steps, window, fc.integer({ min: 2, max: 9 }), (series, at, bucketEvents) => {
        const shown = viewOf(series, at);
        const { columns, needsWindow } = decimate(lodSeries(series, bucketEvents), shown);
        fc.pre(!needsWindow);
        const line = lineOf(columns);
        for (let column = 0; column <= WIDTH; column++) {
          const want = truth(series, shown, column);
          const seen = [column - 1, column, column + 1].map((near) => drawn(line, near));
          expect(Math.max(...seen.map(({ max }) => max))).toBeGreaterThanOrEqual(want.max);
          expect(Math.min(...seen.map(({ min }) => min))).toBeLessThanOrEqual(want.min);
        }
        for (let column = 1; column < WIDTH; column++) {
          const seen = drawn(line, column);
          const want = [column - 1, column, column + 1].map((near) => truth(series, shown, near));
          expect(seen.max).toBeLessThanOrEqual(Math.max(...want.map(({ max }) => max)));
          expect(seen.min).toBeGreaterThanOrEqual(Math.min(...want.map(({ min }) => min)));
        }
      }),
    );
  });

  test('of the whole capture always reaches the peak, however coarse the buckets are', () => {
    fc.assert(
      fc.property(steps, fc.nat(400), fc.integer({ min: 2, max: 16 }), (series, more, fanOut) => {
        const events = 1 + more;
        const shown = view(series.time[0] ?? 0, (series.time[series.time.length - 1] ?? 0) + 1);
        const { columns } = decimate(lodSeries(series, events, fanOut), shown);
        expect(greatest(columns)).toBe(Math.max(series.initial, ...series.value));
      }),
    );
  });

  test('keeps a needle of no width: up and down at the same moment', () => {
    const series = stepSeries(5, [[0, 5], [500, 900], [500, 5], [1000, 5]]);
    const line = lineOf(decimate(lodSeries(series), view(0, 1000)).columns);
    expect(drawn(line, 25)).toEqual({ min: 5, max: 900 });
    expect(drawn(line, 24)).toEqual({ min: 5, max: 900 }); // on the border of two columns
    expect(drawn(line, 23)).toEqual({ min: 5, max: 5 });
  });
});

describe('levels', () => {
  test('a window is asked for where a bucket with several values is wider than a column, and only there', () => {
    const series = stepSeries(0, Array.from({ length: 1000 }, (_, i): Step => [i * 10, i % 7]));
    const lod = lodSeries(series, 10);
    expect(decimate(lod, view(0, 10_000)).needsWindow).toBe(false);
    expect(decimate(lod, view(0, 4_000)).needsWindow).toBe(true);
    const flat = lodSeries(stepSeries(0, Array.from({ length: 1000 }, (_, i): Step => [i * 10, 3])), 10);
    expect(decimate(flat, view(0, 400)).needsWindow).toBe(false);
  });

  test('a coarser level is read where it shows no difference', () => {
    let reads = 0;
    const series = lodSeries(stepSeries(0, Array.from({ length: 40_000 }, (_, i): Step => [i, i % 11])), 4, 4);
    for (const level of series.levels) {
      level.last = new Proxy(level.last, {
        get: (target, key) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
          return Reflect.get(target, key) as unknown;
        },
      });
    }
    decimate(series, view(0, 40_000));
    // 10,000 buckets of level 0; the level that is read has between one and four buckets a column.
    expect(reads).toBeLessThan(WIDTH * 4 + 20);
  });

  test('no levels at all is a constant', () => {
    const { columns } = decimate({ initial: 42, steps: 0, exact: true, levels: [] }, view(0, 10));
    expect([columns.entry, columns.length]).toEqual([42, 0]);
  });
});

describe('curves on each other', () => {
  test('their sum is exact where one of them changes in a column, and never too short where both do', () => {
    fc.assert(
      fc.property(steps, steps, (even, odd) => {
        // Times that never tie: which of two changes at one moment comes first is not the sum's to know.
        const a = { ...even, time: even.time.map((time) => time * 2) };
        const b = { ...odd, time: odd.time.map((time) => time * 2 + 1) };
        const both = sumOf(a, b);
        const shown = view(0, (both.time[both.time.length - 1] ?? 0) + 1);
        const [lower, upper] = [decimateSteps(a, shown), decimateSteps(b, shown)];
        const sum = stackColumns(lower, upper);
        let carried = sum.entry;
        for (let row = 0; row < sum.length; row++) {
          const column = sum.column[row];
          const want = truth(both, shown, column);
          const [low, high] = [truth(a, shown, column), truth(b, shown, column)];
          const apart = !changesIn(lower, column) || !changesIn(upper, column);
          const max = Math.max(sum.max[row], carried);
          expect(max).toBeGreaterThanOrEqual(want.max);
          expect(max).toBeLessThanOrEqual(apart ? want.max : low.max + high.max);
          const min = Math.min(sum.min[row], carried);
          expect(min).toBeLessThanOrEqual(want.min);
          expect(min).toBeGreaterThanOrEqual(apart ? want.min : low.min + high.min);
          carried = sum.last[row];
        }
        expect(carried).toBe(both.value[both.value.length - 1]);
      }),
    );
  });

  test('two that change once and together give one exact step', () => {
    const shown = view(0, 100);
    const lower = decimateSteps(stepSeries(10, [[50, 30]]), shown);
    const upper = decimateSteps(stepSeries(5, [[50, 1]]), shown);
    const sum = stackColumns(lower, upper);
    expect([sum.entry, sum.length, sum.min[0], sum.max[0], sum.last[0]]).toEqual([15, 1, 31, 31, 31]);
  });
});
