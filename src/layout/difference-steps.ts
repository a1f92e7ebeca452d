/** candidate − baseline as a step function, where the steps of both are known. */

import type { StepSeries } from '../model/curve.ts';
import type { Picoseconds } from '../model/units.ts';
import type { ComparedCurves } from './compare-frame.ts';
import { exactTotals } from './readings.ts';
import { firstAtOrAfter } from './search.ts';

/**
 * In aligned time, from `from` to `to`; null where a side has single steps only closer up. What changes on both sides at
 * one moment is one step: nothing lies between them.
 */
export function differenceSteps(
  { baseline, candidate }: ComparedCurves,
  from: Picoseconds,
  to: Picoseconds,
): StepSeries | null {
  const below = exactTotals(baseline, from + baseline.origin, to + baseline.origin);
  const above = exactTotals(candidate, from + candidate.origin, to + candidate.origin);
  if (below === null || above === null) return null;
  const [a, b] = [cursorAt(below, from + baseline.origin, baseline.origin), cursorAt(above, from + candidate.origin, candidate.origin)];
  const initial = b.value - a.value;
  const time: number[] = [];
  const value: number[] = [];
  for (let at = Math.min(a.next(), b.next()); at <= to; at = Math.min(a.next(), b.next())) {
    a.passTo(at);
    b.passTo(at);
    time.push(at);
    value.push(b.value - a.value);
  }
  return { initial, time: Float64Array.from(time), value: Float64Array.from(value) };
}

interface Cursor {
  /** What holds. */
  value: number;
  /** Aligned time of the next step; Infinity after the last. */
  next: () => Picoseconds;
  /** Takes all steps up to and at that moment. */
  passTo: (at: Picoseconds) => void;
}

function cursorAt({ initial, time, value }: StepSeries, from: Picoseconds, origin: Picoseconds): Cursor {
  let index = firstAtOrAfter(time, from);
  const cursor: Cursor = {
    value: index > 0 ? value[index - 1] : initial,
    next: () => (index < time.length ? time[index] - origin : Infinity),
    passTo: (at) => {
      while (index < time.length && time[index] - origin <= at) cursor.value = value[index++];
    },
  };
  return cursor;
}
