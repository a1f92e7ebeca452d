/** A request that failed, on top of the window peak: how far it would have reached. */

import { formatBytes } from '../model/format.ts';
import type { WindowPeak } from '../model/summary.ts';
import type { Bytes } from '../model/units.ts';
import type { DisplayItem } from './display-list.ts';
import type { Labels } from './labels.ts';
import { timeToX } from './plot-frame.ts';
import type { PlotFrame } from './plot-frame.ts';
import { valueToY } from './polyline.ts';

/** A request many times the memory would press the curve to the ground; it is then said and not drawn. */
const MOST_OF_SCALE = 2;

/** The greatest size that the axis must reach so that the request is seen. */
export function requestReach(maximum: Bytes, peak: WindowPeak, request: Bytes | null): Bytes {
  if (request === null) return maximum;
  const reach = (peak.total + request) * 1.06;
  return reach > MOST_OF_SCALE * maximum ? maximum : Math.max(maximum, reach);
}

/** A line at peak + request, joined to the peak where that is in the picture, with the request's size. */
export function requestMark(frame: PlotFrame, peak: WindowPeak, request: Bytes | null, labels: Labels): DisplayItem[] {
  if (request === null) return [];
  const level = peak.total + request;
  const isAbove = level > frame.maximum;
  const y = isAbove ? frame.top : valueToY(frame, level);
  const ends = isAbove ? `${formatBytes(level)}, above this picture` : formatBytes(level);
  const items: DisplayItem[] = [];
  if (!isAbove) {
    const points = Float32Array.of(frame.left, y, frame.right, y);
    items.push({ kind: 'path', points, stroke: 'peak', strokeWidth: 1.5, dash: [6, 3] });
  }
  if (peak.time >= frame.from && peak.time <= frame.to) {
    const x = timeToX(frame, peak.time);
    const points = Float32Array.of(x, valueToY(frame, peak.total), x, y);
    items.push({ kind: 'path', points, stroke: 'peak', strokeWidth: 1.5, dash: [2, 2] });
  }
  const label = labels.place(`failed request: ${formatBytes(request)} more, ${ends}`, 'label', 'peak', [
    { x: frame.left + 4, y: y - 5, anchor: 'start' },
    { x: (frame.left + frame.right) / 2, y: y - 5, anchor: 'middle' },
    { x: frame.left + 4, y: y + 13, anchor: 'start' },
    { x: (frame.left + frame.right) / 2, y: y + 13, anchor: 'middle' },
  ]);
  if (label !== null) items.push(label);
  return items;
}
