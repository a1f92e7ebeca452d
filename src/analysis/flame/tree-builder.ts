import type { FlameTree } from '../../model/flame.ts';
import { NODE_ROOT } from '../../model/flame.ts';
import { FlameGrower } from '../../model/flame-grower.ts';
import type { Bytes, Picoseconds } from '../../model/units.ts';

/** Grows a flame tree out of names: the grower itself knows only their indices. */
export class FlameTreeBuilder {
  private readonly names: string[] = [];
  private readonly nameIndex = new Map<string, number>();
  private readonly grower: FlameGrower;

  constructor(rootName: string) {
    this.grower = new FlameGrower(this.names, {
      kind: NODE_ROOT,
      name: this.intern(rootName),
      file: -1,
      definitionLine: 0,
    });
  }

  /** The child of a node with this name and file, made where it is missing. The root is node 0. */
  child(parent: number, kind: number, name: string, file: string | null, definitionLine = 0): number {
    const fileIndex = file === null ? -1 : this.intern(file);
    return this.grower.child(parent, { kind, name: this.intern(name), file: fileIndex, definitionLine });
  }

  /** Adds allocations, or bytes that are none (`count` 0 and times NaN), to a node itself. */
  addAmount(node: number, bytes: Bytes, count: number, oldest: Picoseconds, newest: Picoseconds): void {
    this.grower.addAmount(node, bytes, count, oldest, newest);
  }

  /** Puts another tree, but for its root, under a node. */
  graft(node: number, { length, parent, kind, name, file, self, count, names }: FlameTree): void {
    const own = ownCounts(parent, count);
    const grafted = new Int32Array(length);
    grafted[0] = node;
    for (let row = 0; row < length; row++) {
      if (row > 0) {
        const above = grafted[parent[row]];
        grafted[row] = this.child(above, kind[row], names[name[row]], file[row] < 0 ? null : names[file[row]]);
      }
      this.grower.addAmount(grafted[row], self[row], own[row], NaN, NaN);
    }
  }

  finish(): FlameTree {
    return this.grower.finish();
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
}

/** The counts of a tree are with all beneath; these are each node's own. */
function ownCounts(parent: Int32Array, count: Uint32Array): Float64Array {
  const own = Float64Array.from(count);
  for (let row = 1; row < own.length; row++) own[parent[row]] -= count[row];
  return own;
}
