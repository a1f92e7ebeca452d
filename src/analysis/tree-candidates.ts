/**
 * Chooses the nodes of a call tree, largest first, without building the whole tree: a dump of a million samples can
 * have tens of millions of nodes, of which a picture shows a few thousand.
 *
 * A candidate is a place in the tree that is known but not chosen yet: a function below a chosen node, with all stack
 * rows that lead there. Choosing it makes the functions below it candidates. A node is never smaller than what is below
 * it, so the order of choosing is the order of size.
 */

import type { Snapshot } from '../model/snapshot.ts';

/** Not yet known; later the node that the row above belongs to. */
export const INHERITS = -1;

interface Candidate {
  /** The chosen node that it is below. */
  parent: number;
  function: number;
  weight: number;
  /** First of its stack rows; `nextInGroup` leads to the others. */
  firstRow: number;
}

export interface ChosenNodes {
  /** Of each node; node 0 is the root. Parents come first. */
  parent: number[];
  function: number[];
  /** Node of each stack row, or `INHERITS`. Rows above the first kept frame belong to node 0. */
  nodeOfRow: Int32Array;
  /** Places that were not chosen, by the node above them. Their rows have no node. */
  left: Map<number, LeftOver>;
}

export interface LeftOver {
  places: number;
  /** First rows of these places, for `rowsOf`. */
  firstRows: number[];
}

export class TreeCandidates {
  private readonly snapshot: Snapshot;
  private readonly kept: Uint8Array;
  /** What the stacks through each row weigh; 0 where none goes. */
  private readonly weight: Float64Array;
  private readonly firstBelow: Int32Array;
  private readonly nextSibling: Int32Array;
  private readonly nextInGroup: Int32Array;
  private readonly heap = new CandidateHeap();
  private readonly nodeOfRow: Int32Array;
  /** While the candidates below one node are collected: these, and by function the place among them + 1, or 0. */
  private readonly open: Candidate[] = [];
  private readonly openOf: Uint32Array;
  /** First rows of lists of siblings that `collect` has still to go through; empty between calls. */
  private readonly waiting: number[] = [];

  /**
   * @param kept 1 for each function whose frames stay
   * @param ends innermost rows of the stacks that are in the tree
   * @param weights what each of them counts for when sizes are compared; more than 0
   */
  constructor(snapshot: Snapshot, kept: Uint8Array, ends: Int32Array, weights: Float64Array) {
    const { stacks } = snapshot;
    this.snapshot = snapshot;
    this.kept = kept;
    this.weight = new Float64Array(stacks.length);
    this.firstBelow = new Int32Array(stacks.length).fill(-1);
    this.nextSibling = new Int32Array(stacks.length).fill(-1);
    this.nextInGroup = new Int32Array(stacks.length).fill(-1);
    this.nodeOfRow = new Int32Array(stacks.length).fill(INHERITS);
    this.openOf = new Uint32Array(snapshot.functions.length);
    ends.forEach((row, index) => {
      if (row >= 0) this.weight[row] += weights[index];
    });
    let outermost = -1;
    for (let row = stacks.length - 1; row >= 0; row--) {
      const parent = stacks.parent[row];
      this.nextSibling[row] = parent < 0 ? outermost : this.firstBelow[parent];
      if (parent < 0) outermost = row;
      else {
        this.firstBelow[parent] = row;
        this.weight[parent] += this.weight[row];
      }
    }
    this.collect(0, outermost);
    this.release();
  }

  choose(limit: number): ChosenNodes {
    const parent = [-1];
    const functions = [-1];
    while (parent.length < limit) {
      const candidate = this.heap.pop();
      if (candidate === null) break;
      const node = parent.push(candidate.parent) - 1;
      functions.push(candidate.function);
      for (let row = candidate.firstRow; row >= 0; row = this.nextInGroup[row]) {
        this.nodeOfRow[row] = node;
        this.collect(node, this.firstBelow[row]);
      }
      this.release();
    }
    return { parent, function: functions, nodeOfRow: this.nodeOfRow, left: this.leftOver() };
  }

  /** All rows of a place, from its first. */
  rowsOf(firstRow: number, visit: (row: number) => void): void {
    for (let row = firstRow; row >= 0; row = this.nextInGroup[row]) visit(row);
  }

  private leftOver(): Map<number, LeftOver> {
    const left = new Map<number, LeftOver>();
    for (const candidate of this.heap.rest()) {
      const known = left.get(candidate.parent);
      if (known === undefined) left.set(candidate.parent, { places: 1, firstRows: [candidate.firstRow] });
      else {
        known.places++;
        known.firstRows.push(candidate.firstRow);
      }
    }
    return left;
  }

  /** Finds the next kept frames inward from a list of sibling rows. Frames in between belong to the node above. */
  private collect(node: number, firstSibling: number): void {
    const { stacks, frames } = this.snapshot;
    const { waiting } = this;
    waiting.push(firstSibling);
    for (let list = waiting.pop(); list !== undefined; list = waiting.pop()) {
      for (let row = list; row >= 0; row = this.nextSibling[row]) {
        if (this.weight[row] === 0) continue;
        const target = frames.function[stacks.frame[row]];
        if (this.kept[target] === 1) {
          this.group(node, target, row);
        } else {
          this.nodeOfRow[row] = node;
          waiting.push(this.firstBelow[row]);
        }
      }
    }
  }

  private group(node: number, target: number, row: number): void {
    const place = this.openOf[target];
    if (place === 0) {
      this.openOf[target] = this.open.push({ parent: node, function: target, weight: this.weight[row], firstRow: row });
      return;
    }
    const candidate = this.open[place - 1];
    candidate.weight += this.weight[row];
    this.nextInGroup[row] = candidate.firstRow;
    candidate.firstRow = row;
  }

  private release(): void {
    for (const candidate of this.open) {
      this.openOf[candidate.function] = 0;
      this.heap.push(candidate);
    }
    this.open.length = 0;
  }
}

/** A binary heap: the heaviest candidate first, equal ones in the order of their rows. */
class CandidateHeap {
  private readonly items: Candidate[] = [];

  push(candidate: Candidate): void {
    const { items } = this;
    let at = items.push(candidate) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(candidate, items[parent])) break;
      items[at] = items[parent];
      at = parent;
    }
    items[at] = candidate;
  }

  pop(): Candidate | null {
    const { items } = this;
    const top = items[0];
    const last = items.pop();
    if (last === undefined) return null;
    if (items.length === 0) return last;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && isBefore(items[child + 1], items[child])) child++;
      if (!isBefore(items[child], last)) break;
      items[at] = items[child];
      at = child;
    }
    items[at] = last;
    return top;
  }

  /** What was never popped, in no order. */
  rest(): readonly Candidate[] {
    return this.items;
  }
}

function isBefore(a: Candidate, b: Candidate): boolean {
  return a.weight > b.weight || (a.weight === b.weight && a.firstRow < b.firstRow);
}
