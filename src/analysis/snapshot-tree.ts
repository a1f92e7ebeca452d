/**
 * The call tree of a snapshot: equal stacks on each other, told apart by function and file, whatever the line.
 *
 *     stacks (outermost first)        tree, all frames          tree, user frames only
 *       train → pjit → wrapper  4       train 7                   train 7  (self 7)
 *       train → pjit            2         pjit 6                (no user frame) 1
 *       train                   1           wrapper 4
 *       pjit                    1       pjit 1
 *
 * A frame that is not kept gives what it holds to its caller.
 */

import { doubled, PairTable } from '../model/pair-table.ts';
import type { CallTree, Snapshot } from '../model/snapshot.ts';
import { NODE_NO_FRAME, NODE_ROOT } from '../model/snapshot.ts';
import { depthFirst } from './call-tree-order.ts';
import { pruneTree } from './call-tree-prune.ts';
import { sortingType } from './snapshot-facts.ts';

export interface TreeOptions {
  /** 1 for each function whose frames stay; see `keptFunctions`. */
  kept: Uint8Array;
  /** 0 for each sample that is left out: to show one device or one kind. All stay where it is missing. */
  mask?: Uint8Array;
  /** The smallest nodes are merged so that about this many remain. */
  limit: number;
}

/** Functions in the result are those of the snapshot. `values` are as `SampleTable.values`, mostly the drawn ones. */
export function buildCallTree(snapshot: Snapshot, values: Float64Array, options: TreeOptions): CallTree {
  const nodes = new TreeNodes(snapshot, options.kept);
  const tree = nodes.sum(values, options.mask);
  const sortedBy = sortingType(snapshot);
  const types = snapshot.sampleTypes.length;
  const { functions, strings } = snapshot;
  const nameOf = (functionIndex: number): string =>
    functionIndex < 0 ? '' : `${strings[functions.name[functionIndex]]}\n${strings[functions.file[functionIndex]]}`;
  return depthFirst(pruneTree(tree, types, options.limit), types, sortedBy, nameOf);
}

/** 1 for each sample that carries the label, for `TreeOptions.mask`. The text of a number is its decimal digits. */
export function samplesWithLabel(snapshot: Snapshot, key: string, text: string): Uint8Array {
  const { labels, samples, strings } = snapshot;
  const wanted = new Uint8Array(labels.length);
  for (let label = 0; label < labels.length; label++) {
    if (strings[labels.key[label]] !== key) continue;
    const labelText =
      labels.text[label] >= 0
        ? strings[labels.text[label]]
        : ((BigInt(labels.numberHigh[label]) << 32n) | BigInt(labels.numberLow[label])).toString();
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

/** Nodes in the order in which stacks name them: parents first. */
class TreeNodes {
  private readonly snapshot: Snapshot;
  /** (parent node, function); node i + 1 is row i, because node 0 is the root. */
  private readonly pairs = new PairTable();
  private line = new Float64Array(64);
  private readonly ofStack: Int32Array;

  constructor(snapshot: Snapshot, kept: Uint8Array) {
    this.snapshot = snapshot;
    const { stacks, frames } = snapshot;
    this.ofStack = new Int32Array(stacks.length);
    for (let row = 0; row < stacks.length; row++) {
      const parent = stacks.parent[row] < 0 ? 0 : this.ofStack[stacks.parent[row]];
      const frame = stacks.frame[row];
      const target = frames.function[frame];
      this.ofStack[row] = kept[target] === 1 ? this.node(parent, target, frames.line[frame]) : parent;
    }
  }

  sum(values: Float64Array, mask: Uint8Array | undefined): CallTree {
    const { samples, sampleTypes } = this.snapshot;
    const noFrame = this.node(0, NODE_NO_FRAME, 0);
    const length = this.pairs.length + 1;
    const types = sampleTypes.length;
    const tree: CallTree = {
      length,
      parent: new Int32Array(length),
      function: new Int32Array(length),
      line: new Float64Array(length),
      self: new Float64Array(length * types),
      total: new Float64Array(length * types),
      samples: new Uint32Array(length),
      merged: new Uint32Array(length),
    };
    tree.parent.set(this.pairs.first.subarray(0, length - 1), 1);
    tree.function.set(this.pairs.second.subarray(0, length - 1), 1);
    tree.line.set(this.line.subarray(0, length));
    tree.parent[0] = -1;
    tree.function[0] = NODE_ROOT;
    for (let sample = 0; sample < samples.length; sample++) {
      if (mask !== undefined && mask[sample] === 0) continue;
      const stack = samples.stack[sample];
      const node = (stack < 0 ? 0 : this.ofStack[stack]) || noFrame;
      tree.samples[node]++;
      for (let type = 0; type < types; type++) tree.self[node * types + type] += values[sample * types + type];
    }
    tree.total.set(tree.self);
    for (let node = length - 1; node > 0; node--) {
      const parent = tree.parent[node];
      tree.samples[parent] += tree.samples[node];
      for (let type = 0; type < types; type++) tree.total[parent * types + type] += tree.total[node * types + type];
    }
    return tree;
  }

  private node(parent: number, target: number, line: number): number {
    const known = this.pairs.length;
    const node = this.pairs.intern(parent, target) + 1;
    if (node >= this.line.length) this.line = doubled(this.line);
    if (node > known) this.line[node] = line;
    else if (this.line[node] !== line) this.line[node] = 0;
    return node;
  }
}
