/**
 * Two curves laid on each other, pixel by pixel, and what lies between them.
 *
 *     baseline  ___|¯¯|___            each capture on its own clock; an alignment says which moments coincide
 *     candidate    ___|¯¯¯¯|__
 *     columns   |  |  |  |  |  |      of each side the greatest value within the column
 *     delta        +  0  +  −         candidate − baseline of those; none where a side was not captured
 */

import type { AllocatorCurves, StepSeries } from '../model/curve.ts';
import type { Bytes, Picoseconds } from '../model/units.ts';
import type { Columns } from './columns.ts';
import { decimate, decimateSteps, type Decimated, type DecimationView } from './decimate.ts';

/** One side: its curve, and the raw steps of the visible range where they have been asked for. */
export interface DeltaSide extends Pick<AllocatorCurves, 'start' | 'end' | 'total'> {
  steps?: StepSeries | null;
}

export interface DeltaCurveInput {
  baseline: DeltaSide;
  candidate: DeltaSide;
  /** The moments that coincide, each in its own profile's time: an `Alignment`. They are 0 on the common axis. */
  alignment: { baseline: Picoseconds; candidate: Picoseconds };
  /** The visible range of the common axis. */
  from: Picoseconds;
  to: Picoseconds;
  /** Pixels of the screen that the range is drawn on. */
  columns: number;
}

/** One row a pixel column, from the left edge. */
export interface DeltaCurve {
  length: number;
  /** The greatest value within the column; NaN where the side was not captured. */
  baseline: Float64Array;
  candidate: Float64Array;
  /** candidate − baseline; NaN where either is. */
  delta: Float64Array;
  /** Each step of both sides is known, and every value is that of its column to the byte. */
  exact: boolean;
  /** A bucket of steps is wider than a column: ask for the raw steps of that side. */
  needsSteps: { baseline: boolean; candidate: boolean };
  /** The least and the greatest delta; null where the two never overlap. */
  least: Bytes | null;
  greatest: Bytes | null;
}

export function deltaCurve({ baseline, candidate, alignment, ...range }: DeltaCurveInput): DeltaCurve {
  const before = greatestByColumn(baseline, alignment.baseline, range);
  const after = greatestByColumn(candidate, alignment.candidate, range);
  const delta = after.values.map((value, column) => value - before.values[column]);
  let least: number | null = null;
  let greatest: number | null = null;
  for (const value of delta) {
    if (Number.isNaN(value)) continue;
    if (least === null || value < least) least = value;
    if (greatest === null || value > greatest) greatest = value;
  }
  return {
    length: delta.length,
    baseline: before.values,
    candidate: after.values,
    delta,
    exact: before.exact && after.exact,
    needsSteps: { baseline: before.needsSteps, candidate: after.needsSteps },
    least,
    greatest,
  };
}

interface Dense {
  values: Float64Array;
  exact: boolean;
  needsSteps: boolean;
}

function greatestByColumn(
  side: DeltaSide,
  moment: Picoseconds,
  { from, to, columns }: Pick<DeltaCurveInput, 'from' | 'to' | 'columns'>,
): Dense {
  const view: DecimationView = { from: moment + from, to: moment + to, left: 0, width: columns, columnWidth: 1 };
  const cut: Decimated = side.steps
    ? { columns: decimateSteps(side.steps, view), needsWindow: false }
    : decimate(side.total, view);
  const values = spread(cut.columns, columns);
  // The last edge is the range's own: by multiplication it may come out a little smaller.
  const edge = (column: number): Picoseconds => (column === columns ? view.to : view.from + ((to - from) / columns) * column);
  for (let column = 0; column < columns; column++) {
    if (edge(column + 1) < side.start || edge(column) > side.end) values[column] = NaN;
  }
  return { values, exact: Boolean(side.steps) || side.total.exact, needsSteps: cut.needsWindow };
}

/** The greatest value of every column: what held when it began (unless it changes right there), or what it rose to. */
function spread(columns: Columns, length: number): Float64Array {
  const values = new Float64Array(length);
  let holds = columns.entry;
  let row = 0;
  for (let column = 0; column < length; column++) {
    values[column] = row < columns.length && columns.x[row] === column ? -Infinity : holds;
    // A step on the right edge itself belongs to the last column.
    for (; row < columns.length && Math.min(columns.column[row], length - 1) === column; row++) {
      values[column] = Math.max(values[column], columns.max[row]);
      holds = columns.last[row];
    }
  }
  return values;
}
