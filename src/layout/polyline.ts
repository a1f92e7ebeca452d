/**
 * Pixel columns as a polyline of horizontal and vertical pieces. Memory holds its value until the next event, so no
 * piece ever slants: a slanted line would claim values at times that never had them.
 */

import type { Bytes, CssPixels } from '../model/units.ts';
import { exitValue } from './columns.ts';
import type { Columns } from './columns.ts';

export interface ValueAxis {
  top: CssPixels;
  bottom: CssPixels;
  /** The value at `top`. */
  maximum: Bytes;
  /** The value at `bottom`; 0 where it is left out. */
  minimum?: Bytes;
}

/** Where a value is drawn. Not clipped: a value above the maximum lies above `top`. */
export function valueToY(axis: ValueAxis, value: number): CssPixels {
  const { bottom, top, maximum, minimum = 0 } = axis;
  return bottom - ((value - minimum) / (maximum - minimum)) * (bottom - top);
}

/**
 * x0, y0, x1, y1 … from `left` to `right`. In a column with several changes the line goes up to its greatest and down
 * to its least value before it settles on the last.
 */
export function stepPolyline(
  columns: Columns,
  axis: ValueAxis,
  left: CssPixels,
  right: CssPixels,
): Float32Array<ArrayBuffer> {
  // Two ends, and at most four points a column: arrive, greatest, least, leave.
  const points = new Float32Array(2 * (columns.length * 4 + 2));
  const length = trace(columns, axis, [left, right], true, points);
  return points.subarray(0, length);
}

/**
 * The area under the curve: closed along the bottom, without the extremes within a column. Those are as wide as nothing,
 * so only the line shows them, and a crowded curve has half as many points.
 */
export function stepArea(columns: Columns, axis: ValueAxis, left: CssPixels, right: CssPixels): Float32Array<ArrayBuffer> {
  const points = new Float32Array(2 * (columns.length * 2 + 4));
  const length = trace(columns, axis, [left, right], false, points);
  points.set([right, axis.bottom, left, axis.bottom], length);
  return points.subarray(0, length + 4);
}

/** Writes the points; gives how many numbers they are. */
function trace(
  columns: Columns,
  axis: ValueAxis,
  [left, right]: readonly [CssPixels, CssPixels],
  withExtremes: boolean,
  points: Float32Array,
): number {
  const { minimum = 0 } = axis;
  const scale = (axis.bottom - axis.top) / (axis.maximum - minimum);
  // What lies below the axis, in a picture that does not start at 0, runs along it.
  const base = axis.bottom + minimum * scale;
  const yOf = (bytes: number): CssPixels => (bytes < minimum ? axis.bottom : base - bytes * scale);
  let length = 0;
  let value = columns.entry;
  points[length++] = left;
  points[length++] = yOf(value);
  for (let row = 0; row < columns.length; row++) {
    const x = columns.x[row];
    const last = columns.last[row];
    points[length++] = x;
    points[length++] = yOf(value);
    if (withExtremes && columns.max[row] > value && columns.max[row] > last) {
      points[length++] = x;
      points[length++] = yOf(columns.max[row]);
    }
    if (withExtremes && columns.min[row] < value && columns.min[row] < last) {
      points[length++] = x;
      points[length++] = yOf(columns.min[row]);
    }
    points[length++] = x;
    points[length++] = yOf(last);
    value = last;
  }
  points[length++] = right;
  points[length++] = yOf(exitValue(columns));
  return length;
}
