import { expect, test } from 'vitest';
import { allocatorSummary } from '../../fixtures/summaries.ts';
import { layoutMinimap, layoutMinimapWindow, windowEdges } from './minimap.ts';

const WHOLE = { from: 1e9, to: 3e9 };
const STRIP = { whole: WHOLE, left: 50, right: 250 };

test('the window lies where the visible range does', () => {
  expect(windowEdges({ ...STRIP, range: { from: 1.5e9, to: 2e9 } })).toEqual({ from: 100, to: 150 });
  expect(windowEdges({ ...STRIP, range: WHOLE })).toEqual({ from: 50, to: 250 });
});

test.each([1e9, 2e9, 3e9 - 1000])('a window too thin to take hold of is widened, within the strip, at %d', (from) => {
  const edges = windowEdges({ ...STRIP, range: { from, to: from + 1000 } });
  expect(edges.to - edges.from).toBeCloseTo(6, 5);
  expect(edges.from).toBeGreaterThanOrEqual(50);
  expect(edges.to).toBeLessThanOrEqual(250);
});

test('the strip paints all of itself, and the window says what is visible', () => {
  const strip = { ...STRIP, width: 300, height: 24 };
  const { items } = layoutMinimap({ ...strip, allocator: allocatorSummary() });
  expect(items[0]).toMatchObject({ kind: 'rect', width: 300, height: 24, fill: 'background' });
  const { title } = layoutMinimapWindow({ ...strip, range: { from: 1.5e9, to: 2e9 } });
  expect(title).toBe('Visible: 1.500 ms to 2.000 ms of the whole capture');
});
