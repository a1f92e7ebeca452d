import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DumpSample } from '../../fixtures/pprof-writer.ts';
import { buffers } from '../../fixtures/pprof-writer.ts';
import type { SeriesSummary } from '../model/snapshot.ts';
import { seriesOf } from '../worker/testing/opened-dumps.ts';
import type { DisplayList, PathItem } from './display-list.ts';
import { fixedMeasurer } from './testing/measure.ts';
import type { SeriesInput, SeriesLayout } from './series.ts';
import { layoutSeries } from './series.ts';
import { pointAt, pointX, valueToY } from './series-frame.ts';
import { layoutSeriesOverlay } from './series-overlay.ts';
import { siteHistory } from './series-verdict.ts';
import { layoutSparkline } from './sparkline.ts';

const MIB = 2 ** 20;
const main = ['<module> train.py:9', 'main train.py:5'];

function dumps(...sizes: number[]): Record<string, DumpSample[]> {
  return Object.fromEntries(
    sizes.map((mib, index) => [
      `mem_${index}.prof`,
      [buffers(main, 1, 8 * MIB), buffers([...main, 'keep log.py:2'], 1, mib * MIB)],
    ]),
  );
}

function layout(series: SeriesSummary, change: Partial<SeriesInput> = {}): SeriesLayout {
  return layoutSeries({
    series,
    type: 1,
    shows: 'total',
    highlight: null,
    width: 600,
    height: 200,
    measure: fixedMeasurer,
    ...change,
  });
}

const texts = ({ items }: DisplayList): string[] => items.flatMap((item) => (item.kind === 'text' ? item.text : []));

function pathsOf({ items }: DisplayList, fill: string): PathItem[] {
  return items.filter((item): item is PathItem => item.kind === 'path' && item.fill === fill);
}

describe('the picture of a series', () => {
  const series = seriesOf(dumps(0, 24, 8, 8));

  test('has a step for each dump, from 0, and one dot in the middle of each', () => {
    const { list, frame } = layout(series);
    const [area] = pathsOf(list, 'in-use');
    const zero = valueToY(frame, 0);
    expect(zero).toBe(frame.bottom);
    // Two corners a dump, then along the bottom and back.
    expect(area?.points).toHaveLength(4 * 4 + 4);
    const heights = Array.from(
      { length: 4 },
      (_, dump) => (zero - (area?.points[4 * dump + 1] ?? 0)) / (zero - valueToY(frame, 8 * MIB)),
    );
    expect(heights.map((height) => Math.round(height * 1e4) / 1e4)).toEqual([1, 4, 2, 2]);
    const dots = list.items.flatMap((item) => (item.kind === 'circle' && item.fill === 'in-use-line' ? item.x : []));
    expect(dots).toEqual([0, 1, 2, 3].map((dump) => pointX(frame, dump)));
  });

  test('marks the first of the greatest with its exact size, and names each dump by its number', () => {
    const { list, frame } = layout(series);
    expect(texts(list)).toContain('peak 32.00 MiB (33,554,432 bytes)');
    const peak = list.items.find((item) => item.kind === 'circle' && item.fill === 'peak');
    expect(peak).toMatchObject({ x: pointX(frame, 1), y: valueToY(frame, 32 * MIB) });
    expect(texts(list)).toEqual(expect.arrayContaining(['0', '1', '2', '3', '16 MiB', 'space in each dump']));
    expect(list.title).toBe(
      'space in 4 dumps, from mem_0.prof with 8.00 MiB (8,388,608 bytes) to mem_3.prof with 16.00 MiB ' +
        '(16,777,216 bytes); peak 32.00 MiB (33,554,432 bytes) in mem_1.prof.',
    );
  });

  test('shows the change since the first dump where that is asked for, also below 0', () => {
    const falling = seriesOf(dumps(24, 0, 32));
    const { list, frame } = layout(falling, { shows: 'change' });
    expect(frame.minimum).toBeLessThan(-24 * MIB);
    expect(texts(list)).toEqual(
      expect.arrayContaining(['peak +8.00 MiB (+8,388,608 bytes)', '−16 MiB', 'space since the first dump']),
    );
    const [area] = pathsOf(list, 'in-use');
    expect(area?.points[1]).toBeCloseTo(valueToY(frame, 0), 3);
    expect(area?.points[5]).toBeGreaterThan(valueToY(frame, 0));
  });

  test('draws a call site inside the total, by its name', () => {
    const [site] = series.user.grown;
    expect(site?.function).toBe('keep');
    const values = site === undefined ? [] : siteHistory(series, site);
    const { list, frame } = layout(series, { highlight: { name: 'keep (log.py)', values } });
    const [area] = pathsOf(list, 'frame-user');
    expect(area?.points[5]).toBeCloseTo(valueToY(frame, 24 * MIB), 3);
    expect(texts(list)).toContain('of it keep (log.py)');
  });

  test('counts in whole numbers where no bytes are counted', () => {
    const { list } = layout(series, { type: 0 });
    expect(texts(list)).toEqual(expect.arrayContaining(['0', '1', '2', 'peak 2 allocations']));
    expect(texts(list).some((text) => /\d\.\d/.test(text))).toBe(false);
  });

  test('labels never overlap and nothing leaves the picture, whatever the size and the number of dumps', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.integer({ min: 120, max: 2000 }),
        fc.integer({ min: 90, max: 600 }),
        fc.constantFrom('total' as const, 'change' as const),
        (count, width, height, shows) => {
          const many = seriesOf(dumps(...Array.from({ length: count }, (_, index) => (index * 7) % 13)));
          const { list, frame } = layout(many, { width, height, shows });
          const below = list.items.flatMap((item) => (item.kind === 'text' && item.y > frame.bottom ? item : []));
          for (const [index, { x, text }] of below.entries()) {
            const next = below[index + 1];
            if (next === undefined) break;
            expect(x + fixedMeasurer(text, 'label') / 2).toBeLessThan(next.x - fixedMeasurer(next.text, 'label') / 2);
          }
          for (const path of pathsOf(list, 'in-use')) {
            path.points.forEach((value, at) => {
              expect(value).toBeGreaterThanOrEqual(at % 2 === 0 ? frame.left - 0.01 : frame.top - 0.01);
              expect(value).toBeLessThanOrEqual(at % 2 === 0 ? frame.right + 0.01 : frame.bottom + 0.01);
            });
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});

test('the place of a dump and the dump at a place are each other’s inverse; beside the plot it is the nearest', () => {
  const { frame } = layout(seriesOf(dumps(1, 2, 3, 4, 5)));
  for (let dump = 0; dump < 5; dump++) expect(pointAt(frame, pointX(frame, dump))).toBe(dump);
  expect(pointAt(frame, frame.left - 50)).toBe(0);
  expect(pointAt(frame, frame.right + 50)).toBe(4);
});

test('the overlay has the shown dump, and the one under the pointer where that is another', () => {
  const { frame } = layout(seriesOf(dumps(1, 2, 3)));
  const values = [9, 10, 11].map((mib) => mib * MIB);
  const overlay = (hover: number): DisplayList =>
    layoutSeriesOverlay({ frame, values, width: 600, height: 200, shown: 1, hover });
  expect(overlay(-1).items).toHaveLength(2);
  expect(overlay(1).items).toHaveLength(2);
  expect(overlay(2).items).toHaveLength(3);
  expect(overlay(-1).items[1]).toMatchObject({ kind: 'circle', x: pointX(frame, 1), y: valueToY(frame, 10 * MIB) });
});

describe('a history as small as a word', () => {
  test('stays inside its size, from 0 to its greatest value', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e12, max: 1e12, noNaN: true }), { minLength: 1, maxLength: 40 }),
        (values) => {
          const { items } = layoutSparkline({ values, title: '', width: 110, height: 22 });
          for (const item of items) {
            if (item.kind !== 'path') continue;
            item.points.forEach((value, at) => {
              expect(value).toBeGreaterThanOrEqual(0);
              expect(value).toBeLessThanOrEqual(at % 2 === 0 ? 110.01 : 22);
            });
          }
        },
      ),
    );
  });

  test('a site that holds nothing at all is a flat line at the bottom', () => {
    const [area] = layoutSparkline({ values: [0, 0], title: '', width: 10, height: 10 }).items;
    expect(area?.kind === 'path' && Array.from(area.points).filter((_, at) => at % 2 === 1)).toEqual(
      Array(6).fill(9.5),
    );
  });
});
