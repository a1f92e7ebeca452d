/** The pool map: what is known to lie at which address at a moment, in rows of equal length. */

import type { PoolMap } from '../model/blocks.ts';
import { formatBytes, formatQuantity } from '../model/format.ts';
import type { Bytes, CssPixels } from '../model/units.ts';
import type { ColorRole, DisplayItem, DisplayList, TextMeasurer } from './display-list.ts';
import { poolRows, ROW_GAP } from './pool-rows.ts';
import type { PoolRow, PoolRows } from './pool-rows.ts';
import { firstAfter } from './search.ts';
import { byteTicks } from './ticks.ts';

export interface PoolMapInput {
  map: PoolMap;
  /** Of each allocation. */
  colors: readonly ColorRole[];
  width: CssPixels;
  height: CssPixels;
  measure: TextMeasurer;
}

/** What is drawn of one allocation in one row, or of several that are too narrow to draw. */
export interface PoolBox {
  x: CssPixels;
  y: CssPixels;
  width: CssPixels;
  height: CssPixels;
  /** The first allocation of it; those that follow it are in it too. */
  allocation: number;
  count: number;
}

export interface PoolLayout {
  list: DisplayList;
  boxes: PoolBox[];
  rows: PoolRows;
  left: CssPixels;
  right: CssPixels;
}

const AXIS_HEIGHT: CssPixels = 18;
const RIGHT_MARGIN: CssPixels = 16;
const LABEL_GAP: CssPixels = 8;
const LABEL_HEIGHT: CssPixels = 13;
/** Narrower ones are drawn together where they follow closely on each other. */
const NARROWEST: CssPixels = 1;

export function layoutPoolMap(input: PoolMapInput): PoolLayout {
  const { map, colors, width, height, measure } = input;
  const { allocations } = map;
  const rows = poolRows(allocations, AXIS_HEIGHT, Math.max(1, height - AXIS_HEIGHT));
  const left = Math.ceil(Math.max(40, ...rows.rows.map(({ address }) => measure(address, 'label'))) + 2 * LABEL_GAP);
  const right = Math.max(left + 20, width - RIGHT_MARGIN);
  const boxes = rows.rows.flatMap((row) => boxesOfRow(map, rows, row, left, right));
  const items: DisplayItem[] = [
    { kind: 'rect', x: 0, y: 0, width, height, fill: 'background' },
    ...offsetAxis(rows.span, left, right),
    ...rows.rows.flatMap((row) => rowItems(map, rows, row, left, right)),
    ...rows.breaks.map(({ bytes, y, height: high }): DisplayItem => ({
      kind: 'text',
      x: left,
      y: y + high - ROW_GAP - 2,
      text: `⋯ ${formatBytes(bytes)} of addresses in which nothing is known`,
      style: 'label',
      color: 'ink-secondary',
      anchor: 'start',
    })),
    ...boxes.map((box): DisplayItem => ({
      kind: 'rect',
      x: box.x,
      y: box.y,
      width: box.width,
      height: box.height,
      fill: box.count > 1 ? 'merged' : (colors[box.allocation] ?? 'merged'),
    })),
    ...sizeLabels(map, boxes, measure),
  ];
  return { list: { width, height, title: titleOf(map), items }, boxes, rows, left, right };
}

/** The range of a row between the first and the last known address, where a gap is seen as one. */
function rowItems(
  { allocations }: PoolMap,
  rows: PoolRows,
  row: PoolRow,
  left: CssPixels,
  right: CssPixels,
): DisplayItem[] {
  const { offsets, span } = rows;
  const last = offsets.length - 1;
  const end = last < 0 ? 0 : offsets[last] + allocations.held[last];
  const from = Math.max(0, -row.offset);
  const to = Math.min(span, end - row.offset);
  const x = (bytes: Bytes): CssPixels => left + (bytes / span) * (right - left);
  const { y, height, address } = row;
  const text: DisplayItem = {
    kind: 'text',
    x: left - LABEL_GAP,
    y: y + height / 2 + 4,
    text: address,
    style: 'label',
    color: 'ink-secondary',
    anchor: 'end',
  };
  return to <= from ? [text] : [text, { kind: 'rect', x: x(from), y, width: x(to) - x(from), height, fill: 'line' }];
}

function boxesOfRow(map: PoolMap, rows: PoolRows, row: PoolRow, left: CssPixels, right: CssPixels): PoolBox[] {
  const { held, length } = map.allocations;
  const { offsets, reaches, span } = rows;
  const boxes: PoolBox[] = [];
  const { y, height } = row;
  const scale = (right - left) / span;
  let run: PoolBox | null = null;
  for (let i = firstAfter(reaches, row.offset); i < length && offsets[i] < row.offset + span; i++) {
    const from = Math.max(0, offsets[i] - row.offset);
    const to = Math.min(span, offsets[i] + held[i] - row.offset);
    if (to <= from) continue;
    const x = left + from * scale;
    const width = (to - from) * scale;
    if (width >= NARROWEST) {
      run = null;
      // An edge of half a pixel on either side keeps neighbours of one colour apart.
      const edge = width >= 4 ? 0.5 : 0;
      boxes.push({ x: x + edge, y, width: width - 2 * edge, height, allocation: i, count: 1 });
    } else if (run !== null && x - (run.x + run.width) < NARROWEST) {
      run.count++;
      run.width = Math.max(run.width, x + width - run.x);
    } else {
      run = { x, y, width: NARROWEST, height, allocation: i, count: 1 };
      boxes.push(run);
    }
  }
  return boxes;
}

/** Each allocation's size, once: in its widest box, where there is room for it. */
function sizeLabels({ allocations }: PoolMap, boxes: readonly PoolBox[], measure: TextMeasurer): DisplayItem[] {
  const widest = new Map<number, PoolBox>();
  for (const box of boxes) {
    const before = widest.get(box.allocation);
    if (box.count === 1 && (before === undefined || box.width > before.width)) widest.set(box.allocation, box);
  }
  return [...widest.values()].flatMap(({ allocation, x, y, width, height }): DisplayItem[] => {
    const text = formatBytes(allocations.held[allocation]);
    if (height < LABEL_HEIGHT || width < measure(text, 'label') + LABEL_GAP) return [];
    return [
      { kind: 'text', x: x + width / 2, y: y + height / 2 + 4, text, style: 'label', color: 'ink', anchor: 'middle' },
    ];
  });
}

function offsetAxis(span: Bytes, left: CssPixels, right: CssPixels): DisplayItem[] {
  return byteTicks(span, Math.min(8, Math.max(2, Math.floor((right - left) / 90)))).flatMap(
    ({ value, label }): DisplayItem[] => {
      const x = left + (value / span) * (right - left);
      const anchor = value === 0 ? 'start' : value === span ? 'end' : 'middle';
      return [
        {
          kind: 'rect',
          x: Math.min(right - 1, Math.round(x)),
          y: AXIS_HEIGHT - 4,
          width: 1,
          height: 3,
          fill: 'capacity',
        },
        {
          kind: 'text',
          x,
          y: AXIS_HEIGHT - 7,
          text: value === 0 ? '+0' : `+${label}`,
          style: 'label',
          color: 'ink-secondary',
          anchor,
        },
      ];
    },
  );
}

function titleOf({ allocations }: PoolMap): string {
  const held = allocations.held.reduce((sum, bytes) => sum + bytes, 0);
  const count = formatQuantity(allocations.length, 'allocation');
  return `Map of addresses: ${count} known by address, ${formatBytes(held)}.`;
}

/** The box at a place; -1 where there is none. */
export function poolBoxAt({ boxes }: PoolLayout, x: CssPixels, y: CssPixels): number {
  let found = -1;
  let nearest = Infinity;
  for (const [index, box] of boxes.entries()) {
    if (y < box.y || y > box.y + box.height) continue;
    const away = Math.max(0, box.x - x, x - (box.x + box.width));
    // A box of one pixel is found a little beside it.
    if (away > (box.width < 4 ? 2 : 0) || away >= nearest) continue;
    nearest = away;
    found = index;
  }
  return found;
}

/** The gap at a place: its two ends as bytes from the first known address; null where there is none. */
export function gapAt(
  { rows, left, right }: PoolLayout,
  { allocations }: PoolMap,
  x: CssPixels,
  y: CssPixels,
): { from: Bytes; to: Bytes } | null {
  const row = rows.rows.find((candidate) => y >= candidate.y && y <= candidate.y + candidate.height);
  if (row === undefined || x < left || x > right) return null;
  const at = row.offset + ((x - left) / (right - left)) * rows.span;
  let from = -Infinity;
  let to = Infinity;
  for (let i = 0; i < allocations.length; i++) {
    const start = rows.offsets[i];
    const end = start + allocations.held[i];
    if (start <= at && end > at) return null;
    if (end <= at && end > from) from = end;
    if (start > at && start < to) to = start;
  }
  return from === -Infinity || to === Infinity ? null : { from, to };
}

/** Outlines of everything that is drawn of an allocation: one box a row. */
export function poolOutlines(
  { boxes }: PoolLayout,
  allocation: number,
  color: ColorRole,
  stroke: CssPixels,
): DisplayItem[] {
  return boxes
    .filter((box) => allocation >= box.allocation && allocation < box.allocation + box.count)
    .map(({ x, y, width, height }) => ({
      kind: 'path',
      points: Float32Array.of(x, y, x + width, y, x + width, y + height, x, y + height, x, y, x + width, y),
      stroke: color,
      strokeWidth: stroke,
    }));
}
