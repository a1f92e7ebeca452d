/** Where blocks lie in their picture: times as in the timeline, sizes from 0 or from below the lowest block. */

import type { BlocksAnswer } from '../model/blocks.ts';
import type { Bytes, CssPixels, Picoseconds } from '../model/units.ts';
import type { PlotFrame } from './plot-frame.ts';
import { timeToX } from './plot-frame.ts';
import { firstAfter } from './search.ts';

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
  // On a whole pixel: on two halves its colour would be a blend.
  const from = Math.max(plot.left, Math.min(Math.round(left), Math.floor(plot.right - NARROWEST)));
  return { left: from, right: from + NARROWEST };
}

/** The points of a block that are seen: from the one that holds at the left edge, up to, without, one past the right. */
export function visiblePoints({ plot }: BlocksFrame, { blocks }: BlocksAnswer, block: number): [first: number, past: number] {
  const { firstPoint, pointTime } = blocks;
  const [low, high] = [firstPoint[block], firstPoint[block + 1]];
  const first = Math.max(low, firstAfter(pointTime, plot.from, low, high) - 1);
  return [first, Math.max(first + 1, firstAfter(pointTime, plot.to, low, high))];
}

/**
 * The outline of a block: its pieces' lower edges from left to right, its upper edges back. Pieces narrower than
 * `columnWidth` are joined with the next. Written to `points` from `at` on; returns where it ends.
 */
export function traceBlock(
  frame: BlocksFrame,
  answer: BlocksAnswer,
  block: number,
  span: { left: CssPixels; right: CssPixels },
  columnWidth: CssPixels,
  points: Float32Array,
  at: number,
): number {
  const { pointTime, pointOffset, held } = answer.blocks;
  const { plot, sizes } = frame;
  const perTime = (plot.right - plot.left) / (plot.to - plot.from);
  const perByte = (sizes.bottom - sizes.top) / sizes.maximum;
  const height = held[block] * perByte;
  const [first, past] = visiblePoints(frame, answer, block);
  let next = at;
  let x = span.left;
  for (let point = first; point < past && x < span.right; point++) {
    const isLast = point + 1 === past;
    const end = isLast ? span.right : Math.min(span.right, plot.left + (pointTime[point + 1] - plot.from) * perTime);
    if (!isLast && end - x < columnWidth) continue;
    const y = sizes.bottom - pointOffset[point] * perByte;
    points[next++] = x;
    points[next++] = y;
    points[next++] = end;
    points[next++] = y;
    x = end;
  }
  // The same points backwards, one height up.
  const length = next - at;
  for (let i = 0; i < length; i += 2) {
    points[next + i] = points[next - 2 - i];
    points[next + i + 1] = points[next - 1 - i] - height;
  }
  return next + length;
}

/** Floats that `traceBlock` writes at most for a block. */
export function traceLength(frame: BlocksFrame, answer: BlocksAnswer, block: number): number {
  const [first, past] = visiblePoints(frame, answer, block);
  return 8 * (past - first);
}
