import { describe, expect, test } from 'vitest';
import { SERIES_COLORS } from './display-list.ts';
import { DARK, LIGHT } from './palette.ts';
import type { Palette } from './palette.ts';

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

/** Full colour-blindness in linear RGB (Machado, Oliveira and Fernandes 2009, severity 1). */
const VISIONS: readonly (readonly [string, Matrix])[] = [
  [
    'full colour vision',
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  ],
  [
    'protanopia',
    [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
  ],
  [
    'deuteranopia',
    [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
  ],
  [
    'tritanopia',
    [
      [1.255528, -0.076749, -0.178779],
      [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.3039],
    ],
  ],
];

/** Linear RGB to OKLab (Ottosson 2020), in which distances are about what an eye sees. */
const TO_CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

function times(matrix: Matrix, [x, y, z]: Vector): Vector {
  const [a, b, c] = matrix.map(([p, q, r]) => p * x + q * y + r * z);
  return [a, b, c];
}

function map([x, y, z]: Vector, change: (value: number) => number): Vector {
  return [change(x), change(y), change(z)];
}

function seenAs(color: string, vision: Matrix): Vector {
  const channel = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16) / 255;
  const linear = map([channel(1), channel(3), channel(5)], (c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  const seen = map(times(vision, linear), (value) => Math.min(1, Math.max(0, value)));
  return times(TO_LAB, map(times(TO_CONES, seen), Math.cbrt));
}

/** About two and a half times what an eye just tells apart side by side. */
const LEAST_DISTANCE = 0.05;

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('the series colours of the %s theme', (_, palette: Palette) => {
  test.each(VISIONS)('are told apart from each other and from what lies around them, with %s', (_name, vision) => {
    const grounds = [palette.background, palette.merged, palette['before-capture']].map((color) =>
      seenAs(color, vision),
    );
    const colors = SERIES_COLORS.map((role) => seenAs(palette[role], vision));
    for (const [i, color] of colors.entries()) {
      for (const other of [...grounds, ...colors.slice(0, i)]) {
        expect(Math.hypot(color[0] - other[0], color[1] - other[1], color[2] - other[2])).toBeGreaterThan(
          LEAST_DISTANCE,
        );
      }
    }
  });
});

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('what rose and what fell, in the %s theme', (_, palette: Palette) => {
  test.each(VISIONS)('are told apart from each other and from what stayed, with %s', (_name, vision) => {
    const [rise, fall, even] = (['delta-rise', 'delta-fall', 'delta-even'] as const).map((role) => seenAs(palette[role], vision));
    for (const [a, b] of [[rise, fall], [rise, even], [fall, even]] as const) {
      expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeGreaterThan(LEAST_DISTANCE);
    }
  });
});
