/** Grows a flame tree node by node, then puts it in the order in which it is drawn. */

import { NODE_ROOT, type FlameTree } from '../../model/flame.ts';
import type { Bytes, Picoseconds } from '../../model/units.ts';

/** Nodes above this are no longer told apart by their key; a tree that large could not be drawn either. */
const MAX_NAMES = 1 << 21;

export class FlameTreeBuilder {
  private readonly parent: number[] = [];
  private readonly kind: number[] = [];
  private readonly name: number[] = [];
  private readonly file: number[] = [];
  private readonly definitionLine: number[] = [];
  private readonly self: number[] = [];
  private readonly count: number[] = [];
  private readonly oldest: number[] = [];
  private readonly newest: number[] = [];
  private readonly byKey = new Map<number, number>();
  private readonly names: string[] = [];
  private readonly nameIndex = new Map<string, number>();
  private readonly labelIndex = new Map<string, number>();

  constructor(rootName: string) {
    this.push(-1, NODE_ROOT, rootName, null);
  }

  /**
   * The child of a node with this kind, name and file, made where it is missing. The root is node 0. Methods of one
   * name in one file are one node, which then has no line.
   */
  child(parent: number, kind: number, name: string, file: string | null, definitionLine = 0): number {
    // A label is one number for kind, name and file together, so that a node's key is one number too.
    const text = `${kind}\n${name}\n${file ?? ''}`;
    let label = this.labelIndex.get(text);
    if (label === undefined) {
      label = Math.min(this.labelIndex.size, MAX_NAMES - 1);
      this.labelIndex.set(text, label);
    }
    const key = parent * MAX_NAMES + label;
    let node = this.byKey.get(key);
    if (node === undefined) {
      node = this.push(parent, kind, name, file);
      this.definitionLine[node] = definitionLine;
      this.byKey.set(key, node);
    } else if (this.definitionLine[node] !== definitionLine) {
      this.definitionLine[node] = 0;
    }
    return node;
  }

  /** Adds an allocation, or bytes that are none (`count` 0), to a node itself. */
  add(node: number, bytes: Bytes, count: number, start: Picoseconds): void {
    this.self[node] += bytes;
    this.count[node] += count;
    this.oldest[node] = earlier(this.oldest[node], start);
    this.newest[node] = later(this.newest[node], start);
  }

  finish(): FlameTree {
    const { length } = this.parent;
    const total = Float64Array.from(this.self);
    const count = Uint32Array.from(this.count);
    const oldest = Float64Array.from(this.oldest);
    const newest = Float64Array.from(this.newest);
    // Children are made after their parents, so one walk from the back sums whole branches.
    for (let node = length - 1; node > 0; node--) {
      const parent = this.parent[node];
      total[parent] += total[node];
      count[parent] += count[node];
      oldest[parent] = earlier(oldest[parent], oldest[node]);
      newest[parent] = later(newest[parent], newest[node]);
    }
    const order = this.drawingOrder(total);
    const row = new Int32Array(length);
    order.forEach((node, index) => (row[node] = index));
    return {
      length,
      parent: Int32Array.from(order, (node) => (node === 0 ? -1 : row[this.parent[node]])),
      kind: Uint8Array.from(order, (node) => this.kind[node]),
      name: Int32Array.from(order, (node) => this.name[node]),
      file: Int32Array.from(order, (node) => this.file[node]),
      definitionLine: Int32Array.from(order, (node) => this.definitionLine[node]),
      self: Float64Array.from(order, (node) => this.self[node]),
      total: Float64Array.from(order, (node) => total[node]),
      count: Uint32Array.from(order, (node) => count[node]),
      oldest: Float64Array.from(order, (node) => oldest[node]),
      newest: Float64Array.from(order, (node) => newest[node]),
      names: this.names,
    };
  }

  private push(parent: number, kind: number, name: string, file: string | null): number {
    const node = this.parent.length;
    this.parent.push(parent);
    this.kind.push(kind);
    this.name.push(this.intern(name));
    this.file.push(file === null ? -1 : this.intern(file));
    this.definitionLine.push(0);
    this.self.push(0);
    this.count.push(0);
    this.oldest.push(NaN);
    this.newest.push(NaN);
    return node;
  }

  private intern(text: string): number {
    let index = this.nameIndex.get(text);
    if (index === undefined) {
      index = this.names.length;
      this.names.push(text);
      this.nameIndex.set(text, index);
    }
    return index;
  }

  /** Depth first, siblings by size, then by name: the same bytes give the same picture. */
  private drawingOrder(total: Float64Array): number[] {
    const children: number[][] = this.parent.map(() => []);
    for (let node = 1; node < this.parent.length; node++) children[this.parent[node]].push(node);
    const text = (node: number): string => this.names[this.name[node]];
    const order: number[] = [];
    const waiting = [0];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      order.push(node);
      // The last one pushed is taken first, so the smallest goes first.
      const sorted = children[node].sort((a, b) => total[a] - total[b] || (text(a) < text(b) ? 1 : -1));
      for (const child of sorted) waiting.push(child);
    }
    return order;
  }
}

/** NaN is no time; `Math.min` would make it of any two of which one is none. */
function earlier(a: Picoseconds, b: Picoseconds): Picoseconds {
  return b < a || Number.isNaN(a) ? b : a;
}

function later(a: Picoseconds, b: Picoseconds): Picoseconds {
  return b > a || Number.isNaN(a) ? b : a;
}
