/** The last step of every flame tree: sums go up to the root, and the nodes into the order in which they are drawn. */

import { drawingOrder } from './drawing-order.ts';
import type { FlameTree } from './flame.ts';
import type { Picoseconds } from './units.ts';

/**
 * Nodes with what is their own, in columns of `length` or longer. Node 0 is the root (its parent is -1), parents come
 * before their children, and no two children of one parent have the same name and file.
 */
export interface FlameNodes {
  length: number;
  parent: Int32Array;
  kind: Uint8Array;
  name: Int32Array;
  file: Int32Array;
  definitionLine: Int32Array;
  self: Float64Array;
  count: Float64Array;
  /** NaN where there is no start; -Infinity and Infinity where there is one that nobody knows. */
  oldest: Float64Array;
  newest: Float64Array;
  names: string[];
}

/** The columns stay as they are. */
export function flameOfNodes(nodes: FlameNodes): FlameTree {
  const { length, parent, names } = nodes;
  const { total, count, oldest, newest } = sums(nodes);
  const text = (node: number): string => names[nodes.name[node]];
  // Siblings by size, then by name: the same bytes give the same picture.
  const order = drawingOrder(
    parent.subarray(0, length),
    (a, b) => total[b] - total[a] || compareTexts(text(a), text(b)),
  );
  const row = new Int32Array(length);
  for (let index = 0; index < length; index++) row[order[index]] = index;
  const tree: FlameTree = {
    length,
    parent: new Int32Array(length),
    kind: new Uint8Array(length),
    name: new Int32Array(length),
    file: new Int32Array(length),
    definitionLine: new Int32Array(length),
    self: new Float64Array(length),
    total: new Float64Array(length),
    count: new Uint32Array(length),
    oldest: new Float64Array(length),
    newest: new Float64Array(length),
    names,
  };
  for (let index = 0; index < length; index++) {
    const node = order[index];
    tree.parent[index] = node === 0 ? -1 : row[parent[node]];
    tree.kind[index] = nodes.kind[node];
    tree.name[index] = nodes.name[node];
    tree.file[index] = nodes.file[node];
    tree.definitionLine[index] = nodes.definitionLine[node];
    tree.self[index] = nodes.self[node];
    tree.total[index] = total[node];
    tree.count[index] = count[node];
    tree.oldest[index] = knownTime(oldest[node]);
    tree.newest[index] = knownTime(newest[node]);
  }
  return tree;
}

type Sums = Pick<FlameTree, 'total' | 'oldest' | 'newest'> & { count: Float64Array };

function sums({ length, parent, self, ...own }: FlameNodes): Sums {
  const total = self.slice(0, length);
  const count = own.count.slice(0, length);
  const oldest = own.oldest.slice(0, length);
  const newest = own.newest.slice(0, length);
  for (let node = length - 1; node > 0; node--) {
    const up = parent[node];
    total[up] += total[node];
    count[up] += count[node];
    oldest[up] = earlier(oldest[up], oldest[node]);
    newest[up] = later(newest[up], newest[node]);
  }
  return { total, count, oldest, newest };
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** NaN is no time; `Math.min` would make it of any two of which one is none. */
export function earlier(a: Picoseconds, b: Picoseconds): Picoseconds {
  return b < a || Number.isNaN(a) ? b : a;
}

/** As `earlier`. */
export function later(a: Picoseconds, b: Picoseconds): Picoseconds {
  return b > a || Number.isNaN(a) ? b : a;
}

function knownTime(time: Picoseconds): Picoseconds {
  return Number.isFinite(time) ? time : NaN;
}
