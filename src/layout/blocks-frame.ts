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

/** More would be seen by nobody, on the widest of screens; each costs four corners for every block that moves in it. */
const MOST_COLUMNS = 2000;

/** The width within which a block's moves are one: a pixel of the screen, more where the plot is very wide. */
export function moveWidth({ left, right }: { left: CssPixels; right: CssPixels }, pixelRatio: number): CssPixels {
  return Math.max(1 / pixelRatio, (right - left) / MOST_COLUMNS);
}

/** What is seen of a block. */
export interface BlockSpan {
  left: CssPixels;
  right: CssPixels;
  /** Its points: from the one that holds at the left edge, up to, without, the first past the right. */
  first: number;
  past: number;
}

/** Null where the block lies outside. */
export function blockSpan({ plot }: BlocksFrame, { blocks, to }: BlocksAnswer, block: number): BlockSpan | null {
  const start = blocks.pointTime[blocks.firstPoint[block]];
  // One that is alive at the end of the capture, or of the answer's window, is drawn as far as is known.
  const end = Number.isNaN(blocks.end[block]) ? to : Math.min(blocks.end[block], to);
  if (end < plot.from || start > plot.to) return null;
  const [low, high] = [blocks.firstPoint[block], blocks.firstPoint[block + 1]];
  const first = Math.max(low, firstAfter(blocks.pointTime, plot.from, low, high) - 1);
  const past = Math.max(first + 1, firstAfter(blocks.pointTime, plot.to, first, high));
  const left = Math.max(plot.left, timeToX(plot, start));
  const right = Math.min(plot.right, timeToX(plot, end));
  if (right - left >= NARROWEST) return { left, right, first, past };
  // On a whole pixel: on two halves its colour would be a blend.
  const from = Math.max(plot.left, Math.min(Math.round(left), Math.floor(plot.right - NARROWEST)));
  return { left: from, right: from + NARROWEST, first, past };
}

/**
 * The outline of a block: its pieces' lower edges from left to right, its upper edges back. Pieces narrower than
 * `columnWidth` are joined with the next. Written to `points` from `at` on; returns where it ends.
 */
export function traceBlock(
  frame: BlocksFrame,
  answer: BlocksAnswer,
  block: number,
  { left, right, first, past }: BlockSpan,
  columnWidth: CssPixels,
  points: Float32Array,
  at: number,
): number {
  const { pointTime, pointOffset, held } = answer.blocks;
  const { plot, sizes } = frame;
  const perTime = (plot.right - plot.left) / (plot.to - plot.from);
  const perByte = (sizes.bottom - sizes.top) / sizes.maximum;
  const height = held[block] * perByte;
  let next = at;
  let x = left;
  for (let point = first; point < past && x < right; point++) {
    const isLast = point + 1 === past;
    const end = isLast ? right : Math.min(right, plot.left + (pointTime[point + 1] - plot.from) * perTime);
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

/** Floats that `traceBlock` writes at most. */
export function traceLength({ first, past }: BlockSpan): number {
  return 8 * (past - first);
}
