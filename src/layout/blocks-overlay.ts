/** What moves over the blocks: the cursor, the block under the pointer, the selected one, the ring of the focus. */

import type { BlocksAnswer } from '../model/blocks.ts';
import type { CssPixels, Picoseconds } from '../model/units.ts';
import type { TimeRange } from '../model/view-state.ts';
import type { BlocksFrame } from './blocks-frame.ts';
import { blockSpan, traceBlock, traceLength } from './blocks-frame.ts';
import type { ColorRole, DisplayItem, DisplayList } from './display-list.ts';
import { timeToX } from './plot-frame.ts';
import { brushed } from './timeline-overlay.ts';

export interface BlocksOverlayInput {
  frame: BlocksFrame;
  answer: BlocksAnswer | null;
  width: CssPixels;
  height: CssPixels;
  cursor: Picoseconds;
  /** The range being brushed. */
  brush: TimeRange | null;
  /** -1 where there is none. */
  hover: number;
  selected: number;
  /** The picture has the focus: keys act on the selected block. */
  hasFocus: boolean;
}

export function layoutBlocksOverlay(input: BlocksOverlayInput): DisplayList {
  const { frame, answer, width, height, cursor, brush, hover, selected, hasFocus } = input;
  const { plot } = frame;
  const items: DisplayItem[] = brush === null ? [] : brushed(plot, brush);
  if (cursor >= plot.from && cursor <= plot.to) {
    const x = timeToX(plot, cursor) - 0.5;
    items.push({ kind: 'rect', x, y: plot.top, width: 1, height: plot.bottom - plot.top, fill: 'accent' });
  }
  if (answer !== null) {
    if (hover >= 0 && hover !== selected) items.push(...outline(frame, answer, hover, [['ink', 1]]));
    // A light line beside a dark one stands out from any colour.
    const rings: [ColorRole, number][] = hasFocus
      ? [
          ['panel', 6],
          ['accent', 3.5],
        ]
      : [
          ['panel', 4],
          ['ink', 2],
        ];
    if (selected >= 0) items.push(...outline(frame, answer, selected, rings));
  }
  return { width, height, title: '', items };
}

function outline(
  frame: BlocksFrame,
  answer: BlocksAnswer,
  block: number,
  lines: readonly (readonly [ColorRole, CssPixels])[],
): DisplayItem[] {
  const span = blockSpan(frame, answer, block);
  if (span === null) return [];
  const points = new Float32Array(traceLength(span) + 2);
  const end = traceBlock(frame, answer, block, span, 0, points, 0);
  points[end] = points[0];
  points[end + 1] = points[1];
  const closed = points.subarray(0, end + 2);
  return lines.map(([stroke, strokeWidth]) => ({ kind: 'path', points: closed, stroke, strokeWidth }));
}
