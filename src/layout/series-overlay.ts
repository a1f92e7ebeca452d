/** What moves over the picture of a series: the dump that is shown below, and the one under the pointer. */

import type { CssPixels } from '../model/units.ts';
import type { DisplayItem, DisplayList } from './display-list.ts';
import type { SeriesFrame } from './series-frame.ts';
import { pointX, slotWidth, valueToY } from './series-frame.ts';

/** A slot narrower than this is hard to find without a line. */
const NARROWEST_SLOT: CssPixels = 3;

export interface SeriesOverlayInput {
  frame: SeriesFrame;
  values: ArrayLike<number>;
  width: CssPixels;
  height: CssPixels;
  shown: number;
  /** -1 for none. */
  hover: number;
}

export function layoutSeriesOverlay({ frame, values, width, height, shown, hover }: SeriesOverlayInput): DisplayList {
  const items: DisplayItem[] = [];
  if (hover >= 0 && hover !== shown) items.push(slot(frame, hover, 'ink-tertiary', 0.12));
  items.push(slot(frame, shown, 'accent', 0.14));
  items.push({ kind: 'circle', x: pointX(frame, shown), y: valueToY(frame, values[shown]), radius: 4, fill: 'accent' });
  return { width, height, title: '', items };
}

function slot(frame: SeriesFrame, index: number, fill: 'accent' | 'ink-tertiary', opacity: number): DisplayItem {
  const width = Math.max(slotWidth(frame), NARROWEST_SLOT);
  const { top, bottom } = frame;
  return { kind: 'rect', x: pointX(frame, index) - width / 2, y: top, width, height: bottom - top, fill, opacity };
}
