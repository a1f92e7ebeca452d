/** Keeps the labels of one picture apart: each takes the first of its places that is free. */

import type { ColorRole, TextItem, TextMeasurer, TextStyle } from './display-list.ts';
import type { CssPixels } from '../model/units.ts';

export interface LabelPlace {
  x: CssPixels;
  /** Of the baseline. */
  y: CssPixels;
  anchor: TextItem['anchor'];
}

export interface Box {
  left: CssPixels;
  right: CssPixels;
  top: CssPixels;
  bottom: CssPixels;
}

/** Above and below the baseline, for the sizes of `TextStyle`. */
const ASCENT = 10;
const DESCENT = 4;
const GAP = 4;

export class Labels {
  private readonly taken: Box[] = [];
  private readonly measure: TextMeasurer;
  private readonly bounds: Box;

  constructor(measure: TextMeasurer, bounds: Box) {
    this.measure = measure;
    this.bounds = bounds;
  }

  /** The label at its first place that is within the bounds and free; null where there is none. */
  place(text: string, style: TextStyle, color: ColorRole, places: readonly LabelPlace[]): TextItem | null {
    const width = this.measure(text, style);
    for (const place of places) {
      const box = boxOf(place, width);
      if (!within(box, this.bounds) || this.taken.some((other) => overlap(box, other))) continue;
      this.taken.push(box);
      return { kind: 'text', ...place, text, style, color };
    }
    return null;
  }

  /** The space that a placed label takes up. */
  boxOf(item: TextItem): Box {
    return boxOf(item, this.measure(item.text, item.style));
  }
}

function boxOf({ x, y, anchor }: LabelPlace, width: CssPixels): Box {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - ASCENT, bottom: y + DESCENT };
}

function within(box: Box, bounds: Box): boolean {
  return box.left >= bounds.left && box.right <= bounds.right && box.top >= bounds.top && box.bottom <= bounds.bottom;
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right + GAP && b.left < a.right + GAP && a.top < b.bottom && b.top < a.bottom;
}
