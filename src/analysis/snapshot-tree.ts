/**
 * The call tree of a snapshot: equal stacks on each other, told apart by function and file, whatever the line.
 *
 *     stacks (outermost first)        tree, all frames          tree, user frames only
 *       train → pjit → wrapper  4       train 7                   train 7  (self 7)
 *       train → pjit            2         pjit 6                (no user frame) 1
 *       train                   1           wrapper 4
 *       pjit                    1       pjit 1
 *
 * A frame that is not kept gives what it holds to its caller. Where there are more nodes than wanted, the largest stay,
 * and each place has one node for all its smaller ones with everything below them: totals are the same in any case.
 */

import type { CallTree, SampleTypeIndex, Snapshot } from '../model/snapshot.ts';
import { NODE_NO_FRAME, NODE_ROOT, NODE_SMALLER } from '../model/snapshot.ts';
import { depthFirst } from './call-tree-order.ts';
import { sortingType } from './snapshot-facts.ts';
import type { StackSums } from './stack-sums.ts';
import type { ChosenNodes } from './tree-candidates.ts';
import { INHERITS, TreeCandidates } from './tree-candidates.ts';

export interface TreeOptions {
  /** 1 for each function whose frames stay; see `keptFunctions`. */
  kept: Uint8Array;
  /** Nodes that stand for a function, and the root. */
  limit: number;
  /** By whose totals siblings are ordered; `sortingType` where missing. */
  sortedBy?: SampleTypeIndex;
}

/**
 * Functions in the result are those of the snapshot.
 * @param byStack what the tree shows; see `samplesWithLabel` to show one device or one kind
 */
export function buildCallTree(snapshot: Snapshot, byStack: StackSums, options: TreeOptions): CallTree {
  const types = snapshot.sampleTypes.length;
  const candidates = new TreeCandidates(snapshot, options.kept, byStack.row, stackWeights(byStack, types));
  const chosen = candidates.choose(options.limit);
  const merged = addSmaller(chosen, candidates);
  inheritNodes(chosen.nodeOfRow, snapshot.stacks.parent);
  const tree = sumStacks(byStack, types, chosen);
  tree.merged.set(merged);
  setLines(tree, snapshot, chosen.nodeOfRow);
  const { functions, strings } = snapshot;
  const nameOf = (index: number): string =>
    index < 0 ? '' : `${strings[functions.name[index]]}\n${strings[functions.file[index]]}`;
  return depthFirst(tree, types, options.sortedBy ?? sortingType(snapshot), nameOf);
}

/** 1 for each sample with the label, as the mask of `sumByStack`. The text of a number is its decimal digits. */
export function samplesWithLabel(snapshot: Snapshot, key: string, text: string): Uint8Array {
  const { labels, samples, strings } = snapshot;
  const wanted = new Uint8Array(labels.length);
  for (let label = 0; label < labels.length; label++) {
    if (strings[labels.key[label]] !== key) continue;
    const number = (BigInt(labels.numberHigh[label]) << 32n) | BigInt(labels.numberLow[label]);
    const labelText = labels.text[label] < 0 ? number.toString() : strings[labels.text[label]];
    if (labelText === text) wanted[label] = 1;
  }
  const mask = new Uint8Array(samples.length);
  for (let sample = 0; sample < samples.length; sample++) {
    for (let at = samples.labelStart[sample]; at < samples.labelStart[sample + 1]; at++) {
      if (wanted[samples.label[at]] === 1) mask[sample] = 1;
    }
  }
  return mask;
}

/** Smaller than any share of a real value: a stack whose values are all 0 still counts as there. */
const PRESENT = 2 ** -60;

/**
 * Of each stack its greatest share, over the sample types, of all there is: what is large in any type is kept. Rises
 * and falls of different stacks do not cancel.
 */
function stackWeights({ values, length }: StackSums, types: number): Float64Array {
  const weights = new Float64Array(length).fill(PRESENT);
  for (let type = 0; type < types; type++) {
    let gross = 0;
    for (let at = type; at < values.length; at += types) gross += Math.abs(values[at]);
    if (gross === 0) continue;
    for (let index = 0; index < length; index++) {
      weights[index] = Math.max(weights[index], Math.abs(values[index * types + type]) / gross);
    }
  }
  return weights;
}

/** Gives each node with places that were not chosen a node for them. Returns how many places each node stands for. */
function addSmaller(chosen: ChosenNodes, candidates: TreeCandidates): number[] {
  const merged = chosen.parent.map(() => 0);
  for (const [parent, { places, firstRows }] of chosen.left) {
    const node = chosen.parent.push(parent) - 1;
    chosen.function.push(NODE_SMALLER);
    merged.push(places);
    for (const firstRow of firstRows) candidates.rowsOf(firstRow, (row) => (chosen.nodeOfRow[row] = node));
  }
  return merged;
}

function inheritNodes(nodeOfRow: Int32Array, parent: Int32Array): void {
  for (let row = 0; row < nodeOfRow.length; row++) {
    if (nodeOfRow[row] === INHERITS) nodeOfRow[row] = parent[row] < 0 ? 0 : nodeOfRow[parent[row]];
  }
}

function sumStacks(byStack: StackSums, types: number, chosen: ChosenNodes): CallTree {
  const nodeOf = byStack.row.map((row) => (row < 0 ? 0 : chosen.nodeOfRow[row]));
  const noFrame = nodeOf.includes(0) ? chosen.parent.push(0) - 1 : 0;
  if (noFrame > 0) chosen.function.push(NODE_NO_FRAME);
  const length = chosen.parent.length;
  const tree: CallTree = {
    length,
    parent: Int32Array.from(chosen.parent),
    function: Int32Array.from(chosen.function),
    line: new Float64Array(length),
    self: new Float64Array(length * types),
    total: new Float64Array(length * types),
    samples: new Uint32Array(length),
    merged: new Uint32Array(length),
  };
  tree.function[0] = NODE_ROOT;
  for (let index = 0; index < byStack.length; index++) {
    const node = nodeOf[index] || noFrame;
    tree.samples[node] += byStack.samples[index];
    for (let type = 0; type < types; type++) tree.self[node * types + type] += byStack.values[index * types + type];
  }
  tree.total.set(tree.self);
  for (let node = length - 1; node > 0; node--) {
    const parent = tree.parent[node];
    tree.samples[parent] += tree.samples[node];
    for (let type = 0; type < types; type++) tree.total[parent * types + type] += tree.total[node * types + type];
  }
  return tree;
}

/** The line of a node is that of all its frames of the node's own function; 0 where they differ. */
function setLines(tree: CallTree, { stacks, frames }: Snapshot, nodeOfRow: Int32Array): void {
  const seen = new Uint8Array(tree.length);
  for (let row = 0; row < stacks.length; row++) {
    const node = nodeOfRow[row];
    const frame = stacks.frame[row];
    if (frames.function[frame] !== tree.function[node]) continue;
    if (seen[node] === 0) tree.line[node] = frames.line[frame];
    else if (tree.line[node] !== frames.line[frame]) tree.line[node] = 0;
    seen[node] = 1;
  }
}
