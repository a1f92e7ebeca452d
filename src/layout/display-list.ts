/**
 * A picture as data. Layouts make it, views paint it on a canvas, sharing writes it as SVG, tests compare it.
 * Colours are roles, not values: the theme gives them their value when the picture is painted.
 */

import type { CssPixels } from '../model/units.ts';

export type ColorRole =
  | 'background'
  | 'panel'
  | 'line'
  | 'ink'
  | 'ink-secondary'
  | 'ink-tertiary'
  | 'accent'
  | 'in-use'
  | 'in-use-line'
  | 'reserved'
  | 'before-capture'
  | 'peak'
  | 'capacity'
  | 'selection'
  | 'frame-user'
  | 'frame-jax'
  | 'frame-runtime'
  | 'frame-program'
  | 'delta-rise'
  | 'delta-fall'
  | 'delta-even'
  | 'delta-rise-line'
  | 'delta-fall-line'
  | 'merged'
  | SeriesColor;

/** Colours for groups that have no colour of their own, told apart also by people who are colour-blind. */
export type SeriesColor = (typeof SERIES_COLORS)[number];

/** In the order in which they are given away. */
export const SERIES_COLORS = [
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
  'series-7',
  'series-8',
] as const;

/** The few text sizes that pictures use; the painter maps them to fonts. */
export type TextStyle = 'label' | 'strong' | 'title';

export interface RectItem {
  kind: 'rect';
  x: CssPixels;
  y: CssPixels;
  width: CssPixels;
  height: CssPixels;
  fill: ColorRole;
  opacity?: number;
  radius?: CssPixels;
}

/** A polyline through x0, y0, x1, y1 …; closed when it is filled. */
export interface PathItem {
  kind: 'path';
  points: Float32Array;
  fill?: ColorRole;
  stroke?: ColorRole;
  strokeWidth?: CssPixels;
  opacity?: number;
  dash?: readonly CssPixels[];
}

export interface CircleItem {
  kind: 'circle';
  x: CssPixels;
  y: CssPixels;
  radius: CssPixels;
  fill: ColorRole;
}

export interface TextItem {
  kind: 'text';
  x: CssPixels;
  /** Of the baseline. */
  y: CssPixels;
  text: string;
  style: TextStyle;
  color: ColorRole;
  anchor: 'start' | 'middle' | 'end';
}

export type DisplayItem = RectItem | PathItem | CircleItem | TextItem;

export interface DisplayList {
  width: CssPixels;
  height: CssPixels;
  /** One sentence with the picture's facts: the canvas' accessible name, the SVG's `<title>`. */
  title: string;
  /** Painted in order. */
  items: DisplayItem[];
}

/** Width of a text in a style. The page measures with a canvas, Node and the tests with a fixed table. */
export type TextMeasurer = (text: string, style: TextStyle) => CssPixels;
