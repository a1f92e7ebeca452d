/** Ticks of the two axes: sizes in powers of two, times in 1-2-5 steps. */

import { tickStep, ticks } from 'd3';
import { decimalsFor, formatTime, signOf, timeUnitOf } from '../model/format.ts';
import type { Bytes, Picoseconds } from '../model/units.ts';
import type { TimeRange } from '../model/view-state.ts';

export interface Tick {
  value: number;
  label: string;
}

const BINARY_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/**
 * Round sizes from `minimum` to `maximum`, at most `count` + 1 of them. Steps are powers of two, and all labels are in the unit
 * of the largest: `0`, `0.5 GiB`, `1 GiB`.
 */
export function byteTicks(maximum: Bytes, count: number, minimum: Bytes = 0): Tick[] {
  const step = 2 ** Math.max(0, Math.ceil(Math.log2((maximum - minimum) / count)));
  const largest = Math.floor(maximum / step) * step;
  const power = largest < 1 ? 0 : Math.min(BINARY_UNITS.length - 1, Math.floor(Math.log2(largest) / 10));
  const unit = 1024 ** power;
  const result: Tick[] = [];
  for (let value = Math.ceil(minimum / step) * step; value <= maximum; value += step) {
    // A power of two has as many decimals as it has halvings: 0.5, 0.25, 0.125.
    const label = value === 0 ? '0' : `${value / unit} ${BINARY_UNITS[power]}`;
    result.push({ value, label });
  }
  return result;
}

export interface TimeTicks {
  /** What the labels count from, where they are differences; empty where they are times themselves. */
  base: string;
  ticks: Tick[];
}

/** From so many digits on a label is hard to read against its neighbour, and only the difference is written. */
const MOST_DIGITS = 7;

/**
 * Round times within the range, about `count` of them: `21.2 s`, `21.4 s`. Far into a capture and zoomed in, times that
 * differ in the ninth digit are written as differences: `+20 µs`, `+40 µs` from the base `21.7381 s`.
 */
export function timeTicks(range: TimeRange, count: number): TimeTicks {
  const step = tickStep(range.from, range.to, count);
  const largest = Math.max(Math.abs(range.from), Math.abs(range.to));
  const unit = timeUnitOf(largest);
  const decimals = decimalsFor(unit, step);
  const digits = Math.floor(Math.log10(Math.max(1, largest / unit.picoseconds))) + 1 + decimals;
  if (digits <= MOST_DIGITS) {
    const label = (value: Picoseconds): string =>
      value === 0 ? '0' : `${signOf(value)}${(Math.abs(value) / unit.picoseconds).toFixed(decimals)} ${unit.name}`;
    return { base: '', ticks: ticks(range.from, range.to, count).map((value) => ({ value, label: label(value) })) };
  }
  const length = 10 ** Math.ceil(Math.log10(range.to - range.from));
  const base = Math.floor(range.from / length) * length;
  const offsetUnit = timeUnitOf(range.to - base);
  const offsetDecimals = decimalsFor(offsetUnit, step);
  return {
    base: formatTime(base, length),
    ticks: ticks(range.from - base, range.to - base, count).map((offset) => ({
      value: base + offset,
      label: `+${(offset / offsetUnit.picoseconds).toFixed(offsetDecimals)} ${offsetUnit.name}`,
    })),
  };
}
