/** What moves over the two plots of a comparison: the moment that is read, and a range while it is brushed. */

import type { CssPixels, Picoseconds } from '../model/units.ts';
import type { TimeRange } from '../model/view-state.ts';
import type { CompareFrame, ComparedCurves } from './compare-frame.ts';
import { readBoth } from './compare-frame.ts';
import type { DisplayItem, DisplayList } from './display-list.ts';
import { timeToX } from './plot-frame.ts';
import { valueToY } from './polyline.ts';
import { brushed } from './timeline-overlay.ts';

export interface CompareOverlayInput extends ComparedCurves {
  frame: CompareFrame;
  width: CssPixels;
  height: CssPixels;
  /** Aligned time; null where nothing is read. */
  moment: Picoseconds | null;
  brush: TimeRange | null;
}

export function layoutCompareOverlay(input: CompareOverlayInput): DisplayList {
  const { frame, width, height, moment, brush } = input;
  const items: DisplayItem[] = [];
  if (brush !== null) items.push(...brushed(frame.curves, brush), ...brushed(frame.delta, brush));
  if (moment !== null && moment >= frame.curves.from && moment <= frame.curves.to) items.push(...marked(input, moment));
  return { width, height, title: '', items };
}

function marked(input: CompareOverlayInput, moment: Picoseconds): DisplayItem[] {
  const { curves, delta } = input.frame;
  const { baseline, candidate } = readBoth(input, moment);
  const x = timeToX(curves, moment);
  const items: DisplayItem[] = [
    { kind: 'rect', x: x - 0.5, y: curves.top, width: 1, height: delta.bottom - curves.top, fill: 'accent' },
  ];
  if (candidate !== null) items.push({ kind: 'circle', x, y: valueToY(curves, candidate.total), radius: 3, fill: 'in-use-line' });
  if (baseline !== null) items.push({ kind: 'circle', x, y: valueToY(curves, baseline.total), radius: 3, fill: 'ink' });
  if (baseline !== null && candidate !== null) {
    items.push({ kind: 'circle', x, y: valueToY(delta, candidate.total - baseline.total), radius: 3, fill: 'accent' });
  }
  return items;
}
