/** What moves over the flame view: the box under the pointer, the selected one, the one that has the focus. */

import type { CssPixels } from '../model/units.ts';
import type { ColorRole, DisplayItem, DisplayList } from './display-list.ts';
import type { BoxPlace } from './icicle.ts';
import { boxRect, frameItem, ROW_HEIGHT } from './icicle.ts';
import type { BoxIndex, IcicleBoxes } from './icicle-boxes.ts';

export interface IcicleOverlayInput {
  boxes: IcicleBoxes;
  width: CssPixels;
  height: CssPixels;
  scroll: CssPixels;
  /** -1 where there is none. */
  hover: BoxIndex;
  selected: BoxIndex;
  /** The box that keys act on, while the picture has the focus; else -1. */
  active: BoxIndex;
}

/** A ring must not vanish around a box of half a pixel. */
const LEAST_RING: CssPixels = 3;

export function layoutIcicleOverlay(input: IcicleOverlayInput): DisplayList {
  const { boxes, width, height, scroll, hover, selected, active } = input;
  const items: DisplayItem[] = [];
  const place = (box: BoxIndex): BoxPlace | null => {
    if (box < 0 || box >= boxes.length) return null;
    const rect = boxRect(boxes, box, scroll);
    if (rect.y + ROW_HEIGHT <= 0 || rect.y >= height) return null;
    const shown = Math.max(rect.width, LEAST_RING);
    return { ...rect, x: Math.min(rect.x, width - shown), width: shown };
  };
  const hovered = place(hover);
  if (hovered !== null) items.push(ring(hovered, 0.5, 'ink', 1));
  const chosen = place(selected);
  if (chosen !== null) items.push(ring(chosen, 1, 'ink', 2));
  const focused = place(active);
  // Two rings: one of them stands out from any box and from its neighbours.
  if (focused !== null) items.push(ring(focused, -0.5, 'panel', 1), ring(focused, 1, 'accent', 2));
  return { width, height, title: '', items };
}

function ring(box: BoxPlace, inset: CssPixels, color: ColorRole, stroke: CssPixels): DisplayItem {
  const { x, y, width, height } = box;
  const room = { width: Math.max(0, width - 2 * inset), height: Math.max(0, height - 2 * inset) };
  return frameItem({ x: x + inset, y: y + inset, ...room }, color, stroke);
}
