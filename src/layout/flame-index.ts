/**
 * What everything on a flame tree needs besides the tree: where branches end, how deep a row lies, and which rows carry
 * the same frame. Made once a tree, in two passes.
 */

import type { FlameTree } from '../model/flame.ts';
import type { FrameKey } from '../model/view-state.ts';

/** Row in `FlameIndex.tree`. */
export type FlameRow = number;
/** Index into `FlameIndex.frames`: function and file, wherever they occur. */
export type FrameIndexInTree = number;

export interface FlameIndex {
  tree: FlameTree;
  /** The row after the last one beneath. The children of r: r + 1, end[r + 1], … up to end[r]. */
  end: Int32Array; // FlameRow
  /** 0 for the root. */
  level: Int32Array;
  children: Int32Array;
  frame: Int32Array; // FrameIndexInTree
  frames: { length: number; name: Int32Array; file: Int32Array };
  /** Where a text stands in the names of the tree. */
  nameIndex: Map<string, number>;
}

export function indexFlame(tree: FlameTree): FlameIndex {
  const { length, parent, name, file, names } = tree;
  const end = new Int32Array(length);
  const level = new Int32Array(length);
  const children = new Int32Array(length);
  const frame = new Int32Array(length);
  const frameName: number[] = [];
  const frameFile: number[] = [];
  const known = new Map<number, FrameIndexInTree>();
  for (let row = 0; row < length; row++) {
    end[row] = row + 1;
    if (row > 0) {
      level[row] = level[parent[row]] + 1;
      children[parent[row]]++;
    }
    const key = name[row] * (names.length + 1) + file[row] + 1;
    let index = known.get(key);
    if (index === undefined) {
      index = frameName.push(name[row]) - 1;
      frameFile.push(file[row]);
      known.set(key, index);
    }
    frame[row] = index;
  }
  for (let row = length - 1; row > 0; row--) if (end[row] > end[parent[row]]) end[parent[row]] = end[row];
  const frames = { length: frameName.length, name: Int32Array.from(frameName), file: Int32Array.from(frameFile) };
  const nameIndex = new Map(names.map((text, at) => [text, at]));
  return { tree, end, level, children, frame, frames, nameIndex };
}

export function frameKeyOf({ names, name, file }: FlameTree, row: FlameRow): FrameKey {
  return { name: names[name[row]], file: file[row] < 0 ? null : names[file[row]] };
}

export function sameFrame(a: FrameKey, b: FrameKey): boolean {
  return a.name === b.name && a.file === b.file;
}

/** The frames from below the root down to the row; empty for the root. */
export function pathOf(tree: FlameTree, row: FlameRow): FrameKey[] {
  const path: FrameKey[] = [];
  for (let at = row; at > 0; at = tree.parent[at]) path.push(frameKeyOf(tree, at));
  return path.reverse();
}

/** The row that a path leads to; -1 where the tree has no such path. */
export function rowOfPath(index: FlameIndex, path: readonly FrameKey[]): FlameRow {
  const { tree, end } = index;
  if (tree.length === 0) return -1;
  let row = 0;
  for (const key of path) {
    const frame = namesOfFrame(index, key);
    if (frame === null) return -1;
    let child = row + 1;
    while (child < end[row] && (tree.name[child] !== frame.name || tree.file[child] !== frame.file)) child = end[child];
    if (child >= end[row]) return -1;
    row = child;
  }
  return row;
}

/** A frame as indices into the names of the tree; null where the tree does not have it. */
export function namesOfFrame({ nameIndex }: FlameIndex, key: FrameKey): { name: number; file: number } | null {
  const name = nameIndex.get(key.name);
  const file = key.file === null ? -1 : nameIndex.get(key.file);
  return name === undefined || file === undefined ? null : { name, file };
}

/** True where the row is the ancestor or lies beneath it. */
export function isWithin({ end }: FlameIndex, row: FlameRow, ancestor: FlameRow): boolean {
  return row >= ancestor && row < end[ancestor];
}

/** A path without its folders. Dumps state whole paths, traces only names. */
export function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}

/** `layer_stack.py: __call__`, or the name alone where there is no file. */
export function frameText({ name, file }: FrameKey): string {
  return file === null || file === '' ? name : `${baseName(file)}: ${name}`;
}

export function rowText(tree: FlameTree, row: FlameRow): string {
  return frameText(frameKeyOf(tree, row));
}
