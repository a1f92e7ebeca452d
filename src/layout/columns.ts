/**
 * A step function cut into pixel columns: for each column in which it changes, where it first does, and the least,
 * the greatest and the last value in it. Between two rows the function keeps the earlier row's last value. This is
 * all that a picture of that width can show, and it holds every extreme.
 */

import type { CssPixels } from '../model/units.ts';

export interface Columns {
  /** The value at the left edge. */
  entry: number;
  length: number;
  /** Which pixel column, counted from the left edge; ascending, no two rows the same. */
  column: Int32Array;
  /** Of the first change in the column: one change alone is drawn where it is, not at the column's edge. */
  x: Float64Array;
  min: Float64Array;
  max: Float64Array;
  last: Float64Array;
}

function emptyColumns(entry: number, capacity: number): Columns {
  return {
    entry,
    length: 0,
    column: new Int32Array(capacity),
    x: new Float64Array(capacity),
    min: new Float64Array(capacity),
    max: new Float64Array(capacity),
    last: new Float64Array(capacity),
  };
}

/** Fills `Columns` from changes in order of x. Holds no object for a change and never grows. */
export class ColumnBuilder {
  readonly columns: Columns;
  private readonly left: CssPixels;
  private readonly columnsPerPixel: number;

  /** `columnWidth` is one pixel of the screen: 1 / devicePixelRatio. No more than so many changes will be added. */
  constructor(left: CssPixels, width: CssPixels, columnWidth: CssPixels, changes = Infinity) {
    this.left = left;
    this.columnsPerPixel = 1 / columnWidth;
    // Two more: the last change lies on the right edge itself, and the division may round up.
    this.columns = emptyColumns(0, Math.min(changes, Math.ceil(width / columnWidth) + 2));
  }

  add(x: CssPixels, min: number, max: number, last: number): void {
    const columns = this.columns;
    const column = Math.floor((x - this.left) * this.columnsPerPixel);
    const row = columns.length - 1;
    // `<=` and not `===`: a change out of order, or past the right edge, loses its place but not its extremes.
    if (row >= 0 && (column <= columns.column[row] || columns.length === columns.x.length)) {
      if (min < columns.min[row]) columns.min[row] = min;
      if (max > columns.max[row]) columns.max[row] = max;
      columns.last[row] = last;
      return;
    }
    columns.length = row + 2;
    columns.column[row + 1] = column;
    columns.x[row + 1] = x;
    columns.min[row + 1] = min;
    columns.max[row + 1] = max;
    columns.last[row + 1] = last;
  }
}

/** The value at the right edge. */
export function exitValue(columns: Columns): number {
  return columns.length > 0 ? columns.last[columns.length - 1] : columns.entry;
}

/** The greatest value that the columns show, the entry included. */
export function greatest(columns: Columns): number {
  let max = columns.entry;
  for (let row = 0; row < columns.length; row++) if (columns.max[row] > max) max = columns.max[row];
  return max;
}

/** The least value that the columns show, the entry included. */
export function least(columns: Columns): number {
  let min = columns.entry;
  for (let row = 0; row < columns.length; row++) if (columns.min[row] < min) min = columns.min[row];
  return min;
}

/** The same curve with its sign turned. */
export function negated(columns: Columns): Columns {
  const turn = (values: Float64Array): Float64Array => values.map((value) => -value);
  const { entry, max, min, last } = columns;
  return { ...columns, entry: -entry, min: turn(max), max: turn(min), last: turn(last) };
}

/**
 * One curve on top of another; both must have been cut at the same columns. Exact wherever only one of the two changes
 * in a column, or both change once and together. Elsewhere the order of their changes within the column is gone, and
 * its extremes are the widest possible: a vertical line may be too long, never too short.
 */
export function stackColumns(lower: Columns, upper: Columns): Columns {
  const sum = emptyColumns(lower.entry + upper.entry, lower.length + upper.length);
  let i = 0;
  let j = 0;
  let below = lower.entry;
  let above = upper.entry;
  while (i < lower.length || j < upper.length) {
    const row = sum.length++;
    const lowerColumn = i < lower.length ? lower.column[i] : Infinity;
    const upperColumn = j < upper.length ? upper.column[j] : Infinity;
    sum.column[row] = Math.min(lowerColumn, upperColumn);
    if (lowerColumn < upperColumn) {
      sum.x[row] = lower.x[i];
      sum.min[row] = lower.min[i] + above;
      sum.max[row] = lower.max[i] + above;
      below = lower.last[i++];
    } else if (upperColumn < lowerColumn) {
      sum.x[row] = upper.x[j];
      sum.min[row] = upper.min[j] + below;
      sum.max[row] = upper.max[j] + below;
      above = upper.last[j++];
    } else {
      sum.x[row] = Math.min(lower.x[i], upper.x[j]);
      const together = lower.x[i] === upper.x[j] && lower.min[i] === lower.max[i] && upper.min[j] === upper.max[j];
      sum.min[row] = together
        ? lower.min[i] + upper.min[j]
        : Math.min(below, lower.min[i]) + Math.min(above, upper.min[j]);
      sum.max[row] = together
        ? lower.max[i] + upper.max[j]
        : Math.max(below, lower.max[i]) + Math.max(above, upper.max[j]);
      below = lower.last[i++];
      above = upper.last[j++];
    }
    sum.last[row] = below + above;
  }
  return sum;
}
