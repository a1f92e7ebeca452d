/**
 * The timeline of one allocator: exact steps over time, bottom up reserved, from before the capture, in use, with the
 * window peak and the capacity marked.
 *
 *     legend                                       capacity 16.49 GiB
 *     16 GiB - - - - - - - - - - - - - - - - - - - - - - - - - - - -
 *                    peak 8.27 GiB (8,881,995,814 bytes) •____
 *      8 GiB                                     ________|    |
 *            ___________________________________|             |______
 *      0     4.50 GiB alive before the capture began
 *            21 s               21.2 s               21.4 s
 */

import { formatAllocator, formatBytes, formatBytesBoth, formatTime } from '../model/format.ts';
import type { CurveWindow } from '../model/curve.ts';
import type { AllocatorSummary } from '../model/summary.ts';
import type { Bytes, CssPixels, Picoseconds } from '../model/units.ts';
import type { TimeRange } from '../model/view-state.ts';
import { greatest, least, stackColumns } from './columns.ts';
import type { Columns } from './columns.ts';
import { decimate, decimateSteps } from './decimate.ts';
import type { DecimationView } from './decimate.ts';
import type { DisplayItem, DisplayList, TextMeasurer } from './display-list.ts';
import { Labels } from './labels.ts';
import { axisMaximum } from './plot-frame.ts';
import type { PlotFrame } from './plot-frame.ts';
import { stepArea, stepPolyline } from './polyline.ts';
import { covers } from './readings.ts';
import { straightLine } from './straight-line.ts';
import type { StraightCurve } from './straight-line.ts';
import { requestMark, requestReach } from './request-mark.ts';
import { byteTicks } from './ticks.ts';
import { sizeAxis, sizeAxisWidth, timeAxis } from './timeline-axes.ts';
import { bandName, capacityMark, legend, lifetimeMark, markedRange, peakMark } from './timeline-marks.ts';
import type { LegendEntry } from './timeline-marks.ts';

export interface TimelineInput {
  allocator: AllocatorSummary;
  /** What the curve counts, where it is not what is in use. */
  name?: string;
  range: TimeRange;
  /** Highlighted: the range of a finding. */
  marked?: TimeRange | null;
  /** The size axis reaches from the least to the greatest of the visible range, not from 0 to the capacity. */
  fitsSizes?: boolean;
  /** Bytes of a request that failed, by an error text beside the profile; drawn on top of the peak. */
  failedRequest?: Bytes | null;
  /** The same events as XProf draws them, over the curve. */
  xprof?: StraightCurve | null;
  /** Raw steps; drawn in place of the level of detail where they cover the range. */
  window: CurveWindow | null;
  width: CssPixels;
  height: CssPixels;
  /** Pixels of the screen to one of the layout. */
  pixelRatio: number;
  measure: TextMeasurer;
}

export interface TimelineLayout {
  list: DisplayList;
  frame: PlotFrame;
  /** The picture is coarser than the screen: the raw steps of the range should be asked for. */
  needsWindow: boolean;
}

const MARGIN = { top: 38, right: 16, bottom: 42 };
const IN_USE_OPACITY = 0.75;
const XPROF_COLOR = 'ink-secondary';
/** The range of a finding is tinted under the curve, and so lightly over it that its colours stay apart. */
const MARK_OPACITY = 0.25;

export function layoutTimeline(input: TimelineInput): TimelineLayout {
  const { allocator, range, width, height, measure } = input;
  const { maximum, minimum } = sizesOf(input);
  const top = MARGIN.top;
  const bottom = Math.max(top + 20, height - MARGIN.bottom);
  const failed = input.failedRequest ?? null;
  // Nothing lies above the capacity but its label and what failed.
  const highest = failed === null ? Math.min(maximum, allocator.allocator.capacity ?? maximum) : maximum;
  const sizes = byteTicks(highest, Math.min(10, Math.max(2, Math.floor((bottom - top) / 36))), minimum);
  const left = sizeAxisWidth(sizes, measure);
  const right = Math.max(left + 20, width - MARGIN.right);
  const frame: PlotFrame = { ...range, left, right, top, bottom, maximum, minimum };
  const { total, reserved, before, needsWindow } = decimateAll(input, frame);
  const base = stackColumns(reserved, before);

  const labels = new Labels(measure, { left: left - 4, right: right + 4, top: 16, bottom });
  const peak = peakMark(frame, allocator, labels);
  const { capacity } = allocator.allocator;
  const items: DisplayItem[] = [
    { kind: 'rect', x: 0, y: 0, width, height, fill: 'background' },
    ...markedRange(frame, input.marked ?? null, 1),
    ...sizeAxis(sizes, frame),
    ...areas(frame, total, reserved, base),
    ...markedRange(frame, input.marked ?? null, MARK_OPACITY),
    ...xprofLine(frame, input.xprof ?? null),
    ...(capacity === null ? [] : capacityMark(frame, capacity, labels)),
    ...requestMark(frame, allocator.peak, failed, labels),
    ...lifetimeMark(frame, allocator, labels),
    ...bandName(frame, beforeName(allocator, before.entry), [reserved.entry, base.entry], labels),
    ...bandName(frame, `${formatBytes(reserved.entry)} reserved`, [0, reserved.entry], labels),
    ...legend(frame, legendEntries(input, reserved, before, minimum), measure),
    ...timeAxis(frame, measure),
    ...peak,
  ];
  return { list: { width, height, title: titleOf(allocator, range, failed), items }, frame, needsWindow };
}

interface CurveColumns {
  total: Columns;
  reserved: Columns;
  before: Columns;
  needsWindow: boolean;
}

function decimateAll(input: TimelineInput, frame: PlotFrame): CurveColumns {
  const view: DecimationView = {
    from: frame.from,
    to: frame.to,
    left: frame.left,
    width: frame.right - frame.left,
    columnWidth: 1 / input.pixelRatio,
  };
  const { window } = input;
  if (covers(window, view.from, view.to)) {
    const [total, reserved, before] = [window.total, window.reserved, window.beforeCapture].map((steps) =>
      decimateSteps(steps, view),
    );
    return { total, reserved, before, needsWindow: false };
  }
  const { curves } = input.allocator;
  const total = decimate(curves.total, view);
  const reserved = decimate(curves.reserved, view);
  const before = decimate(curves.beforeCapture, view);
  return {
    total: total.columns,
    reserved: reserved.columns,
    before: before.columns,
    needsWindow: total.needsWindow || reserved.needsWindow || before.needsWindow,
  };
}

/** Painted from the highest curve down, so that each covers what lies under the next. */
function areas(frame: PlotFrame, total: Columns, reserved: Columns, base: Columns): DisplayItem[] {
  const { left, right } = frame;
  const items: DisplayItem[] = [];
  const area = (columns: Columns): Float32Array => stepArea(columns, frame, left, right);
  const line = (columns: Columns): Float32Array => stepPolyline(columns, frame, left, right);
  items.push({ kind: 'path', points: area(total), fill: 'in-use', opacity: IN_USE_OPACITY });
  if (!isZero(base)) {
    items.push({ kind: 'path', points: area(base), fill: 'before-capture' });
    items.push({ kind: 'path', points: line(base), stroke: 'capacity', strokeWidth: 1, opacity: 0.6 });
  }
  if (!isZero(reserved)) {
    items.push({ kind: 'path', points: area(reserved), fill: 'reserved' });
    items.push({ kind: 'path', points: line(reserved), stroke: 'capacity', strokeWidth: 1 });
  }
  items.push({ kind: 'path', points: line(total), stroke: 'in-use-line', strokeWidth: 1.5 });
  return items;
}

function isZero(columns: Columns): boolean {
  return columns.entry === 0 && columns.max.subarray(0, columns.length).every((value) => value === 0);
}

function legendEntries(
  { name: text = 'in use', xprof = null }: TimelineInput,
  reserved: Columns,
  before: Columns,
  minimum: Bytes,
): LegendEntry[] {
  const entries: LegendEntry[] = [{ fill: 'in-use', opacity: IN_USE_OPACITY, text }];
  if (!isZero(before)) entries.push({ fill: 'before-capture', text: 'in use since before the capture' });
  if (!isZero(reserved)) entries.push({ fill: 'reserved', text: 'reserved' });
  if (xprof !== null) entries.push({ fill: XPROF_COLOR, isLine: true, text: 'as XProf draws it' });
  if (minimum > 0) entries.push({ fill: null, text: `sizes start at ${formatBytes(minimum)}, not at 0` });
  return entries;
}

/** Room above and below the curve, as a share of what is between its extremes. */
const FIT_PADDING = 0.12;

function sizesOf(input: TimelineInput): { minimum: Bytes; maximum: Bytes } {
  const { allocator, range, width, fitsSizes = false } = input;
  const { peak, curves } = allocator;
  if (!fitsSizes) {
    const maximum = axisMaximum(peak.total, allocator.allocator.capacity);
    return { minimum: 0, maximum: requestReach(maximum, peak, input.failedRequest ?? null) };
  }
  const frame: PlotFrame = { ...range, left: 0, right: Math.max(20, width), top: 0, bottom: 1, maximum: 1 };
  const { total } = decimateAll(input, frame);
  const isPeakVisible = peak.time >= range.from && peak.time <= range.to;
  const high = Math.max(greatest(total), isPeakVisible || curves.total.steps === 0 ? peak.total : 0);
  const low = least(total);
  const padding = Math.max((high - low) * FIT_PADDING, 1);
  return { minimum: Math.max(0, Math.floor(low - padding)), maximum: high + padding };
}

function xprofLine(frame: PlotFrame, curve: StraightCurve | null): DisplayItem[] {
  const points = curve === null ? null : straightLine(curve, frame);
  return points === null ? [] : [{ kind: 'path', points, stroke: XPROF_COLOR, strokeWidth: 1.2 }];
}

function beforeName({ inUseBefore }: AllocatorSummary, still: number): string {
  return still === inUseBefore
    ? `${formatBytes(inUseBefore)} alive before the capture began`
    : `${formatBytes(still)} of the ${formatBytes(inUseBefore)} from before the capture`;
}

function titleOf(
  { allocator, peak, inUseBefore, curves }: AllocatorSummary,
  range: TimeRange,
  failed: Bytes | null,
): string {
  const at = (time: Picoseconds): string => formatTime(time, undefined, curves.end);
  const facts = [
    `Memory of ${formatAllocator(allocator)} from ${at(range.from)} to ${at(range.to)}`,
    `window peak ${formatBytesBoth(peak.total)} at ${at(peak.time)}`,
    ...(allocator.capacity === null ? [] : [`capacity ${formatBytesBoth(allocator.capacity)}`]),
    ...(failed === null ? [] : [`a request of ${formatBytesBoth(failed)} failed`]),
    `${formatBytesBoth(inUseBefore)} in use before the capture`,
  ];
  return `${facts.join('; ')}.`;
}
