import { expect, test } from 'vitest';
import { curvesOf, stepSeries } from '../../fixtures/curves.ts';
import type { DeviceTotal } from '../model/summary.ts';
import { layoutDeviceTotal } from './device-total.ts';
import type { TextItem } from './display-list.ts';
import { fixedMeasurer } from './testing/measure.ts';
import { layoutDeviceSparkline } from './device-sparkline.ts';

const STEPS = stepSeries(100, [[0, 200], [500, 1_000], [510, 100], [1_000, 300]]);

test('a sparkline reaches its peak in the scale that it shares, and no further', () => {
  const curve = curvesOf(STEPS).total;
  const list = layoutDeviceSparkline({ curve, range: { from: 0, to: 1_000 }, maximum: 2_000, width: 100, height: 21, title: 'x' });
  const line = list.items.find((item) => item.kind === 'path' && item.stroke !== undefined);
  if (line?.kind !== 'path') throw new Error('A sparkline has a line.');
  const heights = Array.from(line.points).filter((_, i) => i % 2 === 1);
  expect(Math.min(...heights)).toBeCloseTo(11, 5);
  expect(Math.max(...heights)).toBeLessThanOrEqual(21);
});

test('the sum of all devices is a curve with its own peak, and claims no capacity and nothing before the capture', () => {
  const { start, end, total: curve } = curvesOf(STEPS);
  const total: DeviceTotal = { devices: 2, hosts: 1, peak: { total: 1_000, time: 500 }, start, end, curve };
  const measure = fixedMeasurer;
  const range = { from: 0, to: 1_000 };
  const list = layoutDeviceTotal({ total, range, width: 900, height: 300, pixelRatio: 1, measure, title: 'Sum.' });
  const texts = list.items.filter((item): item is TextItem => item.kind === 'text').map(({ text }) => text);
  expect(texts).toContain('peak 1,000 B (1,000 bytes)');
  expect(texts).toContain('in use and reserved, all devices together');
  expect(texts.some((text) => /capacity|before/.test(text))).toBe(false);
  expect(list.title).toBe('Sum.');
});
