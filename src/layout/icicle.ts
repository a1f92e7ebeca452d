/**
 * The flame view as a picture: boxes → display list. Only rows on the screen are drawn. Colour tells the kind of a
 * frame, its label says it too; what a search found has an outline, what it did not find is pale.
 */

import {
  NODE_BEFORE_CAPTURE,
  NODE_CLASS,
  NODE_JAX,
  NODE_PROGRAM,
  NODE_RESERVED,
  NODE_REST,
  NODE_ROOT,
  NODE_RUNTIME,
  NODE_SIZE,
  NODE_UNKNOWN,
  NODE_USER,
} from '../model/flame.ts';
import type { CssPixels, Fraction } from '../model/units.ts';
import type { ColorRole, DisplayItem, DisplayList, RectItem, TextStyle } from './display-list.ts';
import type { FrameMatches } from './frame-search.ts';
import type { FlameIndex, FlameRow } from './flame-index.ts';
import type { BoxIndex, IcicleBoxes } from './icicle-boxes.ts';
import { matchesIn } from './icicle-walk.ts';
import type { IcicleLabels } from './icicle-labels.ts';

export const ROW_HEIGHT: CssPixels = 21;
/** Between boxes, in both directions. */
const GAP: CssPixels = 1;
const PADDING: CssPixels = 5;
const BASELINE: CssPixels = 14;
/** Boxes narrower than this would be nothing but gap or outline. */
const NARROWEST_WITH_GAP: CssPixels = 4;
const NARROWEST_WITH_LABEL: CssPixels = 24;
/** Of what a search did not find. */
const PALE: Fraction = 0.28;

export const KIND_COLORS: Record<number, ColorRole> = {
  [NODE_ROOT]: 'line',
  [NODE_USER]: 'frame-user',
  [NODE_JAX]: 'frame-jax',
  [NODE_RUNTIME]: 'frame-runtime',
  [NODE_PROGRAM]: 'frame-program',
  [NODE_SIZE]: 'in-use',
  [NODE_CLASS]: 'in-use',
  [NODE_BEFORE_CAPTURE]: 'before-capture',
  [NODE_RESERVED]: 'reserved',
  [NODE_UNKNOWN]: 'line',
  [NODE_REST]: 'merged',
};

export interface IcicleInput {
  index: FlameIndex;
  boxes: IcicleBoxes;
  labels: IcicleLabels;
  /** Null where nothing is searched. */
  matches: FrameMatches | null;
  width: CssPixels;
  height: CssPixels;
  /** How far the picture is scrolled down. */
  scroll: CssPixels;
  /** Paints boxes below the focus in place of the colour of their kind. */
  fill?: BoxFill | null;
}

/** `row` is the box's own, or the first of those that a merged box stands for. */
export type BoxFill = (place: BoxPlace, row: FlameRow, isMerged: boolean) => RectItem[];

/** Height of all rows, on the screen or not. */
export function icicleHeight({ levelStart }: IcicleBoxes): CssPixels {
  return Math.max(0, levelStart.length - 1) * ROW_HEIGHT;
}

export function layoutIcicle(input: IcicleInput): DisplayList {
  const { boxes, labels, width, height, scroll, index } = input;
  const items: DisplayItem[] = [];
  const levels = boxes.levelStart.length - 1;
  const top = Math.max(0, Math.floor(scroll / ROW_HEIGHT));
  const bottom = Math.min(levels, Math.ceil((scroll + height) / ROW_HEIGHT));
  for (let level = top; level < bottom; level++) {
    for (let box = boxes.levelStart[level]; box < boxes.levelStart[level + 1]; box++) drawBox(input, box, items);
  }
  const total = labels.amounts.exact(index.tree.total[boxes.row[boxes.focus] ?? 0] ?? 0);
  const title = boxes.length === 0 ? 'Nothing to show' : `${labels.frame(boxes.row[boxes.focus])}: ${total}`;
  return { width, height, title, items };
}

function drawBox(input: IcicleInput, box: BoxIndex, items: DisplayItem[]): void {
  const { boxes, matches, index } = input;
  const place = boxRect(boxes, box, input.scroll);
  if (place.width <= 0) return;
  const isCaller = box < boxes.focus;
  const found = matches === null ? 0 : matchesIn(index, boxes, matches, box);
  const isPale = matches !== null && found === 0;
  const isMerged = boxes.merged[box] > 0;
  const filled: RectItem[] =
    input.fill && !isCaller
      ? input.fill(place, boxes.row[box], isMerged)
      : [{ kind: 'rect', ...place, fill: isCaller ? 'line' : fillOf(input, box) }];
  for (const rect of filled) items.push(isPale ? { ...rect, opacity: PALE } : rect);
  if (found > 0 && place.width >= NARROWEST_WITH_GAP) items.push(outline(place));
  if (place.width < NARROWEST_WITH_LABEL) return;
  const style = found > 0 ? 'strong' : 'label';
  const text = labelOf(input, box, place.width - 2 * PADDING, style);
  if (text === '') return;
  const color = isPale || isCaller ? 'ink-secondary' : 'ink';
  items.push({ kind: 'text', x: place.x + PADDING, y: place.y + BASELINE, text, style, color, anchor: 'start' });
}

function fillOf({ boxes, index }: IcicleInput, box: BoxIndex): ColorRole {
  return boxes.merged[box] > 0 ? 'merged' : (KIND_COLORS[index.tree.kind[boxes.row[box]]] ?? 'line');
}

function labelOf({ boxes, labels }: IcicleInput, box: BoxIndex, room: CssPixels, style: TextStyle): string {
  const merged = boxes.merged[box];
  if (merged > 0) return labels.fitMerged(boxes.row[box], merged, boxes.bytes[box], room, style);
  return labels.fit(boxes.row[box], room, style);
}

export interface BoxPlace {
  x: CssPixels;
  y: CssPixels;
  width: CssPixels;
  height: CssPixels;
}

/**
 * Where a box is drawn: on whole pixels, so that edges of callers and callees meet, and without the gap to its
 * neighbours. A merged box that is less than a pixel takes the gap beside its largest siblings: what is there is seen.
 */
export function boxRect(boxes: IcicleBoxes, box: BoxIndex, scroll: CssPixels): BoxPlace {
  const left = Math.round(boxes.x[box]);
  const rounded = Math.round(boxes.x[box] + boxes.width[box]) - left;
  const isLost = rounded < 1 && boxes.bytes[box] > 0;
  const width = isLost ? 1 : rounded;
  return {
    x: isLost ? Math.max(0, left - 1) : left,
    y: boxes.level[box] * ROW_HEIGHT - scroll,
    width: width >= NARROWEST_WITH_GAP ? width - GAP : width,
    height: ROW_HEIGHT - GAP,
  };
}

function outline({ x, y, width, height }: BoxPlace): DisplayItem {
  return frameItem({ x: x + 0.75, y: y + 0.75, width: width - 1.5, height: height - 1.5 }, 'ink', 1.5);
}

/** The border of a rectangle. */
export function frameItem({ x, y, width, height }: BoxPlace, stroke: ColorRole, strokeWidth: CssPixels): DisplayItem {
  const points = Float32Array.of(x, y, x + width, y, x + width, y + height, x, y + height, x, y);
  return { kind: 'path', points, stroke, strokeWidth };
}
