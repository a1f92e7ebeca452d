/**
 * Grows a flame tree out of another one, or out of columns: equal frames under one parent become one node, sums go up
 * to the root, and the rows end in the order in which they are drawn.
 */

import { drawingOrder } from './drawing-order.ts';
import type { FlameTree } from './flame.ts';
import type { Bytes, Picoseconds } from './units.ts';

/** One node's own frame: indices into the names of the tree. */
export interface GrownFrame {
  kind: number;
  name: number;
  /** -1 where there is none. */
  file: number;
  definitionLine: number;
}

/** What a row adds to its node. */
export interface GrownAmount {
  self: Bytes;
  count: number;
  /** NaN where there is no start; -Infinity and Infinity where there is one that nobody knows. */
  oldest: Picoseconds;
  newest: Picoseconds;
}

/** Two numbers below it make one key that a Float64 holds exactly. */
const MOST_NAMES = 2 ** 26;

export class FlameGrower {
  private readonly names: string[];
  private readonly parent: number[] = [];
  private readonly frames: GrownFrame[] = [];
  private readonly self: number[] = [];
  private readonly count: number[] = [];
  private readonly oldest: number[] = [];
  private readonly newest: number[] = [];
  private readonly frameIndex = new Map<number, number>();
  private readonly byParentAndFrame = new Map<number, number>();

  /** The root is node 0. `names` may still grow. */
  constructor(names: string[], root: GrownFrame) {
    this.names = names;
    this.push(-1, root);
  }

  get length(): number {
    return this.parent.length;
  }

  /** The child with this name and file, made where it is missing. */
  child(parent: number, frame: GrownFrame): number {
    const frameKey = frame.name * MOST_NAMES + frame.file + 1;
    let index = this.frameIndex.get(frameKey);
    if (index === undefined) {
      index = this.frameIndex.size;
      this.frameIndex.set(frameKey, index);
    }
    const key = parent * MOST_NAMES + index;
    const known = this.byParentAndFrame.get(key);
    if (known === undefined) {
      const node = this.push(parent, { ...frame });
      this.byParentAndFrame.set(key, node);
      return node;
    }
    if (this.frames[known].definitionLine !== frame.definitionLine) this.frames[known].definitionLine = 0;
    return known;
  }

  add(node: number, { self, count, oldest, newest }: GrownAmount): void {
    this.addAmount(node, self, count, oldest, newest);
  }

  /** `add` without an object, for each of millions of allocations. */
  addAmount(node: number, self: Bytes, count: number, oldest: Picoseconds, newest: Picoseconds): void {
    this.self[node] += self;
    this.count[node] += count;
    this.oldest[node] = earlier(this.oldest[node], oldest);
    this.newest[node] = later(this.newest[node], newest);
  }

  finish(): FlameTree {
    const { parent, length } = this;
    const total = Float64Array.from(this.self);
    const count = Float64Array.from(this.count);
    const oldest = Float64Array.from(this.oldest);
    const newest = Float64Array.from(this.newest);
    // Nodes are made after their parents.
    for (let node = length - 1; node > 0; node--) {
      const up = parent[node];
      total[up] += total[node];
      count[up] += count[node];
      oldest[up] = earlier(oldest[up], oldest[node]);
      newest[up] = later(newest[up], newest[node]);
    }
    const text = (node: number): string => this.names[this.frames[node].name];
    // Siblings by size, then by name: the same bytes give the same picture.
    const order = drawingOrder(parent, (a, b) => total[b] - total[a] || compareTexts(text(a), text(b)));
    const row = new Int32Array(length);
    for (let index = 0; index < length; index++) row[order[index]] = index;
    return {
      length,
      parent: Int32Array.from(order, (node) => (node === 0 ? -1 : row[parent[node]])),
      kind: Uint8Array.from(order, (node) => this.frames[node].kind),
      name: Int32Array.from(order, (node) => this.frames[node].name),
      file: Int32Array.from(order, (node) => this.frames[node].file),
      definitionLine: Int32Array.from(order, (node) => this.frames[node].definitionLine),
      self: Float64Array.from(order, (node) => this.self[node]),
      total: Float64Array.from(order, (node) => total[node]),
      count: Uint32Array.from(order, (node) => count[node]),
      oldest: Float64Array.from(order, (node) => knownTime(oldest[node])),
      newest: Float64Array.from(order, (node) => knownTime(newest[node])),
      names: this.names,
    };
  }

  private push(parent: number, frame: GrownFrame): number {
    this.parent.push(parent);
    this.frames.push(frame);
    this.self.push(0);
    this.count.push(0);
    this.oldest.push(NaN);
    this.newest.push(NaN);
    return this.parent.length - 1;
  }
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** NaN is no time; `Math.min` would make it of any two of which one is none. */
function earlier(a: Picoseconds, b: Picoseconds): Picoseconds {
  return b < a || Number.isNaN(a) ? b : a;
}

function later(a: Picoseconds, b: Picoseconds): Picoseconds {
  return b > a || Number.isNaN(a) ? b : a;
}

function knownTime(time: Picoseconds): Picoseconds {
  return Number.isFinite(time) ? time : NaN;
}
