/**
 * A series of dumps as a picture: one step a dump, in order, with a dot in its middle where there is room. Nothing is
 * known between two dumps, so nothing is drawn between them but the edge of the step.
 *
 *     ■ space in each dump  ■ keep_history (evaluation.py)                 peak 1.37 GiB (1,471,026,299 bytes)
 *      1 GiB - - - - - - - - - - - - - - - - - - - - - - - - - - - - ____•____
 *                                         ____•____ ____•____ ____•____
 *            ____•____ ____•____ ____•____
 *      0     ================================================================
 *                0         1         2         3         4         5
 */

import { amountsOfType, type FlameAmounts } from '../model/amounts.ts';
import { formatCount } from '../model/format.ts';
import type { SampleTypeIndex, SeriesSummary } from '../model/snapshot.ts';
import type { CssPixels } from '../model/units.ts';
import type { DisplayItem, DisplayList, TextMeasurer } from './display-list.ts';
import { Labels } from './labels.ts';
import { bothAmounts, signed } from './sample-amounts.ts';
import type { SeriesFrame } from './series-frame.ts';
import { pointX, seriesFrame, slotWidth, valueToY } from './series-frame.ts';
import { legend } from './timeline-marks.ts';
import type { LegendEntry } from './timeline-marks.ts';
import { valueTicks } from './value-ticks.ts';

/** A call site whose part of each dump is drawn inside the total. */
export interface SeriesHighlight {
  name: string;
  /** Point by point, of the sample type that is drawn. */
  values: ArrayLike<number>;
}

/** What each dump holds, or how much more than the first one. */
export type SeriesShows = 'total' | 'change';

export interface SeriesInput {
  series: SeriesSummary;
  type: SampleTypeIndex;
  shows: SeriesShows;
  highlight: SeriesHighlight | null;
  width: CssPixels;
  height: CssPixels;
  measure: TextMeasurer;
}

export interface SeriesLayout {
  list: DisplayList;
  frame: SeriesFrame;
}

const LABEL_GAP: CssPixels = 8;
/** Between two labels of the order. */
const POINT_LABEL_SPACE: CssPixels = 16;
/** Dots that touch say nothing that the steps do not. */
const NARROWEST_WITH_DOT: CssPixels = 9;
const DOT_RADIUS: CssPixels = 2.5;
const PEAK_RADIUS: CssPixels = 3.5;
const TOTAL_OPACITY = 0.75;

export function layoutSeries(input: SeriesInput): SeriesLayout {
  const { series, type, shows, highlight, width, height, measure } = input;
  const values = drawnValues(seriesTotals(series, type), shows);
  const peak = peakOf(values);
  const sampleType = series.sampleTypes[type];
  const extent = {
    least: values.reduce((least, value) => Math.min(least, value), 0),
    greatest: Math.max(0, values[peak]),
  };
  const ticks = valueTicks(
    extent.least,
    extent.greatest,
    Math.min(8, Math.max(2, Math.floor(height / 40))),
    sampleType,
  );
  const labelWidth = Math.max(40, ...ticks.map(({ label }) => measure(label, 'label')));
  const frame = seriesFrame({
    ...extent,
    count: values.length,
    left: Math.ceil(labelWidth + 2 * LABEL_GAP),
    width,
    height,
  });
  const labels = new Labels(measure, { left: frame.left, right: frame.right + 4, top: 16, bottom: frame.bottom });
  const items: DisplayItem[] = [
    { kind: 'rect', x: 0, y: 0, width, height, fill: 'background' },
    ...ticks.flatMap(({ value, label }) => gridLine(frame, value, label)),
    ...steps(frame, values, 'in-use', 'in-use-line', TOTAL_OPACITY),
    ...(highlight === null ? [] : steps(frame, drawnValues(highlight.values, shows), 'frame-user', 'ink-secondary', 1)),
    ...dots(frame, values),
    ...legend({ ...frame, from: 0, to: 1 }, legendEntries(input), measure),
    ...pointLabels(frame, series, measure),
    ...peakMark(frame, peak, values[peak], peakText(values[peak], amountsOfType(sampleType), shows), labels),
  ];
  return { list: { width, height, title: titleOf(series, type), items }, frame };
}

/** What each dump holds of one sample type, in order. */
export function seriesTotals({ points }: SeriesSummary, type: SampleTypeIndex): number[] {
  return points.map(({ totals }) => totals[type]);
}

/** The greatest value, the earliest where several are equal. */
export function peakOf(values: readonly number[]): number {
  return values.reduce((peak, value, index) => (value > values[peak] ? index : peak), 0);
}

/** As they are, or less the first one. */
export function drawnValues(values: ArrayLike<number>, shows: SeriesShows): number[] {
  const base = shows === 'total' ? 0 : values[0];
  return Array.from(values, (value) => value - base);
}

function peakText(value: number, amounts: FlameAmounts, shows: SeriesShows): string {
  if (shows === 'total') return `peak ${bothAmounts(value, amounts)}`;
  return `peak ${signed(value, amounts.short)} (${signed(value, amounts.exact)})`;
}

/** The totals, whatever is drawn of them. */
function titleOf(series: SeriesSummary, type: SampleTypeIndex): string {
  const amounts = amountsOfType(series.sampleTypes[type]);
  const what = series.sampleTypes[type].type || 'values';
  const { points } = series;
  const totals = seriesTotals(series, type);
  const peak = peakOf(totals);
  const at = (index: number): string => `${points[index].name} with ${bothAmounts(totals[index], amounts)}`;
  const peakWords = `peak ${bothAmounts(totals[peak], amounts)} in ${points[peak].name}`;
  return `${what} in ${formatCount(points.length)} dumps, from ${at(0)} to ${at(points.length - 1)}; ${peakWords}.`;
}

function gridLine(frame: SeriesFrame, value: number, label: string): DisplayItem[] {
  const y = Math.round(valueToY(frame, value));
  return [
    {
      kind: 'rect',
      x: frame.left,
      y,
      width: frame.right - frame.left,
      height: 1,
      fill: value === 0 ? 'capacity' : 'line',
    },
    {
      kind: 'text',
      x: frame.left - LABEL_GAP,
      y: y + 4,
      text: label,
      style: 'label',
      color: 'ink-secondary',
      anchor: 'end',
    },
  ];
}

/** The area between 0 and the values, a step for each, and its edge. */
function steps(
  frame: SeriesFrame,
  values: ArrayLike<number>,
  fill: 'in-use' | 'frame-user',
  stroke: 'in-use-line' | 'ink-secondary',
  opacity: number,
): DisplayItem[] {
  const width = slotWidth(frame);
  const points = new Float32Array(4 * values.length + 4);
  for (let index = 0; index < values.length; index++) {
    const y = valueToY(frame, values[index]);
    points.set([frame.left + index * width, y, frame.left + (index + 1) * width, y], 4 * index);
  }
  const zero = valueToY(frame, 0);
  points.set([frame.right, zero, frame.left, zero], 4 * values.length);
  return [
    { kind: 'path', points, fill, opacity },
    { kind: 'path', points: points.subarray(0, 4 * values.length), stroke, strokeWidth: 1.5 },
  ];
}

function dots(frame: SeriesFrame, values: readonly number[]): DisplayItem[] {
  if (slotWidth(frame) < NARROWEST_WITH_DOT) return [];
  return values.map((value, index) => ({
    kind: 'circle',
    x: pointX(frame, index),
    y: valueToY(frame, value),
    radius: DOT_RADIUS,
    fill: 'in-use-line',
  }));
}

function legendEntries({ series, type, shows, highlight }: SeriesInput): LegendEntry[] {
  const what = series.sampleTypes[type].type || 'total';
  const entries: LegendEntry[] = [
    {
      fill: 'in-use',
      opacity: TOTAL_OPACITY,
      text: shows === 'total' ? `${what} in each dump` : `${what} since the first dump`,
    },
  ];
  if (highlight !== null) entries.push({ fill: 'frame-user', text: `of it ${highlight.name}` });
  return entries;
}

/** The number of each dump, as its name has it, else its place; as many as fit. */
function pointLabels(frame: SeriesFrame, series: SeriesSummary, measure: TextMeasurer): DisplayItem[] {
  const texts = series.points.map(({ label }, index) => (label === '' ? String(index + 1) : label));
  // A loop, because a spread of ten thousand widths is too many arguments for some engines.
  const widest = texts.reduce((most, text) => Math.max(most, measure(text, 'label')), 0);
  const every = Math.max(1, Math.ceil((widest + POINT_LABEL_SPACE) / slotWidth(frame)));
  const items: DisplayItem[] = [];
  for (let index = 0; index < texts.length; index += every) {
    const x = pointX(frame, index);
    items.push({ kind: 'rect', x: Math.round(x), y: frame.bottom, width: 1, height: 4, fill: 'capacity' });
    const half = measure(texts[index], 'label') / 2;
    const textX = Math.min(Math.max(x, half), frame.right + LABEL_GAP - half);
    items.push({
      kind: 'text',
      x: textX,
      y: frame.bottom + 17,
      text: texts[index],
      style: 'label',
      color: 'ink-secondary',
      anchor: 'middle',
    });
  }
  return items;
}

function peakMark(frame: SeriesFrame, peak: number, value: number, text: string, labels: Labels): DisplayItem[] {
  const x = pointX(frame, peak);
  const y = valueToY(frame, value);
  const dot: DisplayItem = { kind: 'circle', x, y, radius: PEAK_RADIUS, fill: 'peak' };
  const label = labels.place(text, 'strong', 'peak', [
    { x, y: y - 8, anchor: 'middle' },
    { x: frame.right, y: y - 8, anchor: 'end' },
    { x: frame.left, y: y - 8, anchor: 'start' },
  ]);
  return label === null ? [dot] : [dot, label];
}
