/**
 * Grows a flame tree out of another one, or out of columns: equal frames under one parent become one node, sums go up
 * to the root, and the rows end in the order in which they are drawn.
 */

import { drawingOrder } from './drawing-order.ts';
import type { FlameTree } from './flame.ts';
import { doubled, PairTable } from './pair-table.ts';
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

const FIRST_NODES = 64;

export class FlameGrower {
  private readonly names: string[];
  /** (name, file): equal ones below one parent are one node. */
  private readonly frames = new PairTable();
  /** (parent, index in `frames`). */
  private readonly children = new PairTable();
  private readonly root: GrownFrame;
  /** By node; the root is node 0. */
  private kind = new Uint8Array(FIRST_NODES);
  private definitionLine = new Int32Array(FIRST_NODES);
  private self = new Float64Array(FIRST_NODES);
  private count = new Float64Array(FIRST_NODES);
  private oldest = new Float64Array(FIRST_NODES);
  private newest = new Float64Array(FIRST_NODES);

  /** The root is node 0. `names` may still grow. */
  constructor(names: string[], root: GrownFrame) {
    this.names = names;
    this.root = { ...root };
    this.make(0, root);
  }

  get length(): number {
    return this.children.length + 1;
  }

  /** The child with this name and file, made where it is missing. */
  child(parent: number, frame: GrownFrame): number {
    const known = this.length;
    const node = this.children.intern(parent, this.frames.intern(frame.name, frame.file)) + 1;
    if (node === known) this.make(node, frame);
    else if (this.definitionLine[node] !== frame.definitionLine) this.definitionLine[node] = 0;
    return node;
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
    const { length, self } = this;
    const parent = new Int32Array(length);
    parent[0] = -1;
    parent.set(this.children.first.subarray(0, length - 1), 1);
    const total = self.slice(0, length);
    const count = this.count.slice(0, length);
    const oldest = this.oldest.slice(0, length);
    const newest = this.newest.slice(0, length);
    // Nodes are made after their parents.
    for (let node = length - 1; node > 0; node--) {
      const up = parent[node];
      total[up] += total[node];
      count[up] += count[node];
      oldest[up] = earlier(oldest[up], oldest[node]);
      newest[up] = later(newest[up], newest[node]);
    }
    const text = (node: number): string => this.names[this.nameOf(node)];
    // Siblings by size, then by name: the same bytes give the same picture.
    const order = drawingOrder(parent, (a, b) => total[b] - total[a] || compareTexts(text(a), text(b)));
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
      names: this.names,
    };
    for (let index = 0; index < length; index++) {
      const node = order[index];
      tree.parent[index] = node === 0 ? -1 : row[parent[node]];
      tree.kind[index] = this.kind[node];
      tree.name[index] = this.nameOf(node);
      tree.file[index] = this.fileOf(node);
      tree.definitionLine[index] = this.definitionLine[node];
      tree.self[index] = self[node];
      tree.total[index] = total[node];
      tree.count[index] = count[node];
      tree.oldest[index] = knownTime(oldest[node]);
      tree.newest[index] = knownTime(newest[node]);
    }
    return tree;
  }

  private nameOf(node: number): number {
    return node === 0 ? this.root.name : this.frames.first[this.children.second[node - 1]];
  }

  private fileOf(node: number): number {
    return node === 0 ? this.root.file : this.frames.second[this.children.second[node - 1]];
  }

  private make(node: number, { kind, definitionLine }: GrownFrame): void {
    if (node === this.kind.length) {
      this.kind = doubled(this.kind);
      this.definitionLine = doubled(this.definitionLine);
      this.self = doubled(this.self);
      this.count = doubled(this.count);
      this.oldest = doubled(this.oldest);
      this.newest = doubled(this.newest);
    }
    this.kind[node] = kind;
    this.definitionLine[node] = definitionLine;
    this.oldest[node] = NaN;
    this.newest[node] = NaN;
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
