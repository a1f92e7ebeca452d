/** The history of one call site over a series, as small as a word: an area from 0, a step for each dump. */

import type { CssPixels } from '../model/units.ts';
import type { DisplayItem, DisplayList } from './display-list.ts';

export interface SparklineInput {
  /** One value a dump, 1 or more. */
  values: ArrayLike<number>;
  /** The picture in words. */
  title: string;
  width: CssPixels;
  height: CssPixels;
}

/** Values are scaled to the greatest of their own: the numbers beside it say how large they are. */
export function layoutSparkline({ values, title, width, height }: SparklineInput): DisplayList {
  let least = 0;
  let greatest = 0;
  for (let index = 0; index < values.length; index++) {
    least = Math.min(least, values[index]);
    greatest = Math.max(greatest, values[index]);
  }
  const span = Math.max(greatest - least, Number.MIN_VALUE);
  // Half a pixel of the edge's stroke stays inside.
  const y = (value: number): CssPixels => height - 0.5 - ((value - least) / span) * (height - 1.5);
  const step = width / values.length;
  const points = new Float32Array(4 * values.length + 4);
  for (let index = 0; index < values.length; index++) {
    points.set([index * step, y(values[index]), (index + 1) * step, y(values[index])], 4 * index);
  }
  points.set([width, y(0), 0, y(0)], 4 * values.length);
  const items: DisplayItem[] = [
    { kind: 'path', points, fill: 'in-use', opacity: 0.75 },
    { kind: 'path', points: points.subarray(0, 4 * values.length), stroke: 'in-use-line', strokeWidth: 1 },
  ];
  return { width, height, title, items };
}
