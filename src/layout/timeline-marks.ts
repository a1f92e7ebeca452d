/** What is marked and named in the timeline: the peak, capacity, what was there before, and the tints. */

import { formatBytes, formatExactBytes, formatTime } from '../model/format.ts';
import type { AllocatorSummary } from '../model/summary.ts';
import type { Bytes, CssPixels } from '../model/units.ts';
import type { TimeRange } from '../model/view-state.ts';
import type { ColorRole, DisplayItem, TextItem, TextMeasurer } from './display-list.ts';
import type { Labels } from './labels.ts';
import { timeToX } from './plot-frame.ts';
import type { PlotFrame } from './plot-frame.ts';
import { valueToY } from './polyline.ts';

const PEAK_RADIUS = 3.5;
/** A band thinner than this has no room for its name. */
const NAMED_BAND = 16;

/** The dot of the window peak with its size; an arrow where the peak lies outside the visible range. */
export function peakMark(frame: PlotFrame, { peak, curves }: AllocatorSummary, labels: Labels): DisplayItem[] {
  const size = `${formatBytes(peak.total)} (${formatExactBytes(peak.total)})`;
  if (peak.time < frame.from || peak.time > frame.to) {
    const before = peak.time < frame.from;
    const text = `peak ${size} at ${formatTime(peak.time, undefined, curves.end)}`;
    const place = before
      ? ({ x: frame.left + 4, y: frame.top - 6, anchor: 'start' } as const)
      : ({ x: frame.right - 4, y: frame.top - 6, anchor: 'end' } as const);
    const note = labels.place(before ? `← ${text}` : `${text} →`, 'strong', 'peak', [place]);
    return note === null ? [] : [note];
  }
  const x = timeToX(frame, peak.time);
  const y = valueToY(frame, peak.total);
  const dot: DisplayItem = { kind: 'circle', x, y, radius: PEAK_RADIUS, fill: 'peak' };
  const label = labels.place(`peak ${size}`, 'strong', 'peak', [
    { x: x - 8, y: y - 8, anchor: 'end' },
    { x: x + 8, y: y - 8, anchor: 'start' },
    { x: (frame.left + frame.right) / 2, y: y - 8, anchor: 'middle' },
    { x: x - 8, y: y + 18, anchor: 'end' },
    { x: x + 8, y: y + 18, anchor: 'start' },
    { x: (frame.left + frame.right) / 2, y: y + 18, anchor: 'middle' },
  ]);
  if (label === null) return [dot];
  return [backdrop(labels, label), dot, label];
}

/** What keeps a label readable over a curve. */
export function backdrop(labels: Labels, label: TextItem): DisplayItem {
  const box = labels.boxOf(label);
  return {
    kind: 'rect',
    x: box.left - 3,
    y: box.top - 1,
    width: box.right - box.left + 6,
    height: box.bottom - box.top,
    fill: 'background',
    opacity: 0.8,
    radius: 3,
  };
}

/** A dashed line where capacity is in the picture, else a note that says how far above it lies. */
export function capacityMark(frame: PlotFrame, capacity: Bytes, labels: Labels): DisplayItem[] {
  const above = capacity > frame.maximum;
  const y = above ? frame.top : valueToY(frame, capacity);
  const text = above ? `capacity ${formatBytes(capacity)}, above this picture` : `capacity ${formatBytes(capacity)}`;
  const label = labels.place(text, 'label', 'ink-secondary', [
    { x: frame.right, y: y - 6, anchor: 'end' },
    { x: frame.left + 4, y: y - 6, anchor: 'start' },
    { x: (frame.left + frame.right) / 2, y: y - 6, anchor: 'middle' },
  ]);
  const line: DisplayItem = {
    kind: 'path',
    points: Float32Array.of(frame.left, y, frame.right, y),
    stroke: 'capacity',
    strokeWidth: 1,
    dash: [4, 3],
  };
  return [...(above ? [] : [line]), ...(label === null ? [] : [label])];
}

/**
 * A dotted line at the lifetime peak, where it is not the window peak and lies in the picture. Not on devices that
 * reserve memory: the lifetime peak leaves it out, and would be read against a curve that has it.
 */
export function lifetimeMark(frame: PlotFrame, { allocator, peak }: AllocatorSummary, labels: Labels): DisplayItem[] {
  const { lifetimePeak } = allocator;
  if (lifetimePeak === null || lifetimePeak <= peak.inUse || peak.reserved > 0) return [];
  if (lifetimePeak > frame.maximum || lifetimePeak < (frame.minimum ?? 0)) return [];
  const y = valueToY(frame, lifetimePeak);
  const label = labels.place(`lifetime peak ${formatBytes(lifetimePeak)}`, 'label', 'ink-secondary', [
    { x: frame.right - 4, y: y - 5, anchor: 'end' },
    { x: frame.left + 4, y: y - 5, anchor: 'start' },
    { x: (frame.left + frame.right) / 2, y: y - 5, anchor: 'middle' },
    { x: frame.right - 4, y: y + 13, anchor: 'end' },
    { x: frame.left + 4, y: y + 13, anchor: 'start' },
  ]);
  const points = Float32Array.of(frame.left, y, frame.right, y);
  const line: DisplayItem = { kind: 'path', points, stroke: 'capacity', strokeWidth: 1, dash: [1, 3] };
  return [line, ...(label === null ? [] : [label])];
}

/** A tint's name, written in it at its left end, where it is high enough there. */
export function bandName(
  frame: PlotFrame,
  text: string,
  [low, high]: readonly [Bytes, Bytes],
  labels: Labels,
): DisplayItem[] {
  const bottom = Math.min(frame.bottom, valueToY(frame, low));
  const top = valueToY(frame, high);
  if (bottom - top < NAMED_BAND) return [];
  const place = { x: frame.left + 8, y: (top + bottom) / 2 + 4, anchor: 'start' } as const;
  const label = labels.place(text, 'label', 'ink', [place]);
  return label === null ? [] : [label];
}

const THINNEST_MARK = 3;

/** The tint of a highlighted range, with its two edges; as wide as can be seen where the range is not. */
export function markedRange(frame: PlotFrame, range: TimeRange | null, opacity: number): DisplayItem[] {
  if (range === null || range.to < frame.from || range.from > frame.to) return [];
  const middle = timeToX(frame, (range.from + range.to) / 2);
  const half = Math.max(THINNEST_MARK, timeToX(frame, range.to) - timeToX(frame, range.from)) / 2;
  const left = Math.max(frame.left, middle - half);
  const right = Math.min(frame.right, middle + half);
  const { top: y, bottom } = frame;
  const height = bottom - y;
  return [
    { kind: 'rect', x: left, y, width: right - left, height, fill: 'selection', opacity },
    { kind: 'rect', x: left, y, width: 1, height, fill: 'ink-tertiary', opacity: 0.6 },
    { kind: 'rect', x: right - 1, y, width: 1, height, fill: 'ink-tertiary', opacity: 0.6 },
  ];
}

export interface LegendEntry {
  /** null for a remark without a swatch. */
  fill: ColorRole | null;
  opacity?: number;
  /** A line in the picture, not a tint. */
  isLine?: boolean;
  /** Of the line. */
  dash?: readonly CssPixels[];
  text: string;
}

/** What each tint means, in a row above the plot. */
export function legend(frame: PlotFrame, entries: readonly LegendEntry[], measure: TextMeasurer): DisplayItem[] {
  const items: DisplayItem[] = [];
  let x = frame.left;
  for (const { fill, opacity = 1, isLine = false, dash, text } of entries) {
    // What does not fit is left out: the picture says the same in words, and a cut legend says nothing.
    const swatch = fill === null ? 0 : dash === undefined ? 15 : 27;
    const length = swatch + measure(text, 'label');
    if (x + length > frame.right) break;
    if (fill !== null && dash !== undefined) {
      // Longer than other swatches, or its dashes would not be seen.
      items.push({ kind: 'path', points: Float32Array.of(x, 10, x + 22, 10), stroke: fill, strokeWidth: 1.5, dash });
    } else if (fill !== null && isLine) items.push({ kind: 'rect', x, y: 9, width: 10, height: 1.5, fill });
    else if (fill !== null) items.push({ kind: 'rect', x, y: 5, width: 10, height: 10, fill, opacity, radius: 2 });
    const textX = x + swatch;
    items.push({ kind: 'text', x: textX, y: 14, text, style: 'label', color: 'ink-secondary', anchor: 'start' });
    x += length + 18;
  }
  return items;
}
