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
 * to its least value before it settles on the last. `spare` points stay free at the end, for closing an area.
 */
export function stepPolyline(
  columns: Columns,
  axis: ValueAxis,
  left: CssPixels,
  right: CssPixels,
  spare = 0,
): Float32Array<ArrayBuffer> {
  // Two ends, and at most four points a column: arrive, greatest, least, leave.
  const points = new Float32Array(2 * (columns.length * 4 + 2 + spare));
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
    if (columns.max[row] > value && columns.max[row] > last) {
      points[length++] = x;
      points[length++] = yOf(columns.max[row]);
    }
    if (columns.min[row] < value && columns.min[row] < last) {
      points[length++] = x;
      points[length++] = yOf(columns.min[row]);
    }
    points[length++] = x;
    points[length++] = yOf(last);
    value = last;
  }
  points[length++] = right;
  points[length++] = yOf(exitValue(columns));
  return points.subarray(0, length + 2 * spare);
}

/** The same line, closed along the bottom: the area under the curve. */
export function stepArea(
  columns: Columns,
  axis: ValueAxis,
  left: CssPixels,
  right: CssPixels,
): { area: Float32Array; line: Float32Array } {
  const points = stepPolyline(columns, axis, left, right, 2);
  const end = points.length - 4;
  points.set([right, axis.bottom, left, axis.bottom], end);
  return { area: points, line: points.subarray(0, end) };
}
