/** What lies under the pointer in the blocks view, and which block a key leads to. */

import type { BlocksAnswer } from '../model/blocks.ts';
import type { Bytes, CssPixels, Picoseconds } from '../model/units.ts';
import type { BlocksFrame } from './blocks-frame.ts';
import { blockSpan } from './blocks-frame.ts';
import { xToTime } from './plot-frame.ts';
import { valueToY } from './polyline.ts';

/** How near the pointer finds a block that is narrower than itself. */
const REACH: CssPixels = 3;

/** -1 where there is no block. Narrow blocks first: they are drawn over the others. */
export function blockAt(frame: BlocksFrame, answer: BlocksAnswer, x: CssPixels, y: CssPixels): number {
  const { plot } = frame;
  if (x < plot.left - REACH || x > plot.right + REACH || y < plot.top || y > plot.bottom) return -1;
  const time = xToTime(plot, x);
  let found = -1;
  let nearest = Infinity;
  for (let block = 0; block < answer.blocks.length; block++) {
    const span = blockSpan(frame, answer, block);
    if (span === null) continue;
    const isNarrow = span.right - span.left < REACH;
    const away = Math.max(0, span.left - x, x - span.right);
    if (away > (isNarrow ? REACH : 0) || !coversY(frame, answer, block, isNarrow ? null : time, y)) continue;
    const distance = isNarrow ? away : REACH + 1;
    // Of several as near the later one is drawn on top.
    if (distance > nearest) continue;
    nearest = distance;
    found = block;
  }
  return found;
}

/** Whether the block is drawn at that height: at one time, or (null) at any. A thin block is found a pixel around. */
function coversY(
  { sizes }: BlocksFrame,
  answer: BlocksAnswer,
  block: number,
  time: Picoseconds | null,
  y: CssPixels,
): boolean {
  const { firstPoint, pointOffset, held } = answer.blocks;
  const first = time === null ? firstPoint[block] : pointAt(answer, block, time);
  const last = time === null ? firstPoint[block + 1] - 1 : first;
  for (let point = first; point <= last; point++) {
    const bottom = valueToY(sizes, pointOffset[point]);
    const top = valueToY(sizes, pointOffset[point] + held[block]);
    if (y <= bottom && y >= top) return true;
  }
  return false;
}

/** The point of the block that holds at a time. */
function pointAt({ blocks }: BlocksAnswer, block: number, time: Picoseconds): number {
  let low = blocks.firstPoint[block];
  let high = blocks.firstPoint[block + 1] - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (blocks.pointTime[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Bytes beneath a block at a time. */
export function offsetAt(answer: BlocksAnswer, block: number, time: Picoseconds): Bytes {
  return answer.blocks.pointOffset[pointAt(answer, block, time)];
}

/** The blocks alive at a time, from the bottom up. */
export function blocksAlive(answer: BlocksAnswer, time: Picoseconds): number[] {
  const { length, end, firstPoint, pointTime } = answer.blocks;
  const alive: number[] = [];
  for (let block = 0; block < length; block++) {
    const start = pointTime[firstPoint[block]];
    // Blocks are in order of start.
    if (start > time) break;
    const isAlive = Number.isNaN(end[block]) || end[block] > time || start === end[block];
    if (isAlive) alive.push(block);
  }
  return alive;
}

export type BlockMove = 'next' | 'previous' | 'above' | 'below' | 'first' | 'last' | 'largest';

/**
 * The block that a move leads to; -1 where there are none. `from` is -1 where none is chosen: every move then finds the
 * largest at `time`. Above and below are looked for at `time` too, or in the middle of the block's life where it is not
 * alive then; when it begins, nothing is above it yet.
 */
export function moveBlock(answer: BlocksAnswer, from: number, move: BlockMove, time: Picoseconds): number {
  const { length } = answer.blocks;
  if (length === 0) return -1;
  if (move === 'first') return 0;
  if (move === 'last') return length - 1;
  if (from < 0 || move === 'largest') return largestAt(answer, time);
  switch (move) {
    case 'next':
      return Math.min(length - 1, from + 1);
    case 'previous':
      return Math.max(0, from - 1);
    case 'above':
    case 'below': {
      const alive = blocksAlive(answer, stackTime(answer, from, time));
      const at = alive.indexOf(from);
      if (at < 0) return from;
      return alive[Math.min(alive.length - 1, Math.max(0, at + (move === 'above' ? 1 : -1)))];
    }
  }
}

/** The time at which the neighbours of a block are looked for. */
export function stackTime({ blocks, to }: BlocksAnswer, block: number, time: Picoseconds): Picoseconds {
  const start = blocks.pointTime[blocks.firstPoint[block]];
  const end = Number.isNaN(blocks.end[block]) ? to : Math.min(to, blocks.end[block]);
  return time >= start && time < end ? time : start + (end - start) / 2;
}

/** The largest at a time, or of all where none is alive then. */
function largestAt(answer: BlocksAnswer, time: Picoseconds): number {
  const { held, length } = answer.blocks;
  const alive = blocksAlive(answer, time);
  const candidates = alive.length > 0 ? alive : Array.from({ length }, (_, block) => block);
  return candidates.reduce((best, block) => (held[block] > held[best] ? block : best), candidates[0]);
}
