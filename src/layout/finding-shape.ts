/**
 * The small shape that names a kind of finding: how the curve goes where it is found. Drawn as people sketch it, not to
 * scale, on a grid of 44 × 28.
 */

import type { FindingKind } from '../model/finding.ts';
import type { DisplayItem, DisplayList } from './display-list.ts';

export const SHAPE_WIDTH = 44;
export const SHAPE_HEIGHT = 28;

interface Shape {
  name: string;
  /** x0, y0, x1, y1 … of each line. */
  lines: readonly (readonly number[])[];
  /** Lines that are only thought of: what a straight line between two events suggests, a limit, a trend. */
  dashed?: readonly (readonly number[])[];
}

const SHAPES: Record<FindingKind, Shape> = {
  needle: { name: 'a needle', lines: [[2, 24, 21, 24, 21, 4, 24, 4, 24, 24, 42, 24]] },
  staircase: {
    name: 'a staircase, then a fall',
    lines: [[2, 24, 8, 24, 8, 20, 14, 20, 14, 16, 20, 16, 20, 11, 26, 11, 26, 6, 34, 6, 34, 24, 42, 24]],
  },
  'gap-ramp': {
    name: 'a step after a long gap',
    lines: [[2, 24, 32, 24, 32, 5, 36, 5, 36, 24, 42, 24]],
    dashed: [[4, 24, 32, 5]],
  },
  sawtooth: {
    name: 'a sawtooth',
    lines: [[2, 22, 6, 22, 6, 8, 10, 8, 10, 22, 16, 22, 16, 8, 20, 8, 20, 22, 26, 22, 26, 8, 30, 8, 30, 22, 36, 22, 36, 8,
      40, 8, 40, 22, 42, 22]],
  },
  step: { name: 'a step that stays', lines: [[2, 22, 20, 22, 20, 8, 42, 8]] },
  creep: {
    name: 'a floor that keeps rising',
    lines: [[2, 25, 6, 25, 6, 17, 9, 17, 9, 22, 15, 22, 15, 13, 18, 13, 18, 18, 24, 18, 24, 9, 27, 9, 27, 14, 33, 14, 33, 5,
      36, 5, 36, 10, 42, 10]],
    dashed: [[2, 27, 42, 13]],
  },
  copy: {
    name: 'the same bytes twice',
    lines: [
      [5, 9, 21, 9, 21, 24, 5, 24, 5, 9],
      [24, 4, 40, 4, 40, 19, 24, 19, 24, 4],
    ],
  },
  fragmentation: {
    name: 'free memory in pieces',
    lines: [
      [2, 8, 10, 8, 10, 20, 2, 20, 2, 8],
      [14, 8, 20, 8, 20, 20, 14, 20, 14, 8],
      [25, 8, 33, 8, 33, 20, 25, 20, 25, 8],
      [37, 8, 42, 8, 42, 20, 37, 20, 37, 8],
    ],
  },
  reserved: {
    name: 'a level that is reserved at once',
    lines: [[2, 24, 14, 24, 14, 6, 42, 6]],
    dashed: [[14, 24, 42, 24]],
  },
  'does-not-fit': {
    name: 'a rise beyond the limit',
    lines: [[2, 24, 14, 24, 14, 17, 26, 17, 26, 3, 42, 3]],
    dashed: [[2, 9, 42, 9]],
  },
  imbalance: {
    name: 'one bar higher than the others',
    lines: [
      [5, 24, 5, 14, 11, 14, 11, 24],
      [16, 24, 16, 4, 22, 4, 22, 24],
      [27, 24, 27, 14, 33, 14, 33, 24],
      [2, 24, 42, 24],
    ],
  },
};

/** The shape of a kind; its title says it in words. */
export function findingShape(kind: FindingKind): DisplayList {
  const { name, lines, dashed = [] } = SHAPES[kind];
  const items: DisplayItem[] = [
    ...dashed.map((line): DisplayItem => {
      return { kind: 'path', points: Float32Array.from(line), stroke: 'ink-tertiary', strokeWidth: 1, dash: [3, 2] };
    }),
    ...lines.map((line): DisplayItem => {
      return { kind: 'path', points: Float32Array.from(line), stroke: 'in-use-line', strokeWidth: 1.6 };
    }),
  ];
  return { width: SHAPE_WIDTH, height: SHAPE_HEIGHT, title: name, items };
}
