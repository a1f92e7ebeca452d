/**
 * Allocations as blocks: time × stacked bytes, under the exact total.
 *
 *     8 GiB   ______________
 *            |  rest        |___     the total; what no block covers beneath it is the rest
 *            |[ mlp 1 GiB    ]  |
 *            |[ attention 2 GiB ]
 *     4 GiB  |__________________|
 *            | before the capture
 *     0      20 ms          40 ms
 *
 * The total is painted first, as one area, and blocks over it: so the upper edge is the curve of the timeline to the
 * byte, and blocks too thin to draw leave a tint and no hole.
 */

import type { BlocksAnswer } from '../model/blocks.ts';
import { formatAllocator, formatBytes, formatBytesBoth, formatQuantity, formatTime } from '../model/format.ts';
import type { AllocatorSummary } from '../model/summary.ts';
import type { Bytes, CssPixels } from '../model/units.ts';
import type { TimeRange } from '../model/view-state.ts';
import { blockLabels, restLabel } from './blocks-labels.ts';
import type { BlocksFrame, BlockSpan } from './blocks-frame.ts';
import { blocksFrame, blockSpan, moveWidth, traceBlock, traceLength } from './blocks-frame.ts';
import type { Columns } from './columns.ts';
import { greatest, stackColumns } from './columns.ts';
import { decimate } from './decimate.ts';
import type { DecimationView } from './decimate.ts';
import type { ColorRole, DisplayItem, DisplayList, TextMeasurer } from './display-list.ts';
import { Labels } from './labels.ts';
import { stepArea, stepPolyline, valueToY } from './polyline.ts';
import { byteTicks } from './ticks.ts';
import { ticksAbove } from './ticks-above.ts';
import { sizeAxis, sizeAxisWidth, timeAxis } from './timeline-axes.ts';
import { bandName } from './timeline-marks.ts';

export interface BlocksInput {
  allocator: AllocatorSummary;
  range: TimeRange;
  /** Null until it is there; the total is drawn without it. */
  answer: BlocksAnswer | null;
  /** Of each block. */
  colors: readonly ColorRole[];
  startsAtZero: boolean;
  /** Where the timeline above has its plot, so that moments stand under each other; null where there is none. */
  above: { left: CssPixels; right: CssPixels } | null;
  width: CssPixels;
  height: CssPixels;
  /** Pixels of the screen to one of the layout. */
  pixelRatio: number;
  measure: TextMeasurer;
}

export interface BlocksLayout {
  list: DisplayList;
  frame: BlocksFrame;
}

const MARGIN = { top: 8, right: 16, bottom: 24 };
const REST_OPACITY = 0.3;
/** Of what lies beneath the lowest block so much is shown, against the room of the blocks. */
const SHARE_BENEATH = 0.14;
/** Thinner blocks show nothing but the tint beneath them. */
const THINNEST: CssPixels = 0.25;
/** Narrower blocks are upright lines. */
const NARROW: CssPixels = 2;
/** Nobody sees to the pixel where so thin a block moves, and there may be a thousand of them. */
const THIN: CssPixels = 1.5;
const THIN_COLUMN: CssPixels = 3;
/** From this size on there is room for an edge between neighbours of one colour. */
const EDGED: CssPixels = 5;

export function layoutBlocks(input: BlocksInput): BlocksLayout {
  const { allocator, range, answer, width, height, measure } = input;
  const top = MARGIN.top;
  const bottom = Math.max(top + 20, height - MARGIN.bottom);
  const left = input.above?.left ?? sizeAxisWidth(byteTicks(Math.max(1, allocator.peak.total), 8), measure);
  // Beside details the picture is narrower than the timeline.
  const right = Math.max(left + 20, Math.min(input.above?.right ?? width, width - MARGIN.right));
  const plot = { ...range, left, right, top, bottom };
  const { total, reserved, before } = decimateCurves(input, plot);
  const base = stackColumns(reserved, before);
  const frame = blocksFrame(plot, ...shownSizes(greatest(total), least(base), input.startsAtZero));
  const axis = sizeGrid(frame);
  const items: DisplayItem[] = [
    { kind: 'rect', x: 0, y: 0, width, height, fill: 'background' },
    ...axis.lines,
    ...areas(frame, total, reserved, base),
  ];
  const labels = new Labels(measure, { left, right, top, bottom });
  if (answer !== null) {
    items.push(...blockItems(frame, input, answer));
    items.push(
      ...blockLabels(frame, answer, labels, measure),
      ...restLabel(frame, answer, allocator.peak, labels, measure),
    );
  }
  items.push(
    ...baseNames(frame, base, reserved, labels),
    { kind: 'rect', x: 0, y: bottom, width, height: height - bottom, fill: 'background' },
    { kind: 'rect', x: left, y: bottom, width: right - left, height: 1, fill: 'line' },
    ...axis.labels,
    ...timeAxis(frame.plot, measure),
  );
  return { list: { width, height, title: titleOf(input), items }, frame };
}

/** The curves of the answer where they cover the range: they are exact where those of the whole capture are coarse. */
function decimateCurves(
  { allocator, answer, range, pixelRatio }: BlocksInput,
  { left, right }: { left: CssPixels; right: CssPixels },
): { total: Columns; reserved: Columns; before: Columns } {
  const covers = answer !== null && answer.from <= range.from && answer.to >= range.to;
  const { total, reserved, beforeCapture } = covers ? answer.curves : allocator.curves;
  const view: DecimationView = { ...range, left, width: right - left, columnWidth: 1 / pixelRatio };
  return {
    total: decimate(total, view).columns,
    reserved: decimate(reserved, view).columns,
    before: decimate(beforeCapture, view).columns,
  };
}

/**
 * From a little below the lowest block, so that what lies beneath, gigabytes from before the capture as a rule, leaves
 * the blocks their room; the timeline above shows how it compares.
 */
function shownSizes(most: Bytes, lowest: Bytes, startsAtZero: boolean): [floor: Bytes, ceiling: Bytes] {
  const room = Math.max(1, most - lowest);
  const floor = startsAtZero ? 0 : Math.max(0, lowest - room * SHARE_BENEATH);
  return [floor, floor + Math.max(1, most - floor) * 1.06];
}

function sizeGrid({ sizes, plot, floor }: BlocksFrame): { lines: DisplayItem[]; labels: DisplayItem[] } {
  const { left, right } = plot;
  const ticks = ticksAbove(floor, sizes.maximum, Math.max(2, Math.floor((plot.bottom - plot.top) / 32)));
  const items = sizeAxis(ticks, { ...sizes, left, right });
  return { lines: items.filter(({ kind }) => kind === 'rect'), labels: items.filter(({ kind }) => kind === 'text') };
}

/** From the highest down: each covers what lies under the next. */
function areas({ sizes }: BlocksFrame, total: Columns, reserved: Columns, base: Columns): DisplayItem[] {
  const { left, right } = sizes;
  const area = (columns: Columns): Float32Array => stepArea(columns, sizes, left, right);
  const items: DisplayItem[] = [{ kind: 'path', points: area(total), fill: 'in-use', opacity: REST_OPACITY }];
  if (greatest(base) > 0) items.push({ kind: 'path', points: area(base), fill: 'before-capture' });
  if (greatest(reserved) > 0) items.push({ kind: 'path', points: area(reserved), fill: 'reserved' });
  // Under the blocks: a line around what is a pixel wide would leave nothing of it.
  items.push({ kind: 'path', points: stepPolyline(total, sizes, left, right), stroke: 'in-use-line', strokeWidth: 1.5 });
  return items;
}

interface DrawnBlock {
  block: number;
  span: BlockSpan;
}

function blockItems(frame: BlocksFrame, { colors, pixelRatio }: BlocksInput, answer: BlocksAnswer): DisplayItem[] {
  const { held, length } = answer.blocks;
  const wide: DrawnBlock[] = [];
  const narrow: DrawnBlock[] = [];
  let room = 0;
  for (let block = 0; block < length; block++) {
    if (heightOf(frame, held[block]) < THINNEST) continue;
    const span = blockSpan(frame, answer, block);
    if (span === null) continue;
    const isNarrow = span.right - span.left < NARROW;
    (isNarrow ? narrow : wide).push({ block, span });
    if (!isNarrow) room += traceLength(span);
  }
  // In one column the tall would hide the short.
  narrow.sort((a, b) => held[b.block] - held[a.block]);
  // One buffer for all: thousands of small ones would keep the collector busy while a person drags.
  const points = new Float32Array(room);
  const column = moveWidth(frame.plot, pixelRatio);
  const items: DisplayItem[] = [];
  let at = 0;
  for (const { block, span } of wide) {
    const high = heightOf(frame, held[block]);
    const end = traceBlock(
      frame,
      answer,
      block,
      span,
      high < THIN ? Math.max(THIN_COLUMN, column) : column,
      points,
      at,
    );
    const isEdged = span.right - span.left >= EDGED && high >= EDGED;
    const shape = points.subarray(at, end);
    const fill = colors[block] ?? 'merged';
    items.push(
      isEdged
        ? { kind: 'path', points: shape, fill, stroke: 'background', strokeWidth: 1 }
        : { kind: 'path', points: shape, fill },
    );
    at = end;
  }
  for (const { block, span } of narrow) items.push(narrowBlock(frame, answer, block, span, colors[block] ?? 'merged'));
  return items;
}

/** As it stands when it begins: how it moves within two pixels is seen by nobody, and there may be thousands. */
function narrowBlock(
  { sizes }: BlocksFrame,
  { blocks }: BlocksAnswer,
  block: number,
  span: BlockSpan,
  fill: ColorRole,
): DisplayItem {
  const { left, right, first } = span;
  const y = valueToY(sizes, blocks.pointOffset[first] + blocks.held[block]);
  return {
    kind: 'rect',
    x: left,
    y,
    width: right - left,
    height: valueToY(sizes, blocks.pointOffset[first]) - y,
    fill,
  };
}

function heightOf({ sizes }: BlocksFrame, bytes: number): CssPixels {
  return valueToY(sizes, 0) - valueToY(sizes, bytes);
}

function baseNames(frame: BlocksFrame, base: Columns, reserved: Columns, labels: Labels): DisplayItem[] {
  const { floor, sizes } = frame;
  const visible = (low: number, high: number): [number, number] => [Math.max(low, floor), Math.max(high, floor)];
  const before = base.entry - reserved.entry;
  return [
    ...bandName(sizes, `${formatBytes(before)} from before the capture`, visible(reserved.entry, base.entry), labels),
    ...bandName(sizes, `${formatBytes(reserved.entry)} reserved`, visible(0, reserved.entry), labels),
  ];
}

function least({ entry, length, min }: Columns): number {
  let value = entry;
  for (let row = 0; row < length; row++) if (min[row] < value) value = min[row];
  return value;
}

function titleOf({ allocator, range, answer }: BlocksInput): string {
  const time = (at: number): string => formatTime(at, undefined, allocator.curves.end);
  const what = `Allocations of ${formatAllocator(allocator.allocator)} from ${time(range.from)} to ${time(range.to)}`;
  if (answer === null) return `${what}.`;
  const largest = answer.blocks.held.reduce((most, held) => Math.max(most, held), 0);
  const facts = [
    `${formatQuantity(answer.blocks.length, 'block')}, the largest ${formatBytesBoth(largest)}`,
    ...(answer.rest.count > 0 ? [restText(answer)] : []),
  ];
  return `${what}: ${facts.join('; ')}.`;
}

/** `812 smaller allocations, 14 MiB at most at once` */
export function restText({ rest }: BlocksAnswer): string {
  return `${formatQuantity(rest.count, 'smaller allocation')}, ${formatBytes(rest.atMost)} at most at once`;
}
