import { describe, expect, test } from 'vitest';
import type { Projection } from '../model/projection.ts';
import { layoutProjection } from './projection.ts';
import { fixedMeasurer } from './testing/measure.ts';

const GIB = 2 ** 30;
const projection: Projection = {
  target: 32,
  capacity: 16 * GIB,
  moment: 'jit_scan',
  groups: [
    { group: 'weights', known: [], estimate: 12 * GIB, low: 12 * GIB, high: 12 * GIB, perBlock: GIB, restsOn: '' },
    { group: 'temp', known: [], estimate: 3 * GIB, low: 2 * GIB, high: 8 * GIB, perBlock: GIB, restsOn: '' },
  ],
  total: { estimate: 15 * GIB, low: 14 * GIB, high: 20 * GIB },
  verdict: 'open',
  sentence: '',
  notes: [],
};
const layout = (picture: Projection, width = 900) => layoutProjection({ picture, width, measure: fixedMeasurer });

describe('the picture of a projection', () => {
  test('says all of it in its title', () => {
    expect(layout(projection).title).toBe(
      'Memory at 32 blocks: weights and what else stays 12.00 GiB, temps 2.00 GiB – 8.00 GiB; together ' +
        '14.00 GiB – 20.00 GiB, against a capacity of 16.00 GiB.',
    );
  });

  test('bars are to scale: solid to the low end, pale to the high one', () => {
    const rects = layout(projection).items.filter((item) => item.kind === 'rect' && item.fill === 'in-use');
    const widths = rects.map((item) => (item.kind === 'rect' ? item.width : 0));
    const unit = widths[0] / 12;
    expect(widths.map((width) => Math.round(width / unit))).toEqual([12, 2, 6, 14, 6]);
  });

  test('what is beyond the capacity is marked, and only then', () => {
    const marked = (picture: Projection): number => layout(picture).items.filter((item) => 'fill' in item && item.fill === 'peak').length;
    expect(marked(projection)).toBe(1);
    expect(marked({ ...projection, capacity: 32 * GIB })).toBe(0);
    expect(marked({ ...projection, capacity: null })).toBe(0);
  });

  test('nothing leaves the picture, however narrow it is', () => {
    for (const width of [320, 500, 900]) {
      const ends = layout(projection, width).items.map((item) => (item.kind === 'rect' ? item.x + item.width : 0));
      expect(Math.max(...ends)).toBeLessThanOrEqual(width + 0.01);
    }
  });
});
