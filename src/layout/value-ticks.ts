/** Ticks of an axis that counts what a pprof sample type counts, also below 0. */

import { ticks } from 'd3';
import { amountsOfType, BYTES } from '../model/amounts.ts';
import { formatCount } from '../model/format.ts';
import type { SampleType } from '../model/snapshot.ts';
import type { Tick } from './ticks.ts';
import { byteTicks } from './ticks.ts';

/** Round values from `minimum` (0 or less) to `maximum` (0 or more), about `count` of them. */
export function valueTicks(minimum: number, maximum: number, count: number, type: SampleType): Tick[] {
  const amounts = amountsOfType(type);
  if (amounts === BYTES) return sizeTicks(minimum, maximum, count);
  // What is counted is whole, so half an allocation is no tick.
  const values = ticks(minimum, maximum, count).filter(Number.isInteger);
  const isTime = amounts.short(1) !== amounts.exact(1);
  return values.map((value) => ({
    value,
    label: value === 0 ? '0' : isTime ? amounts.short(value) : formatCount(value),
  }));
}

/** Sizes from `minimum` (0 or less) to `maximum` (0 or more). */
export function sizeTicks(minimum: number, maximum: number, count: number): Tick[] {
  const steps = byteTicks(Math.max(maximum, -minimum), count);
  const below = steps
    .filter(({ value }) => value > 0 && value <= -minimum)
    .map(({ value, label }) => ({ value: -value, label: `−${label}` }));
  return [...below.reverse(), ...steps.filter(({ value }) => value <= maximum)];
}
