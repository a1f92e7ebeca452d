/**
 * What the pictures of an out-of-memory message share: a width, a measurer, colours of parts, sizes and shortened
 * texts.
 */

import type { PartKind } from '../model/oom-incident.ts';
import type { StatedSize } from '../model/oom.ts';
import { statedSizeText } from '../model/stated-size.ts';
import type { CssPixels } from '../model/units.ts';
import type { ColorRole, DisplayItem, DisplayList, TextItem, TextMeasurer, TextStyle } from './display-list.ts';

export interface OomPictureInput<T> {
  picture: T;
  width: CssPixels;
  measure: TextMeasurer;
}

export const MARGIN: CssPixels = 12;
export const LINE_HEIGHT: CssPixels = 16;
export const SWATCH: CssPixels = 10;

/** Hue says what a part is, as in all other pictures; the request has the one warm colour. */
export const PART_COLORS: Record<PartKind, ColorRole> = {
  reserved: 'reserved',
  program: 'frame-program',
  arguments: 'frame-user',
  output: 'frame-runtime',
  temporary: 'in-use',
  constant: 'frame-jax',
  'in-use': 'in-use',
  request: 'peak',
  free: 'line',
};

/** A size as the text states it; `≈` stands before one that was derived from rounded ones. */
export function sizeLabel(size: StatedSize): string {
  return `${size.exact || size.text !== undefined ? '' : '≈ '}${statedSizeText(size)}`;
}

/** The picture on its ground: canvases are opaque, so all of them is painted. */
export function onGround(width: CssPixels, height: CssPixels, title: string, items: DisplayItem[]): DisplayList {
  return { width, height, title, items: [{ kind: 'rect', x: 0, y: 0, width, height, fill: 'panel' }, ...items] };
}

/** A text at a baseline. */
export function text(
  x: CssPixels,
  y: CssPixels,
  content: string,
  color: ColorRole = 'ink',
  options: { style?: TextStyle; anchor?: TextItem['anchor'] } = {},
): TextItem {
  return {
    kind: 'text',
    x,
    y,
    text: content,
    style: options.style ?? 'label',
    color,
    anchor: options.anchor ?? 'start',
  };
}

/** The text, cut at its end with `…` to a width; from its start for paths, whose end says more. */
export function fitted(
  content: string,
  width: CssPixels,
  measure: TextMeasurer,
  keep: 'start' | 'end' = 'start',
): string {
  if (measure(content, 'label') <= width) return content;
  let low = 0;
  let high = content.length;
  const cut = (length: number): string =>
    keep === 'start' ? `${content.slice(0, length)}…` : `…${content.slice(content.length - length)}`;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(cut(middle), 'label') <= width) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : cut(low);
}

/** A dashed upright line, as capacity is drawn in every picture. */
export function capacityLine(x: CssPixels, top: CssPixels, bottom: CssPixels): DisplayItem {
  return {
    kind: 'path',
    points: Float32Array.of(x, top, x, bottom),
    stroke: 'capacity',
    strokeWidth: 1.5,
    dash: [4, 3],
  };
}
