/**
 * Grows a flame tree out of another one, or out of columns: equal frames under one parent become one node, sums go up
 * to the root, and the rows end in the order in which they are drawn.
 */

import type { FlameTree } from './flame.ts';
import { earlier, flameOfNodes, later } from './flame-of-nodes.ts';
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
    const { length } = this;
    const parent = new Int32Array(length);
    const name = new Int32Array(length);
    const file = new Int32Array(length);
    parent[0] = -1;
    name[0] = this.root.name;
    file[0] = this.root.file;
    for (let node = 1; node < length; node++) {
      const frame = this.children.second[node - 1];
      parent[node] = this.children.first[node - 1];
      name[node] = this.frames.first[frame];
      file[node] = this.frames.second[frame];
    }
    const { kind, definitionLine, self, count, oldest, newest, names } = this;
    return flameOfNodes({ length, parent, kind, name, file, definitionLine, self, count, oldest, newest, names });
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
