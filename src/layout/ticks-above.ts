/** Ticks of a size axis that does not start at 0. */

import { formatBytes } from '../model/format.ts';
import type { Bytes } from '../model/units.ts';
import type { Tick } from './ticks.ts';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;
/** Longer labels are hard to read against each other: 20.01171875 GiB. */
const MOST_CHARACTERS = 9;

/**
 * Multiples of a power of two from `floor` to `ceiling`, at most `count` + 1 of them. Where they differ in a digit far
 * behind the point only the first is a size, and the others say how much more: `20.01 GiB`, `+256 KiB`, `+512 KiB`.
 */
export function ticksAbove(floor: Bytes, ceiling: Bytes, count: number): Tick[] {
  const step = 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, ceiling - floor) / count)));
  const first = Math.ceil(floor / step) * step;
  const values: Bytes[] = [];
  for (let value = first; value <= ceiling; value += step) values.push(value);
  const labels = values.map((value) => (value === 0 ? '0' : inUnit(value, powerOf(ceiling))));
  if (labels.every((label) => label.length <= MOST_CHARACTERS))
    return values.map((value, i) => ({ value, label: labels[i] }));
  return values.map((value, i) => ({ value, label: i === 0 ? formatBytes(value) : `+${inUnit(value - first)}` }));
}

/** Multiples of powers of two have few digits in their own unit: `64 MiB`, `1.5 GiB`. */
function inUnit(value: Bytes, power = powerOf(value)): string {
  return `${value / 1024 ** power} ${UNITS[power]}`;
}

function powerOf(value: Bytes): number {
  return Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, value)) / 10));
}
