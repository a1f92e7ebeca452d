/**
 * Where the boxes of a flame tree lie: the root on top, width by bytes. It does not know of scrolling, colours or
 * texts, so it is made anew only for another tree, focus or width.
 *
 *     | alive at 21.738 s                                  |   level 0
 *     | model.py: __call__            | before the capture |   level 1
 *     | layers.py: mlp      | ... |812|                         level 2: siblings by size, the rest merged, then
 *                                                               what the caller itself holds, as empty space
 *
 * Siblings come by size, so that those too narrow to draw are the last ones: one box stands for them all.
 */

import type { Bytes, CssPixels } from '../model/units.ts';
import type { FlameIndex, FlameRow } from './flame-index.ts';

/** Index into the columns of `IcicleBoxes`. */
export type BoxIndex = number;

/** Narrower boxes are merged. */
export const NARROWEST: CssPixels = 2;

/** Level by level, each from left to right. */
export interface IcicleBoxes {
  length: number;
  x: Float64Array;
  width: Float64Array;
  level: Int32Array;
  /** Of a merged box: the first of its rows. The others follow it as siblings. */
  row: Int32Array; // FlameRow
  /** How many siblings a box stands for, with all beneath them; 0 for a box of one node. */
  merged: Int32Array;
  bytes: Float64Array;
  parent: Int32Array; // BoxIndex; -1 for the root
  firstChild: Int32Array; // BoxIndex; -1 where there is none
  /** The first box of each level, and `length` after the last. */
  levelStart: Int32Array;
  /** The box at full width whose bytes the widths are shares of; above it are only its callers. */
  focus: BoxIndex;
}

export function icicleBoxes(index: FlameIndex, focus: FlameRow, width: CssPixels): IcicleBoxes {
  const boxes = new BoxList();
  const { tree, end, children } = index;
  const callers: FlameRow[] = [];
  for (let row = focus; row >= 0; row = tree.parent[row]) callers.push(row);
  callers.reverse();
  for (const [level, row] of callers.entries()) {
    boxes.push({ x: 0, width, level, row, merged: 0, bytes: tree.total[row], parent: level - 1 });
  }
  const focusBox = callers.length - 1;
  const scale = tree.total[focus] > 0 ? width / tree.total[focus] : 0;
  for (let box = focusBox; box < boxes.length; box++) {
    if (boxes.merged[box] > 0) continue;
    const parent = boxes.row[box];
    const level = boxes.level[box] + 1;
    let before: Bytes = 0;
    let seen = 0;
    let row = parent + 1;
    for (; row < end[parent] && tree.total[row] * scale >= NARROWEST; row = end[row]) {
      const bytes = tree.total[row];
      const x = boxes.x[box] + before * scale;
      boxes.push({ x, width: bytes * scale, level, row, merged: 0, bytes, parent: box });
      before += bytes;
      seen++;
    }
    if (row >= end[parent]) continue;
    const bytes = tree.total[parent] - tree.self[parent] - before;
    const x = boxes.x[box] + before * scale;
    boxes.push({ x, width: bytes * scale, level, row, merged: children[parent] - seen, bytes, parent: box });
  }
  return boxes.finish(focusBox);
}

/** The box at a point; -1 where there is none. A merged edge is found from two pixels beside it. */
export function boxAt(boxes: IcicleBoxes, level: number, x: CssPixels): BoxIndex {
  if (level < 0 || level + 1 >= boxes.levelStart.length) return -1;
  let low = boxes.levelStart[level];
  let high = boxes.levelStart[level + 1] - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (boxes.x[middle] <= x) low = middle;
    else high = middle - 1;
  }
  const next = low + 1;
  if (next < boxes.levelStart[level + 1] && isThin(boxes, next) && boxes.x[next] - x <= REACH) return next;
  const right = boxes.x[low] + boxes.width[low];
  return x >= boxes.x[low] && x < (isThin(boxes, low) ? right + REACH : right) ? low : -1;
}

/** A pointer cannot hit less than this; such boxes are merged ones. */
const REACH: CssPixels = 2;

function isThin(boxes: IcicleBoxes, box: BoxIndex): boolean {
  return boxes.width[box] < REACH && boxes.bytes[box] > 0;
}

/** The box that shows a row: its own, or the merged one that it is in; -1 where it lies outside the focus. */
export function boxOfRow(boxes: IcicleBoxes, { tree, end }: FlameIndex, row: FlameRow): BoxIndex {
  const path: FlameRow[] = [];
  for (let at = row; at >= 0; at = tree.parent[at]) path.push(at);
  let box = 0;
  if (boxes.length === 0 || path.at(-1) !== boxes.row[0]) return -1;
  for (let depth = path.length - 2; depth >= 0; depth--) {
    const wanted = path[depth];
    let child = boxes.firstChild[box];
    // Within a level the children of one box lie side by side, and rows ascend.
    while (child >= 0 && child < boxes.length && boxes.parent[child] === box) {
      const isIn = boxes.merged[child] > 0 ? wanted >= boxes.row[child] : wanted === boxes.row[child];
      if (isIn) break;
      child++;
    }
    if (child < 0 || child >= boxes.length || boxes.parent[child] !== box) return -1;
    if (boxes.merged[child] > 0) return wanted < end[tree.parent[boxes.row[child]]] ? child : -1;
    box = child;
  }
  return box;
}

interface Box {
  x: CssPixels;
  width: CssPixels;
  level: number;
  row: FlameRow;
  merged: number;
  bytes: Bytes;
  parent: BoxIndex;
}

class BoxList {
  readonly x: number[] = [];
  readonly level: number[] = [];
  readonly row: number[] = [];
  readonly merged: number[] = [];
  private readonly width: number[] = [];
  private readonly bytes: number[] = [];
  private readonly parent: number[] = [];
  private readonly firstChild: number[] = [];
  private readonly levelStart: number[] = [];

  get length(): number {
    return this.x.length;
  }

  push({ x, width, level, row, merged, bytes, parent }: Box): void {
    const box = this.length;
    if (level === this.levelStart.length) this.levelStart.push(box);
    if (parent >= 0 && this.firstChild[parent] < 0) this.firstChild[parent] = box;
    this.x.push(x);
    this.width.push(width);
    this.level.push(level);
    this.row.push(row);
    this.merged.push(merged);
    this.bytes.push(bytes);
    this.parent.push(parent);
    this.firstChild.push(-1);
  }

  finish(focus: BoxIndex): IcicleBoxes {
    return {
      length: this.length,
      x: Float64Array.from(this.x),
      width: Float64Array.from(this.width),
      level: Int32Array.from(this.level),
      row: Int32Array.from(this.row),
      merged: Int32Array.from(this.merged),
      bytes: Float64Array.from(this.bytes),
      parent: Int32Array.from(this.parent),
      firstChild: Int32Array.from(this.firstChild),
      levelStart: Int32Array.from([...this.levelStart, this.length]),
      focus,
    };
  }
}
