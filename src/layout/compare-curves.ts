/**
 * Two curves on one axis, and their difference below: candidate − baseline, where both captures reach.
 *
 *     ── candidate   - - baseline                          ┌──┐ peak of the candidate
 *     8 GiB                                       ┌────────┘  └────
 *     4 GiB  - - - - - ┌ - - ┐ - - - - - - - - - - - - - - - - - -
 *     0
 *     candidate − baseline
 *     +4 GiB                                      ▄▄▄▄▄▄▄▄▄████
 *     0      ─────────────────────────────────────────────────────
 *            0         0.1 s        0.2 s
 */

import { formatBytes, formatBytesBoth } from '../model/format.ts';
import type { Bytes, CssPixels, Picoseconds } from '../model/units.ts';
import type { TimeRange } from '../model/view-state.ts';
import { ColumnBuilder, greatest, least, negated } from './columns.ts';
import type { Columns } from './columns.ts';
import type { CompareFrame, ComparedCurve, ComparedCurves } from './compare-frame.ts';
import { compareFrame, extentOf, overlapOf, plotHeights } from './compare-frame.ts';
import { decimate, decimateSteps } from './decimate.ts';
import type { DecimationView } from './decimate.ts';
import { deltaCurve } from './delta-curve.ts';
import type { DeltaSide } from './delta-curve.ts';
import { differenceSteps } from './difference-steps.ts';
import type { ColorRole, DisplayItem, DisplayList, TextMeasurer } from './display-list.ts';
import { Labels } from './labels.ts';
import type { PlotFrame } from './plot-frame.ts';
import { axisMaximum, timeToX } from './plot-frame.ts';
import { stepArea, stepPolyline, valueToY } from './polyline.ts';
import { covers, neighbour } from './readings.ts';
import { signed } from './sample-amounts.ts';
import { byteTicks } from './ticks.ts';
import type { Tick } from './ticks.ts';
import { sizeAxis, timeAxis } from './timeline-axes.ts';
import { backdrop, legend } from './timeline-marks.ts';
import { sizeTicks } from './value-ticks.ts';

export interface CompareCurvesInput extends ComparedCurves {
  /** Aligned time. */
  range: TimeRange;
  width: CssPixels;
  height: CssPixels;
  /** Pixels of the screen to one of the layout. */
  pixelRatio: number;
  measure: TextMeasurer;
}

export interface CompareCurvesLayout {
  list: DisplayList;
  frame: CompareFrame;
  /** Sides whose picture is coarser than the screen, with the range of their own time whose raw steps would mend it. */
  wanted: { baseline: TimeRange | null; candidate: TimeRange | null };
}

/** What the curve of a side looks like: dashes tell them apart where colours do not. */
export const BASELINE_DASH = [5, 3] as const;
const PEAK_RADIUS = 3.5;
const CANDIDATE_OPACITY = 0.35;
const DELTA_OPACITY = 0.85;
/** Room over and under the difference, as a share of its extent. */
const DELTA_PADDING = 0.08;

export function layoutCompareCurves(input: CompareCurvesInput): CompareCurvesLayout {
  const { baseline, candidate, range, width, height, measure } = input;
  const delta = deltaColumns(input, { ...range, left: 0, width: Math.max(20, width) });
  const [low, high] = delta === null ? [0, 0] : [Math.min(0, least(delta.columns)), Math.max(0, greatest(delta.columns))];
  const padding = Math.max((high - low) * DELTA_PADDING, 1);
  const maximum = axisMaximum(Math.max(baseline.peak.total, candidate.peak.total), null);
  const { upper, lower } = plotHeights(height);
  const ticks = byteTicks(maximum, ticksIn(upper));
  const deltaTicks = sizeTicks(low - padding, high + padding, ticksIn(lower)).map(withSign);
  const frame = compareFrame({
    range,
    width,
    height,
    maximum,
    least: low - padding,
    greatest: high + padding,
    ticks: [...ticks, ...deltaTicks],
    measure,
  });
  const [a, b] = [sideColumns(baseline, frame.curves, input), sideColumns(candidate, frame.curves, input)];
  const drawn = deltaColumns(input, { ...range, left: frame.delta.left, width: frame.delta.right - frame.delta.left });
  const labels = new Labels(measure, { left: frame.curves.left - 4, right: frame.curves.right + 4, top: 16, bottom: frame.curves.bottom });
  const isHigher = candidate.peak.total >= baseline.peak.total;
  const peaks = [
    ...peakMark(frame.curves, candidate, { side: 'candidate', color: 'in-use-line', isBelow: !isHigher }, labels),
    ...peakMark(frame.curves, baseline, { side: 'baseline', color: 'ink', isBelow: isHigher }, labels),
  ];
  const items: DisplayItem[] = [
    { kind: 'rect', x: 0, y: 0, width, height, fill: 'background' },
    ...sizeAxis(ticks, frame.curves),
    ...(b === null ? [] : candidateCurve(frame.curves, candidate, b.columns)),
    ...(a === null ? [] : baselineCurve(frame.curves, baseline, a.columns)),
    ...peaks,
    ...legend(frame.curves, LEGEND, measure),
    ...sizeAxis(deltaTicks, frame.delta),
    ...deltaName(frame.delta, drawn !== null),
    ...(drawn === null ? [] : deltaArea(frame.delta, drawn.columns, drawn.left, drawn.right)),
    zeroLine(frame.delta),
    ...timeAxis(frame.delta, measure),
  ];
  return {
    list: { width, height, title: titleOf(input), items },
    frame,
    wanted: {
      baseline: a?.needsWindow === true ? ownRange(baseline, range) : null,
      candidate: b?.needsWindow === true ? ownRange(candidate, range) : null,
    },
  };
}

const LEGEND = [
  { fill: 'in-use-line', isLine: true, text: 'candidate' },
  { fill: 'ink', isLine: true, dash: BASELINE_DASH, text: 'baseline' },
] as const;

interface Strip extends TimeRange {
  left: CssPixels;
  width: CssPixels;
}

interface CutColumns {
  columns: Columns;
  needsWindow: boolean;
}

/** The visible part of a curve; null where its capture does not reach into the range. */
function sideColumns(curve: ComparedCurve, frame: PlotFrame, { pixelRatio }: CompareCurvesInput): CutColumns | null {
  const { from, to } = extentOf(curve);
  if (to < frame.from || from > frame.to) return null;
  return cut(curve, { from: frame.from, to: frame.to, left: frame.left, width: frame.right - frame.left }, pixelRatio);
}

/** `strip` in aligned time. */
function cut(curve: ComparedCurve, { from, to, left, width }: Strip, pixelRatio: number): CutColumns {
  const view = { from: from + curve.origin, to: to + curve.origin, left, width, columnWidth: 1 / pixelRatio };
  if (covers(curve.window, view.from, view.to)) return { columns: decimateSteps(curve.window.total, view), needsWindow: false };
  return decimate(curve.curves.total, view);
}

/** candidate − baseline, cut where both are known; null where that is nowhere in the strip. */
function deltaColumns(
  input: CompareCurvesInput,
  strip: Strip,
): { columns: Columns; left: CssPixels; right: CssPixels } | null {
  const overlap = overlapOf(input);
  if (overlap === null) return null;
  const [from, to] = [Math.max(strip.from, overlap.from), Math.min(strip.to, overlap.to)];
  if (from >= to) return null;
  const scale = strip.width / (strip.to - strip.from);
  const left = strip.left + (from - strip.from) * scale;
  const width = Math.max((to - from) * scale, 1);
  const view = { from, to, left, width, columnWidth: 1 / input.pixelRatio };
  const steps = differenceSteps(input, from, to);
  const columns = steps === null ? coarseDelta(input, view) : decimateSteps(steps, view);
  return { columns, left, right: left + width };
}

/** By the greatest of each pixel: an order of events within one is not known. */
function coarseDelta({ baseline, candidate }: ComparedCurves, view: DecimationView): Columns {
  const side = ({ curves, window, origin }: ComparedCurve): DeltaSide => ({
    ...curves,
    steps: covers(window, view.from + origin, view.to + origin) ? window.total : null,
  });
  const { delta, length } = deltaCurve({
    baseline: side(baseline),
    candidate: side(candidate),
    alignment: { baseline: baseline.origin, candidate: candidate.origin },
    from: view.from,
    to: view.to,
    columns: Math.max(1, Math.round(view.width / view.columnWidth)),
  });
  const builder = new ColumnBuilder(view.left, view.width, view.columnWidth);
  for (let column = 0; column < length; column++) {
    const value = delta[column];
    if (Number.isNaN(value)) continue;
    if (column === 0) builder.columns.entry = value;
    builder.add(view.left + column * view.columnWidth, value, value, value);
  }
  return builder.columns;
}

/** From where to where in the plot a curve is known. */
function edges(frame: PlotFrame, curve: ComparedCurve): [left: CssPixels, right: CssPixels] {
  const { from, to } = extentOf(curve);
  return [Math.max(frame.left, timeToX(frame, from)), Math.min(frame.right, timeToX(frame, to))];
}

function candidateCurve(frame: PlotFrame, curve: ComparedCurve, columns: Columns): DisplayItem[] {
  const [left, right] = edges(frame, curve);
  const [area, line] = [stepArea, stepPolyline].map((draw) => draw(columns, frame, left, right));
  return [
    { kind: 'path', points: area, fill: 'in-use', opacity: CANDIDATE_OPACITY },
    { kind: 'path', points: line, stroke: 'in-use-line', strokeWidth: 1.5 },
  ];
}

function baselineCurve(frame: PlotFrame, curve: ComparedCurve, columns: Columns): DisplayItem[] {
  const [left, right] = edges(frame, curve);
  const points = stepPolyline(columns, frame, left, right);
  return [{ kind: 'path', points, stroke: 'ink', strokeWidth: 1.2, dash: BASELINE_DASH }];
}

/** What rose above 0 in one tint, what fell below it in the other. */
function deltaArea(frame: PlotFrame, columns: Columns, left: CssPixels, right: CssPixels): DisplayItem[] {
  const { top, bottom, maximum, minimum = 0 } = frame;
  const zero = valueToY(frame, 0);
  const items: DisplayItem[] = [];
  const up = { top, bottom: zero, maximum };
  if (greatest(columns) > 0) items.push(...half(columns, up, left, right, 'delta-rise', 'delta-rise-line'));
  const down = { top: bottom, bottom: zero, maximum: -minimum };
  if (least(columns) < 0) items.push(...half(negated(columns), down, left, right, 'delta-fall', 'delta-fall-line'));
  return items;
}

/** Both run along the bottom wherever the value is below it, so each half shows its own sign alone. */
function half(
  columns: Columns,
  axis: { top: CssPixels; bottom: CssPixels; maximum: Bytes },
  left: CssPixels,
  right: CssPixels,
  fill: ColorRole,
  stroke: ColorRole,
): DisplayItem[] {
  const [area, line] = [stepArea, stepPolyline].map((draw) => draw(columns, axis, left, right));
  return [
    { kind: 'path', points: area, fill, opacity: DELTA_OPACITY },
    { kind: 'path', points: line, stroke, strokeWidth: 1 },
  ];
}

function zeroLine(frame: PlotFrame): DisplayItem {
  const y = valueToY(frame, 0);
  return { kind: 'path', points: Float32Array.of(frame.left, y, frame.right, y), stroke: 'capacity', strokeWidth: 1 };
}

function deltaName({ left, top }: PlotFrame, isKnown: boolean): DisplayItem[] {
  const text = isKnown ? 'candidate − baseline' : 'no difference here: the two captures do not overlap in this range';
  return [{ kind: 'text', x: left, y: top - 8, text, style: 'label', color: 'ink-secondary', anchor: 'start' }];
}

interface PeakLook {
  side: string;
  color: ColorRole;
  /** The lower peak is named below its curve, where the higher curve does not run. */
  isBelow: boolean;
}

/** The dot of a side's peak with its size, where it is in the range. */
function peakMark(
  frame: PlotFrame,
  { peak, origin }: ComparedCurve,
  { side, color, isBelow }: PeakLook,
  labels: Labels,
): DisplayItem[] {
  const time = peak.time - origin;
  if (time < frame.from || time > frame.to) return [];
  const x = timeToX(frame, time);
  const y = valueToY(frame, peak.total);
  const middle = (frame.left + frame.right) / 2;
  const rows = isBelow ? [y + 18, y - 8] : [y - 8, y + 18];
  const label = labels.place(
    `${side}’s peak ${formatBytes(peak.total)}`,
    'strong',
    'ink',
    rows.flatMap((row) => [
      { x: x - 8, y: row, anchor: 'end' as const },
      { x: x + 8, y: row, anchor: 'start' as const },
      { x: middle, y: row, anchor: 'middle' as const },
    ]),
  );
  const dot: DisplayItem = { kind: 'circle', x, y, radius: PEAK_RADIUS, fill: color };
  return label === null ? [dot] : [backdrop(labels, label), dot, label];
}

function ticksIn(height: CssPixels): number {
  return Math.min(10, Math.max(2, Math.floor(height / 36)));
}

function withSign({ value, label }: Tick): Tick {
  return { value, label: value > 0 ? `+${label}` : label };
}

function ownRange({ origin, curves }: ComparedCurve, { from, to }: TimeRange): TimeRange {
  return { from: Math.max(curves.start, from + origin), to: Math.min(curves.end, to + origin) };
}

function titleOf({ baseline, candidate }: ComparedCurves): string {
  const change: Bytes = candidate.peak.total - baseline.peak.total;
  const peakOf = ({ peak }: ComparedCurve): string => formatBytesBoth(peak.total);
  return (
    `Two curves on one axis. Baseline’s peak ${peakOf(baseline)}; candidate’s peak ${peakOf(candidate)}; ` +
    `difference ${signed(change, formatBytesBoth)}.`
  );
}

/** Aligned time of the next change of either curve after `time`, or the last before it; `time` where there is none. */
export function nextChange(
  { baseline, candidate }: ComparedCurves,
  time: Picoseconds,
  direction: 'next' | 'previous',
): Picoseconds {
  const found = [baseline, candidate]
    .map((curve) => neighbour(curve, time + curve.origin, direction) - curve.origin)
    .filter((at) => (direction === 'next' ? at > time : at < time));
  if (found.length === 0) return time;
  return direction === 'next' ? Math.min(...found) : Math.max(...found);
}
