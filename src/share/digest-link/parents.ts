import { Unfit } from '../checked.ts';
import type { Input, Output } from './shapes.ts';

/** Deeper than any call stack that a program prints; views walk a tree level by level. */
const MOST_DEPTH = 600;

/** The rows of a tree by how far before them their parents lie. */
export function writeParents({ bytes }: Output, parent: ArrayLike<number>): void {
  for (let row = 1; row < parent.length; row++) bytes.count(row - parent[row]);
}

/** One for each row, -1 for the root, which is row 0. Throws `Unfit` where a parent does not come before its child. */
export function readParents({ bytes }: Input, length: number): number[] {
  const parent = [-1];
  const depth = new Uint16Array(length);
  while (parent.length < length) {
    const row = parent.length;
    const distance = bytes.count(row);
    if (distance === 0) throw new Unfit();
    depth[row] = depth[row - distance] + 1;
    if (depth[row] > MOST_DEPTH) throw new Unfit();
    parent.push(row - distance);
  }
  return parent;
}
