/** Where blocks lie in their picture: times as in the timeline, sizes from 0 or from below the lowest block. */

import type { BlocksAnswer } from '../model/blocks.ts';
import type { Bytes, CssPixels, Picoseconds } from '../model/units.ts';
import type { PlotFrame } from './plot-frame.ts';
import { timeToX } from './plot-frame.ts';
import { valueToY } from './polyline.ts';

export interface BlocksFrame {
  /** What is seen; times are drawn by it. */
  plot: PlotFrame;
  /** Sizes are drawn by it: its bottom is where 0 would be, which lies below the plot where that starts higher. */
  sizes: PlotFrame;
  /** The size at the plot's bottom. */
  floor: Bytes;
}

export interface BlocksPlot {
  from: Picoseconds;
  to: Picoseconds;
  left: CssPixels;
  right: CssPixels;
  top: CssPixels;
  bottom: CssPixels;
}

/** A frame that shows sizes from `floor` to `ceiling`. */
export function blocksFrame(plot: BlocksPlot, floor: Bytes, ceiling: Bytes): BlocksFrame {
  const shown = Math.max(1, ceiling - floor);
  const maximum = floor + shown;
  const below = (floor / shown) * (plot.bottom - plot.top);
  return { plot: { ...plot, maximum }, sizes: { ...plot, maximum, bottom: plot.bottom + below }, floor };
}

/** Nothing is drawn narrower: a temporary that lives for a microsecond may be the peak. */
export const NARROWEST: CssPixels = 1;

/** The visible part of a block, from left to right; null where it lies outside. */
export function blockSpan(
  { plot }: BlocksFrame,
  { blocks, to }: BlocksAnswer,
  block: number,
): { left: CssPixels; right: CssPixels } | null {
  const start = blocks.pointTime[blocks.firstPoint[block]];
  // One that is alive at the end of the capture, or of the answer's window, is drawn as far as is known.
  const end = Number.isNaN(blocks.end[block]) ? to : Math.min(blocks.end[block], to);
  if (end < plot.from || start > plot.to) return null;
  const left = Math.max(plot.left, timeToX(plot, start));
  const right = Math.min(plot.right, timeToX(plot, end));
  if (right - left >= NARROWEST) return { left, right };
  const from = Math.min(left, plot.right - NARROWEST);
  return { left: from, right: from + NARROWEST };
}

/**
 * The outline of a block: its pieces' lower edges from left to right, its upper edges back. Pieces narrower than
 * `columnWidth` are joined with the next. Written to `points` from `at` on; returns where it ends.
 */
export function traceBlock(
  frame: BlocksFrame,
  answer: BlocksAnswer,
  block: number,
  columnWidth: CssPixels,
  points: Float32Array,
  at: number,
): number {
  const span = blockSpan(frame, answer, block);
  if (span === null) return at;
  const { firstPoint, pointTime, pointOffset, held } = answer.blocks;
  const { sizes } = frame;
  const height = valueToY(sizes, 0) - valueToY(sizes, held[block]);
  const last = firstPoint[block + 1] - 1;
  let next = at;
  let x = span.left;
  for (let point = firstPoint[block]; point <= last; point++) {
    const end = point === last ? span.right : Math.min(span.right, timeToX(frame.plot, pointTime[point + 1]));
    if (point < last && end - x < columnWidth) continue;
    if (end <= x && point < last) continue;
    const y = valueToY(sizes, pointOffset[point]);
    points[next++] = x;
    points[next++] = y;
    points[next++] = end;
    points[next++] = y;
    x = end;
    if (x >= span.right) break;
  }
  // The same points backwards, one height up.
  for (let i = next - 2; i >= at; i -= 2) {
    points[next + (next - 2 - i)] = points[i];
    points[next + (next - 2 - i) + 1] = points[i + 1] - height;
  }
  return next + (next - at);
}

/** Floats that `traceBlock` writes at most for a block. */
export function traceLength({ blocks }: BlocksAnswer, block: number): number {
  return 8 * (blocks.firstPoint[block + 1] - blocks.firstPoint[block]);
}
