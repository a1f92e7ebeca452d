import { expect, test } from 'vitest';
import fc from 'fast-check';
import { ticksAbove } from './ticks-above.ts';

const GIB = 2 ** 30;

test('sizes are round, and in one unit', () => {
  expect(ticksAbove(0, 8 * GIB, 4).map(({ label }) => label)).toEqual(['0', '2 GiB', '4 GiB', '6 GiB', '8 GiB']);
  expect(ticksAbove(4.2 * GIB, 9 * GIB, 4).map(({ label }) => label)).toEqual(['6 GiB', '8 GiB']);
  expect(ticksAbove(4.2 * GIB, 5.1 * GIB, 4).map(({ label }) => label)).toEqual([
    '4.25 GiB',
    '4.5 GiB',
    '4.75 GiB',
    '5 GiB',
  ]);
});

test('where they differ far behind the point, all but the first say how much more they are', () => {
  const ticks = ticksAbove(20 * GIB + 12_345_678, 20 * GIB + 13_345_678, 4);
  expect(ticks.map(({ label }) => label)).toEqual(['20.01 GiB', '+256 KiB', '+512 KiB']);
  expect(ticks[1].value - ticks[0].value).toBe(256 * 1024);
});

test('whatever the range, they are few and within it', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 40), fc.nat(2 ** 31), fc.integer({ min: 2, max: 10 }), (floor, room, count) => {
      const ticks = ticksAbove(floor, floor + room, count);
      expect(ticks.length).toBeLessThanOrEqual(count + 1);
      for (const { value } of ticks) expect(value >= floor && value <= floor + Math.max(1, room)).toBe(true);
      expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
    }),
  );
});
