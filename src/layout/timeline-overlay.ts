/** What moves over the timeline: the cursor, the step under the pointer, the selected allocation, a brushed range. */

import { formatTime } from '../model/format.ts';
import type { CssPixels, Picoseconds } from '../model/units.ts';
import type { TimeRange } from '../model/view-state.ts';
import type { DisplayItem, DisplayList, TextMeasurer } from './display-list.ts';
import { timePerPixel, timeToX } from './plot-frame.ts';
import type { PlotFrame } from './plot-frame.ts';
import { valueToY } from './polyline.ts';
import type { CurveReading } from './readings.ts';

/** Kept free around the peak's dot. */
const PEAK_GAP: CssPixels = 5;
const LIFETIME_BAR: CssPixels = 3;

export interface OverlayInput {
  frame: PlotFrame;
  width: CssPixels;
  height: CssPixels;
  cursor: CurveReading;
  /** Its dot is in the picture below and stays visible. */
  peakTime: Picoseconds;
  hover: CurveReading | null;
  brush: TimeRange | null;
  /** The lifetime of the selected allocation; an end that is null lies outside of the capture. */
  selected: { start: Picoseconds | null; end: Picoseconds | null } | null;
  measure: TextMeasurer;
}

export function layoutOverlay(input: OverlayInput): DisplayList {
  const { frame, width, height, cursor, hover, brush, selected, peakTime } = input;
  const items: DisplayItem[] = [];
  if (brush !== null) items.push(...brushed(frame, brush));
  if (selected !== null) items.push(...lifetime(frame, selected.start, selected.end));
  if (hover !== null) items.push(...marked(frame, hover, peakTime, 'ink-tertiary'));
  items.push(...marked(frame, cursor, peakTime, 'accent'));
  if (cursor.time >= frame.from && cursor.time <= frame.to) items.push(...cursorTime(input));
  return { width, height, title: '', items };
}

/** A range while it is brushed. */
export function brushed(frame: PlotFrame, { from, to }: TimeRange): DisplayItem[] {
  const left = Math.max(frame.left, timeToX(frame, from));
  const right = Math.min(frame.right, timeToX(frame, to));
  const { top, bottom } = frame;
  const height = bottom - top;
  return [
    { kind: 'rect', x: left, y: top, width: right - left, height, fill: 'accent', opacity: 0.14 },
    { kind: 'rect', x: left, y: top, width: 1, height, fill: 'accent' },
    { kind: 'rect', x: right - 1, y: top, width: 1, height, fill: 'accent' },
  ];
}

/** A bar along the axis from start to end, with a line up where either is seen. */
function lifetime(frame: PlotFrame, start: Picoseconds | null, end: Picoseconds | null): DisplayItem[] {
  const { top, bottom, left, right } = frame;
  if ((end ?? Infinity) < frame.from || (start ?? -Infinity) > frame.to) return [];
  const edges = [start, end].filter((time) => time !== null && time >= frame.from && time <= frame.to);
  const from = start === null ? left : Math.max(left, timeToX(frame, start));
  const to = end === null ? right : Math.min(right, timeToX(frame, end));
  return [
    { kind: 'rect', x: from, y: bottom - LIFETIME_BAR, width: Math.max(1, to - from), height: LIFETIME_BAR, fill: 'ink' },
    ...edges.map((time): DisplayItem => {
      const x = timeToX(frame, time ?? 0);
      return { kind: 'path', points: Float32Array.of(x, top, x, bottom), stroke: 'ink', strokeWidth: 1, dash: [2, 3] };
    }),
  ];
}

/** A line through the plot at the reading's time, with a dot on the curve. */
function marked(
  frame: PlotFrame,
  { time, total }: CurveReading,
  peakTime: Picoseconds,
  fill: 'accent' | 'ink-tertiary',
): DisplayItem[] {
  if (time < frame.from || time > frame.to) return [];
  const x = timeToX(frame, time);
  const y = valueToY(frame, total);
  if (time !== peakTime) {
    return [
      { kind: 'rect', x: x - 0.5, y: frame.top, width: 1, height: frame.bottom - frame.top, fill },
      { kind: 'circle', x, y, radius: 3, fill },
    ];
  }
  return [
    { kind: 'rect', x: x - 0.5, y: frame.top, width: 1, height: Math.max(0, y - PEAK_GAP - frame.top), fill },
    { kind: 'rect', x: x - 0.5, y: y + PEAK_GAP, width: 1, height: Math.max(0, frame.bottom - y - PEAK_GAP), fill },
  ];
}

/** The cursor's time on a tag below the axis. */
function cursorTime({ frame, cursor, measure }: OverlayInput): DisplayItem[] {
  const text = formatTime(cursor.time, timePerPixel(frame), frame.to);
  const width = measure(text, 'strong') + 10;
  const x = Math.min(Math.max(timeToX(frame, cursor.time) - width / 2, frame.left - 4), frame.right + 8 - width);
  return [
    { kind: 'rect', x, y: frame.bottom + 22, width, height: 16, fill: 'accent', radius: 3 },
    { kind: 'text', x: x + 5, y: frame.bottom + 34, text, style: 'strong', color: 'background', anchor: 'start' },
  ];
}
