/**
 * One row of a lane: boxes side by side, with their names where those fit. Narrow ones that touch and have one colour
 * are one rectangle: until a range that was zoomed out of has its own boxes, tens of thousands may lie in it.
 */

import { formatCount, formatQuantity } from '../model/format.ts';
import type { LaneBoxes } from '../model/lanes.ts';
import type { CssPixels } from '../model/units.ts';
import type { ColorRole, DisplayItem, TextMeasurer } from './display-list.ts';
import { timeToX } from './plot-frame.ts';
import type { PlotFrame } from './plot-frame.ts';

export interface LaneRow {
  boxes: LaneBoxes;
  names: readonly string[];
  frame: PlotFrame;
  /** Its top. */
  y: CssPixels;
  /** Of a box that stands for one mark. */
  fill: ColorRole;
  measure: TextMeasurer;
}

export const ROW_HEIGHT: CssPixels = 15;
/** A mark narrower than this is drawn as wide as it can still be seen. */
const THINNEST: CssPixels = 1.5;
/** Marks that begin nearer to each other than this are drawn as several, whatever they are. */
const NEAREST: CssPixels = 0.5;
/** Wider boxes have a hair of background after them, and maybe a text. */
const ROOMY: CssPixels = 4;
const TEXT_PADDING: CssPixels = 4;
/** So near a pointer still finds a mark. */
const REACH: CssPixels = 2;

export function rowItems(row: LaneRow): DisplayItem[] {
  const { boxes, frame, y, fill: own } = row;
  const items: DisplayItem[] = [];
  const narrow = new NarrowBoxes((x, width, fill) => items.push({ kind: 'rect', x, y, width, height: ROW_HEIGHT, fill }));
  for (let box = 0; box < boxes.length; box++) {
    if (boxes.end[box] < frame.from || boxes.start[box] > frame.to) continue;
    const left = leftOf(boxes, box, frame);
    const right = rightOf(boxes, box, frame, left);
    const fill = boxes.count[box] > 1 ? 'merged' : own;
    if (right - left <= ROOMY) {
      narrow.add(left, right, fill);
      continue;
    }
    narrow.end();
    const width = right - left - 1;
    items.push({ kind: 'rect', x: left, y, width, height: ROW_HEIGHT, fill });
    const text = textOf(row, box, width - 2 * TEXT_PADDING);
    if (text !== '') {
      items.push({ kind: 'text', x: left + TEXT_PADDING, y: y + 11, text, style: 'label', color: 'ink', anchor: 'start' });
    }
  }
  narrow.end();
  return items;
}

/** The box that is drawn at `x` or at most two pixels beside it; -1 where there is none. */
export function boxAt(boxes: LaneBoxes, frame: PlotFrame, x: CssPixels): number {
  let nearest = -1;
  let best = REACH;
  for (let box = 0; box < boxes.length && best > 0; box++) {
    if (boxes.end[box] < frame.from || boxes.start[box] > frame.to) continue;
    const left = leftOf(boxes, box, frame);
    const distance = Math.max(left - x, x - rightOf(boxes, box, frame, left), 0);
    if (distance < best) [nearest, best] = [box, distance];
  }
  return nearest;
}

/** Draws boxes that touch and have one colour as one, and those in one place as several, whatever their colours. */
class NarrowBoxes {
  private readonly draw: (x: CssPixels, width: CssPixels, fill: ColorRole) => void;
  private left: CssPixels = 0;
  private right: CssPixels = -Infinity;
  /** Where the last of the places begins that what is not yet drawn consists of. */
  private place: CssPixels = 0;
  private fill: ColorRole = 'merged';

  constructor(draw: (x: CssPixels, width: CssPixels, fill: ColorRole) => void) {
    this.draw = draw;
  }

  add(left: CssPixels, right: CssPixels, fill: ColorRole): void {
    const touches = left <= this.right;
    const isSamePlace = touches && left - this.place < NEAREST;
    if (isSamePlace && fill !== this.fill) {
      if (this.place > this.left) this.begin(left, right);
      this.fill = 'merged';
    } else if (!touches || fill !== this.fill) {
      this.begin(left, right);
      this.fill = fill;
    }
    if (!isSamePlace) this.place = left;
    if (right > this.right) this.right = right;
  }

  private begin(left: CssPixels, right: CssPixels): void {
    this.end();
    this.left = left;
    this.right = right;
    this.place = left;
  }

  end(): void {
    if (this.right > this.left) this.draw(this.left, this.right - this.left, this.fill);
    this.right = -Infinity;
  }
}

function leftOf(boxes: LaneBoxes, box: number, frame: PlotFrame): CssPixels {
  return Math.max(frame.left, timeToX(frame, boxes.start[box]));
}

function rightOf(boxes: LaneBoxes, box: number, frame: PlotFrame, left: CssPixels): CssPixels {
  const right = Math.min(frame.right, timeToX(frame, boxes.end[box]));
  return left + Math.min(Math.max(THINNEST, right - left), Math.max(THINNEST, frame.right - left));
}

function textOf({ boxes, names, measure }: LaneRow, box: number, room: CssPixels): string {
  const name = names[boxes.name[box]] ?? '';
  const count = boxes.count[box];
  return count > 1 ? mergedText(count, name, room, measure) : clip(name, room, measure);
}

/** A number is never cut: as much as fits, or nothing, as in nearly all of the thousands of merged boxes of a picture. */
function mergedText(count: number, name: string, room: CssPixels, measure: TextMeasurer): string {
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
