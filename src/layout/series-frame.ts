/** Where the points of a series lie in its picture: each dump has a slot of the same width. */

import type { CssPixels } from '../model/units.ts';

export interface SeriesFrame {
  left: CssPixels;
  right: CssPixels;
  top: CssPixels;
  bottom: CssPixels;
  /** Values at the bottom (0 or less) and at the top of the plot. */
  minimum: number;
  maximum: number;
  /** Dumps, 1 or more. */
  count: number;
}

interface Extent {
  least: number;
  greatest: number;
  count: number;
  left: CssPixels;
  width: CssPixels;
  height: CssPixels;
}

const MARGIN = { top: 38, right: 16, bottom: 26 };

/** Room for the label of the peak is above it, and where values are negative as much below them. */
export function seriesFrame({ least, greatest, count, left, width, height }: Extent): SeriesFrame {
  const span = Math.max(greatest - least, 1);
  return {
    left,
    right: Math.max(left + 20, width - MARGIN.right),
    top: MARGIN.top,
    bottom: Math.max(MARGIN.top + 20, height - MARGIN.bottom),
    minimum: least < 0 ? least - 0.05 * span : 0,
    maximum: greatest + 0.08 * span,
    count,
  };
}

export function slotWidth({ left, right, count }: SeriesFrame): CssPixels {
  return (right - left) / count;
}

/** The middle of a dump's slot. */
export function pointX(frame: SeriesFrame, index: number): CssPixels {
  return frame.left + (index + 0.5) * slotWidth(frame);
}

/** The dump under a place; the nearest one beside the plot. */
export function pointAt(frame: SeriesFrame, x: CssPixels): number {
  const index = Math.floor((x - frame.left) / slotWidth(frame));
  return Math.min(Math.max(index, 0), frame.count - 1);
}

export function valueToY({ top, bottom, minimum, maximum }: SeriesFrame, value: number): CssPixels {
  return bottom - ((value - minimum) / (maximum - minimum)) * (bottom - top);
}
