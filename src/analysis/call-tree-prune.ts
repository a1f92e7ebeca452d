/**
 * Merges the smallest nodes of a call tree, so that what crosses to the page stays small. Nothing is lost: each parent
 * gets one node for all its small children and everything below them, which says how many nodes that is.
 */

import type { CallTree } from '../model/snapshot.ts';
import { NODE_SMALLER } from '../model/snapshot.ts';

/** Sizes are told apart by 1/16 of a power of two, over the 64 powers below the whole. */
const STEPS = 16;
const BUCKETS = 64 * STEPS;

/**
 * The same tree where it has at most `limit` nodes; else one with at most `limit` of its largest nodes, plus the merged
 * ones. Nodes without samples go in any case. Parents come before their children, before and after.
 */
export function pruneTree(tree: CallTree, types: number, limit: number): CallTree {
  const size = relativeSizes(tree, types);
  let threshold = Number.MIN_VALUE;
  if (tree.length > limit) threshold = thresholdFor(size, limit);
  // In small trees every node with a sample stays, even where all its values are 0 (executables of unknown size).
  const keeps = (node: number): boolean =>
    node === 0 || (tree.samples[node] > 0 && (tree.length <= limit || size[node] >= threshold));
  const target = new Int32Array(tree.length).fill(-1);
  const kept: number[] = [];
  /** For each kept node the row of its merged children; -1 for none. */
  const smaller: number[] = [];
  for (let node = 0; node < tree.length; node++) {
    if (!keeps(node)) continue;
    target[node] = kept.push(node) - 1;
    smaller.push(-1);
  }
  let length = kept.length;
  const ofDropped = new Int32Array(tree.length);
  for (let node = 1; node < tree.length; node++) {
    if (target[node] >= 0 || tree.samples[node] === 0) continue;
    const parent = tree.parent[node];
    if (target[parent] < 0) ofDropped[node] = ofDropped[parent];
    else {
      if (smaller[target[parent]] < 0) smaller[target[parent]] = length++;
      ofDropped[node] = smaller[target[parent]];
    }
  }
  if (length === tree.length) return tree;
  return merge(tree, types, { kept, target, ofDropped, length });
}

interface Plan {
  /** Old nodes that stay; they become the first rows. */
  kept: number[];
  /** New row of a kept node, -1 of a dropped one. */
  target: Int32Array;
  /** New row that a dropped node is merged into. */
  ofDropped: Int32Array;
  length: number;
}

function merge(tree: CallTree, types: number, { kept, target, ofDropped, length }: Plan): CallTree {
  const merged: CallTree = {
    length,
    parent: new Int32Array(length),
    function: new Int32Array(length).fill(NODE_SMALLER),
    line: new Float64Array(length),
    self: new Float64Array(length * types),
    total: new Float64Array(length * types),
    samples: new Uint32Array(length),
    merged: new Uint32Array(length),
  };
  kept.forEach((node, row) => {
    merged.parent[row] = node === 0 ? -1 : target[tree.parent[node]];
    merged.function[row] = tree.function[node];
    merged.line[row] = tree.line[node];
    merged.samples[row] = tree.samples[node];
    merged.merged[row] = tree.merged[node];
    for (let type = 0; type < types; type++) {
      merged.self[row * types + type] = tree.self[node * types + type];
      merged.total[row * types + type] = tree.total[node * types + type];
    }
  });
  for (let node = 1; node < tree.length; node++) {
    if (target[node] >= 0 || tree.samples[node] === 0) continue;
    const row = ofDropped[node];
    merged.merged[row]++;
    if (target[tree.parent[node]] < 0) continue;
    merged.parent[row] = target[tree.parent[node]];
    merged.samples[row] += tree.samples[node];
    for (let type = 0; type < types; type++) {
      const total = tree.total[node * types + type];
      merged.self[row * types + type] += total;
      merged.total[row * types + type] += total;
    }
  }
  return merged;
}

/**
 * Of each node: the greatest share, over the sample types, of everything below it. Rises and falls do not cancel, so no
 * parent is smaller than its child, and what is large in any type is kept.
 */
function relativeSizes(tree: CallTree, types: number): Float64Array {
  const gross = tree.self.map(Math.abs);
  for (let node = tree.length - 1; node > 0; node--) {
    for (let type = 0; type < types; type++) gross[tree.parent[node] * types + type] += gross[node * types + type];
  }
  const sizes = new Float64Array(tree.length);
  for (let node = 0; node < tree.length; node++) {
    for (let type = 0; type < types; type++) {
      const whole = gross[type];
      if (whole > 0) sizes[node] = Math.max(sizes[node], gross[node * types + type] / whole);
    }
  }
  return sizes;
}

/** The size from which on at most `limit` nodes lie. Counted in buckets: sorting millions of nodes takes a second. */
function thresholdFor(sizes: Float64Array, limit: number): number {
  const counts = new Uint32Array(BUCKETS);
  for (const size of sizes) if (size > 0) counts[bucketOf(size)]++;
  let bucket = 0;
  let count = counts[0];
  while (bucket + 1 < BUCKETS && count + counts[bucket + 1] <= limit) count += counts[++bucket];
  return 2 ** (-(bucket + 1) / STEPS);
}

function bucketOf(size: number): number {
  return Math.min(BUCKETS - 1, Math.max(0, Math.ceil(-Math.log2(size) * STEPS) - 1));
}
