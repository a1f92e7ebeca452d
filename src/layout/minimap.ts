/** The whole capture as a strip, with the visible range as a window on it. */

import { formatTime } from '../model/format.ts';
import type { AllocatorSummary } from '../model/summary.ts';
import type { CssPixels } from '../model/units.ts';
import type { TimeRange } from '../model/view-state.ts';
import { layoutDeviceSparkline } from './device-sparkline.ts';
import type { DisplayItem, DisplayList } from './display-list.ts';

export interface MinimapInput {
  allocator: AllocatorSummary;
  whole: TimeRange;
  range: TimeRange;
  /** Where the strip lies: the ends of the curve above it. */
  left: CssPixels;
  right: CssPixels;
  width: CssPixels;
  height: CssPixels;
}

/** A window thinner than this could be neither seen nor taken hold of. */
const THINNEST: CssPixels = 6;

/** Left and right edge of the window. */
export function windowEdges({ whole, range, left, right }: Omit<MinimapInput, 'allocator' | 'width' | 'height'>): {
  from: CssPixels;
  to: CssPixels;
} {
  const scale = (right - left) / (whole.to - whole.from);
  const from = left + (range.from - whole.from) * scale;
  const to = left + (range.to - whole.from) * scale;
  const missing = Math.max(0, THINNEST - (to - from)) / 2;
  const start = Math.min(Math.max(left, from - missing), right - THINNEST);
  return { from: start, to: Math.max(start + THINNEST, Math.min(right, to + missing)) };
}

/** The curve, which stays the same while the window moves; it paints all of the strip. */
export function layoutMinimap(input: Omit<MinimapInput, 'range'>): DisplayList {
  const { allocator, whole, left, right, width, height } = input;
  const { curves, peak } = allocator;
  const plot = { range: whole, maximum: peak.total, width: right - left, height: height - 2, title: '' };
  const curve = layoutDeviceSparkline({ curve: curves.total, ...plot }).items.map((item) => moved(item, left, 1));
  return { width, height, title: 'The whole capture', items: [{ kind: 'rect', x: 0, y: 0, width, height, fill: 'background' }, ...curve] };
}

/** The window, and what lies outside of it pale. */
export function layoutMinimapWindow(input: Omit<MinimapInput, 'allocator'>): DisplayList {
  const { whole, range, left, right, width, height } = input;
  const { from, to } = windowEdges(input);
  const items: DisplayItem[] = [
    { kind: 'rect', x: left, y: 0, width: from - left, height, fill: 'background', opacity: 0.65 },
    { kind: 'rect', x: to, y: 0, width: right - to, height, fill: 'background', opacity: 0.65 },
    ...outline(from, to, height),
  ];
  const at = (time: number): string => formatTime(time, (whole.to - whole.from) / 1000, whole.to);
  return { width, height, title: `Visible: ${at(range.from)} to ${at(range.to)} of the whole capture`, items };
}

function outline(from: CssPixels, to: CssPixels, height: CssPixels): DisplayItem[] {
  const fill = 'accent';
  return [
    { kind: 'rect', x: from, y: 0, width: to - from, height: 1, fill },
    { kind: 'rect', x: from, y: height - 1, width: to - from, height: 1, fill },
    { kind: 'rect', x: from, y: 0, width: 2, height, fill },
    { kind: 'rect', x: to - 2, y: 0, width: 2, height, fill },
  ];
}

function moved(item: DisplayItem, x: CssPixels, y: CssPixels): DisplayItem {
  if (item.kind !== 'path') return item;
  return { ...item, points: item.points.map((value, i) => value + (i % 2 === 0 ? x : y)) };
}
