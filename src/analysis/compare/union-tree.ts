/**
 * Two flame trees on each other.
 *
 *     baseline        candidate         union        rise  fall
 *       f 10            f 12              f            5     3
 *         g 3             h 5               h          5           new
 *         (f itself 7)    (f itself 7)      g                3     vanished
 *
 * Each node's own bytes count once, as a rise or as a fall, and sums go up from there: the root of the example rose by
 * 2, but its box is 8 wide, because 5 came and 3 went.
 */

import type { DeltaTree } from '../../model/comparison.ts';
import { PRESENT_BASELINE, PRESENT_CANDIDATE } from '../../model/comparison.ts';
import { drawingOrder } from '../../model/drawing-order.ts';
import type { FlameTree } from '../../model/flame.ts';
import { NODE_REST, NODE_ROOT } from '../../model/flame.ts';
import { frameKey, type FrameNaming, type NamedFrame } from './frame-key.ts';

/** Frames of either side by what makes them equal, so that a node is two whole numbers. */
class FrameTable {
  readonly frames: NamedFrame[] = [];
  private readonly index = new Map<string, number>();

  of(frame: NamedFrame): number {
    const key = frameKey(frame);
    let index = this.index.get(key);
    if (index === undefined) {
      index = this.frames.push(frame) - 1;
      this.index.set(key, index);
    } else if (frame.kind === NODE_REST && this.frames[index].name !== frame.name) {
      this.frames[index] = { ...frame, name: 'smaller, merged' };
    }
    return index;
  }
}

/** Two numbers below it make one key that a Float64 holds exactly. */
const MOST_FRAMES = 2 ** 26;

class UnionNodes {
  readonly parent: number[] = [-1];
  readonly frame: number[] = [0];
  readonly presence: number[] = [0];
  /** Own bytes of each side. */
  readonly baseline: number[] = [0];
  readonly candidate: number[] = [0];
  private readonly known = new Map<number, number>();

  child(parent: number, frame: number): number {
    const key = parent * MOST_FRAMES + frame;
    let node = this.known.get(key);
    if (node === undefined) {
      node = this.parent.push(parent) - 1;
      this.frame.push(frame);
      this.presence.push(0);
      this.baseline.push(0);
      this.candidate.push(0);
      this.known.set(key, node);
    }
    return node;
  }
}

/** @param naming how the names of frames are read before they are held against each other */
export function unionTree(baseline: FlameTree, candidate: FlameTree, naming: FrameNaming): DeltaTree {
  const table = new FrameTable();
  const nodes = new UnionNodes();
  const isSame = rootName(baseline) === rootName(candidate);
  table.of({ kind: NODE_ROOT, name: isSame ? rootName(baseline) : 'all', file: null });
  addSide(baseline, naming, table, nodes, nodes.baseline, PRESENT_BASELINE);
  addSide(candidate, naming, table, nodes, nodes.candidate, PRESENT_CANDIDATE);
  return inDrawingOrder(table.frames, nodes, sumsOf(nodes));
}

function rootName({ names, name }: FlameTree): string {
  return names[name[0]] ?? '';
}

function addSide(
  tree: FlameTree,
  naming: FrameNaming,
  table: FrameTable,
  nodes: UnionNodes,
  self: number[],
  presence: number,
): void {
  const nodeOf = new Int32Array(tree.length);
  for (let row = 0; row < tree.length; row++) {
    if (row > 0) nodeOf[row] = nodes.child(nodeOf[tree.parent[row]], table.of(naming(tree, row)));
    self[nodeOf[row]] += tree.self[row];
    nodes.presence[nodeOf[row]] |= presence;
  }
}

interface Sums {
  baseline: Float64Array;
  candidate: Float64Array;
  rise: Float64Array;
  fall: Float64Array;
}

function sumsOf({ parent, baseline, candidate }: UnionNodes): Sums {
  const sums: Sums = {
    baseline: Float64Array.from(baseline),
    candidate: Float64Array.from(candidate),
    rise: Float64Array.from(baseline, (before, node) => Math.max(0, candidate[node] - before)),
    fall: Float64Array.from(baseline, (before, node) => Math.max(0, before - candidate[node])),
  };
  const columns = Object.values(sums) as Float64Array[];
  // Nodes are made after their parents.
  for (let node = parent.length - 1; node > 0; node--) {
    for (const column of columns) column[parent[node]] += column[node];
  }
  return sums;
}

/** Siblings by width, then by name: swapping the sides keeps every box in its place. */
function inDrawingOrder(frames: readonly NamedFrame[], nodes: UnionNodes, sums: Sums): DeltaTree {
  const width = (node: number): number => sums.rise[node] + sums.fall[node];
  const size = (node: number): number => Math.max(sums.baseline[node], sums.candidate[node]);
  const text = (node: number): string => frameKey(frames[nodes.frame[node]]);
  const order = drawingOrder(nodes.parent, (a, b) => {
    const difference = width(b) - width(a) || size(b) - size(a);
    if (difference !== 0) return difference;
    return text(a) < text(b) ? -1 : 1;
  });
  const rowOf = new Int32Array(order.length);
  order.forEach((node, row) => (rowOf[node] = row));
  const names: string[] = [];
  const index = new Map<string, number>();
  const nameOf = (text: string): number => {
    let at = index.get(text);
    if (at === undefined) index.set(text, (at = names.push(text) - 1));
    return at;
  };
  const frameOf = (node: number): NamedFrame => frames[nodes.frame[node]];
  const sorted = (column: Float64Array): Float64Array => Float64Array.from(order, (node) => column[node]);
  return {
    length: order.length,
    parent: order.map((node) => (node === 0 ? -1 : rowOf[nodes.parent[node]])),
    kind: Uint8Array.from(order, (node) => frameOf(node).kind),
    name: order.map((node) => nameOf(frameOf(node).name)),
    file: order.map((node) => {
      const { file } = frameOf(node);
      return file === null ? -1 : nameOf(file);
    }),
    baseline: sorted(sums.baseline),
    candidate: sorted(sums.candidate),
    rise: sorted(sums.rise),
    fall: sorted(sums.fall),
    presence: Uint8Array.from(order, (node) => nodes.presence[node]),
    names,
  };
}
