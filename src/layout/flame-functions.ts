/** A flame tree as a list of functions: the picture's table. */

import type { Bytes } from '../model/units.ts';
import type { FlameIndex, FlameRow, FrameIndexInTree } from './flame-index.ts';
import { frameText } from './flame-index.ts';

export interface FlameFunction {
  /** As its boxes say it. */
  text: string;
  frame: FrameIndexInTree;
  kind: number;
  /** Bytes that its own allocations hold, and with all that it called. A recursion counts once. */
  self: Bytes;
  total: Bytes;
  /** Allocations, with all that it called. */
  count: number;
  /** Where it holds most. */
  largest: FlameRow;
}

export type FunctionOrder = 'self' | 'total' | 'count' | 'name';

/** Every function beneath a row, the row included and the root left out; in no order that means anything. */
export function functionsOf({ tree, end, frame, frames }: FlameIndex, under: FlameRow): FlameFunction[] {
  const functions: FlameFunction[] = [];
  const at = new Int32Array(frames.length).fill(-1);
  /** Until which row a frame is open above: within it, the same frame adds nothing to the total. */
  const openUntil = new Int32Array(frames.length);
  for (let row = Math.max(1, under); row < end[under]; row++) {
    const index = frame[row];
    if (at[index] < 0) {
      const file = frames.file[index] < 0 ? null : tree.names[frames.file[index]];
      const text = frameText({ name: tree.names[frames.name[index]], file });
      const kind = tree.kind[row];
      at[index] = functions.push({ text, frame: index, kind, self: 0, total: 0, count: 0, largest: row }) - 1;
    }
    const found = functions[at[index]];
    found.self += tree.self[row];
    if (row < openUntil[index]) continue;
    openUntil[index] = end[row];
    found.total += tree.total[row];
    found.count += tree.count[row];
    if (tree.total[row] > tree.total[found.largest]) found.largest = row;
  }
  return functions;
}

/** The greatest first, names from A on; equal ones by name. */
export function sortFunctions(
  functions: readonly FlameFunction[],
  order: FunctionOrder,
  ascending: boolean,
): FlameFunction[] {
  const sign = ascending ? 1 : -1;
  const byName = (a: FlameFunction, b: FlameFunction): number => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);
  const compare =
    order === 'name'
      ? (a: FlameFunction, b: FlameFunction): number => sign * byName(a, b)
      : (a: FlameFunction, b: FlameFunction): number => sign * (a[order] - b[order]) || byName(a, b);
  return functions.toSorted(compare);
}

