/**
 * The lanes under the curve, on its time axis: steps, dispatches, device runs, annotations.
 *
 *     steps        [   0   ][   1   ][   2   ]
 *     dispatches   [jit_scan]  [12 marks][jit_f]
 *     device time       [   jit_scan   ]
 */

import { formatCount, formatDuration, formatQuantity, formatTime } from '../model/format.ts';
import type { Lane, LaneBoxes, Lanes } from '../model/lanes.ts';
import type { CssPixels, Picoseconds } from '../model/units.ts';
import type { TimeRange } from '../model/view-state.ts';
import type { ColorRole, DisplayItem, DisplayList, TextMeasurer } from './display-list.ts';
import { timeToX } from './plot-frame.ts';
import type { PlotFrame } from './plot-frame.ts';

export interface LanesInput {
  lanes: Lanes;
  /** Of the curve above. */
  frame: PlotFrame;
  width: CssPixels;
  /** The moment that the curve's cursor marks; NaN where the picture has none. */
  cursor: Picoseconds;
  measure: TextMeasurer;
}

/** What is drawn of one mark, or of several that are too narrow; in order of drawing. */
export interface LaneHit {
  x: CssPixels;
  y: CssPixels;
  width: CssPixels;
  height: CssPixels;
  mark: LaneMark;
}

export interface LaneMark {
  lane: Lane['kind'];
  /** Empty for several marks of different names. */
  name: string;
  start: Picoseconds;
  end: Picoseconds;
  /** Marks that it stands for. */
  count: number;
}

export interface LanesLayout {
  list: DisplayList;
  hits: LaneHit[];
}

const ROW_HEIGHT = 15;
const ROW_GAP = 2;
const LANE_GAP = 6;
const PADDING = 5;
/** A mark narrower than this is drawn as wide as it can still be seen. */
const THINNEST = 1.5;
const TEXT_PADDING = 4;

const LOOKS: Record<Lane['kind'], { label: string; fill: ColorRole }> = {
  steps: { label: 'steps', fill: 'frame-runtime' },
  dispatches: { label: 'dispatches', fill: 'frame-program' },
  // Kernels run later than their dispatch, and on another clock: the lane says so in place of its plain name.
  'device runs': { label: 'device time', fill: 'frame-jax' },
  annotations: { label: 'annotations', fill: 'frame-user' },
};

/** Height that the lanes need; 0 where there are none. */
export function lanesHeight({ lanes }: Lanes): CssPixels {
  if (lanes.length === 0) return 0;
  return lanes.reduce((sum, lane) => sum + laneHeight(lane) + LANE_GAP, 2 * PADDING - LANE_GAP);
}

export function layoutLanes({ lanes, frame, width, cursor, measure }: LanesInput): LanesLayout {
  const height = lanesHeight(lanes);
  const items: DisplayItem[] = [{ kind: 'rect', x: 0, y: 0, width, height, fill: 'background' }];
  const hits: LaneHit[] = [];
  let top = PADDING;
  for (const lane of lanes.lanes) {
    const { label, fill } = LOOKS[lane.kind];
    items.push({ kind: 'text', x: frame.left - 8, y: top + 11, text: label, style: 'label', color: 'ink-secondary', anchor: 'end' });
    lane.rows.forEach((boxes, row) => {
      const y = top + row * (ROW_HEIGHT + ROW_GAP);
      for (const hit of rowHits(lane.kind, boxes, lanes.names, frame, y)) {
        hits.push(hit);
        items.push(...drawn(hit, fill, measure));
      }
    });
    top += laneHeight(lane) + LANE_GAP;
  }
  if (cursor >= frame.from && cursor <= frame.to) {
    items.push({ kind: 'rect', x: timeToX(frame, cursor) - 0.5, y: 0, width: 1, height, fill: 'accent' });
  }
  return { list: { width, height, title: lanesTitle(lanes), items }, hits };
}

/** What is drawn at a place; a pixel beside a thin mark still finds it. */
export function hitAt(hits: readonly LaneHit[], x: CssPixels, y: CssPixels): LaneMark | null {
  let nearest: LaneHit | null = null;
  let best = 2;
  for (const hit of hits) {
    if (y < hit.y || y > hit.y + hit.height) continue;
    const distance = Math.max(hit.x - x, x - (hit.x + hit.width), 0);
    if (distance < best) [nearest, best] = [hit, distance];
    if (distance === 0) break;
  }
  return nearest?.mark ?? null;
}

/** `dispatches: jit_scan, 226.567 ms, lasts 372 µs`. `end` is the end of the capture, `resolution` the time of a pixel. */
export function describeMark(mark: LaneMark, resolution: Picoseconds, end: Picoseconds): string {
  const { lane, name, start, count } = mark;
  const at = formatTime(start, resolution, end);
  const length = formatDuration(mark.end - start);
  const where = lane === 'device runs' ? 'device time' : lane;
  if (count === 1) return `${where}: ${name}, starts at ${at}, lasts ${length}`;
  const several = name === '' ? formatQuantity(count, 'mark') : `${formatCount(count)} × ${name}`;
  return `${where}: ${several} within ${length} from ${at}, too narrow to draw one by one`;
}

/** The marks of a range that last longest, those drawn one by one, longest first; and how many are left out. */
export function longestMarks(lanes: Lanes, { from, to }: TimeRange, count: number): { marks: LaneMark[]; others: number } {
  const marks: LaneMark[] = [];
  let all = 0;
  for (const { kind, rows } of lanes.lanes) {
    for (const boxes of rows) {
      for (let i = 0; i < boxes.length; i++) {
        if (boxes.end[i] < from || boxes.start[i] > to) continue;
        all += boxes.count[i];
        if (boxes.count[i] === 1) marks.push(markOf(kind, boxes, lanes.names, i));
      }
    }
  }
  marks.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const listed = marks.slice(0, count);
  return { marks: listed, others: all - listed.length };
}

function laneHeight({ rows }: Lane): CssPixels {
  return Math.max(1, rows.length) * (ROW_HEIGHT + ROW_GAP) - ROW_GAP;
}

function markOf(lane: Lane['kind'], boxes: LaneBoxes, names: readonly string[], i: number): LaneMark {
  return { lane, name: names[boxes.name[i]] ?? '', start: boxes.start[i], end: boxes.end[i], count: boxes.count[i] };
}

function rowHits(lane: Lane['kind'], boxes: LaneBoxes, names: readonly string[], frame: PlotFrame, y: CssPixels): LaneHit[] {
  const hits: LaneHit[] = [];
  for (let i = 0; i < boxes.length; i++) {
    if (boxes.end[i] < frame.from || boxes.start[i] > frame.to) continue;
    const x = Math.max(frame.left, timeToX(frame, boxes.start[i]));
    const right = Math.min(frame.right, timeToX(frame, boxes.end[i]));
    const width = Math.min(Math.max(THINNEST, right - x), Math.max(THINNEST, frame.right - x));
    hits.push({ x, y, width, height: ROW_HEIGHT, mark: markOf(lane, boxes, names, i) });
  }
  return hits;
}

function drawn({ x, y, width, height, mark }: LaneHit, fill: ColorRole, measure: TextMeasurer): DisplayItem[] {
  const isMerged = mark.count > 1;
  // A hair of background between neighbours, where there is room for one.
  const visible = width > 4 ? width - 1 : width;
  const box: DisplayItem = { kind: 'rect', x, y, width: visible, height, fill: isMerged ? 'merged' : fill };
  const room = visible - 2 * TEXT_PADDING;
  const text = isMerged ? mergedText(mark, room, measure) : clip(mark.name, room, measure);
  if (text === '') return [box];
  return [
    box,
    { kind: 'text', x: x + TEXT_PADDING, y: y + 11, text, style: 'label', color: 'ink', anchor: 'start' },
  ];
}

/** A number is never cut: as much as fits, or nothing, as in nearly all of the thousands of merged boxes of a picture. */
function mergedText({ count, name }: LaneMark, room: CssPixels, measure: TextMeasurer): string {
  if (room < measure('0', 'label')) return '';
  const texts = [
    ...(name === '' ? [] : [`${formatCount(count)} × ${name}`]),
    formatQuantity(count, 'mark'),
    formatCount(count),
  ];
  return texts.find((text) => measure(text, 'label') <= room) ?? '';
}

const ELLIPSIS = '…';

/** The longest beginning that fits; nothing where that would be less than two characters. */
function clip(text: string, room: CssPixels, measure: TextMeasurer): string {
  if (room <= 0) return '';
  if (measure(text, 'label') <= room) return text;
  let left = room - measure(ELLIPSIS, 'label');
  let kept = '';
  let letters = 0;
  for (const character of text) {
    left -= measure(character, 'label');
    if (left < 0) break;
    kept += character;
    letters++;
  }
  return letters < 2 ? '' : kept + ELLIPSIS;
}

function lanesTitle({ lanes }: Lanes): string {
  const counts = lanes.map(({ kind, total }) => `${kind}: ${formatCount(total)}`);
  return `Lanes on the time axis of the curve, marks in the whole capture: ${counts.join(', ')}.`;
}
