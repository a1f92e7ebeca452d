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
import { boxAt, ROW_HEIGHT, rowItems } from './lane-row.ts';
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

export interface LaneMark {
  lane: Lane['kind'];
  /** Empty for several marks of different names. */
  name: string;
  start: Picoseconds;
  end: Picoseconds;
  /** Marks that it stands for. */
  count: number;
}

const ROW_GAP: CssPixels = 2;
const LANE_GAP: CssPixels = 6;
const PADDING: CssPixels = 5;

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

export function layoutLanes({ lanes, frame, width, cursor, measure }: LanesInput): DisplayList {
  const height = lanesHeight(lanes);
  const items: DisplayItem[] = [{ kind: 'rect', x: 0, y: 0, width, height, fill: 'background' }];
  for (const { lane, top } of placedLanes(lanes)) {
    const { label, fill } = LOOKS[lane.kind];
    items.push({ kind: 'text', x: frame.left - 8, y: top + 11, text: label, style: 'label', color: 'ink-secondary', anchor: 'end' });
    lane.rows.forEach((boxes, row) => {
      items.push(...rowItems({ boxes, names: lanes.names, frame, y: rowTop(top, row), fill, measure }));
    });
  }
  if (cursor >= frame.from && cursor <= frame.to) {
    items.push({ kind: 'rect', x: timeToX(frame, cursor) - 0.5, y: 0, width: 1, height, fill: 'accent' });
  }
  return { width, height, title: lanesTitle(lanes), items };
}

/** What is drawn at a place; a pixel beside a thin mark still finds it. */
export function markAt(lanes: Lanes, frame: PlotFrame, x: CssPixels, y: CssPixels): LaneMark | null {
  for (const { lane, top } of placedLanes(lanes)) {
    const row = lane.rows.findIndex((_, index) => y >= rowTop(top, index) && y <= rowTop(top, index) + ROW_HEIGHT);
    if (row < 0) continue;
    const box = boxAt(lane.rows[row], frame, x);
    return box < 0 ? null : markOf(lane.kind, lane.rows[row], lanes.names, box);
  }
  return null;
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

function placedLanes({ lanes }: Lanes): { lane: Lane; top: CssPixels }[] {
  let next = PADDING;
  return lanes.map((lane) => {
    const top = next;
    next += laneHeight(lane) + LANE_GAP;
    return { lane, top };
  });
}

function rowTop(top: CssPixels, row: number): CssPixels {
  return top + row * (ROW_HEIGHT + ROW_GAP);
}

function laneHeight({ rows }: Lane): CssPixels {
  return Math.max(1, rows.length) * (ROW_HEIGHT + ROW_GAP) - ROW_GAP;
}

function markOf(lane: Lane['kind'], boxes: LaneBoxes, names: readonly string[], i: number): LaneMark {
  return { lane, name: names[boxes.name[i]] ?? '', start: boxes.start[i], end: boxes.end[i], count: boxes.count[i] };
}

function lanesTitle({ lanes }: Lanes): string {
  const counts = lanes.map(({ kind, total }) => `${kind}: ${formatCount(total)}`);
  return `Lanes on the time axis of the curve, marks in the whole capture: ${counts.join(', ')}.`;
}
