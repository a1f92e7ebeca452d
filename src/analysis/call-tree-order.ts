/** Puts a call tree into the order in which it is drawn and listed: depth first, siblings by size. */

import type { CallTree } from '../model/snapshot.ts';
import { NODE_SMALLER } from '../model/snapshot.ts';
import { compareCodePoints } from './code-points.ts';

/**
 * @param tree parents before their children
 * @param sortedBy sample type whose totals decide; equal ones are ordered by name, the merged rest comes last
 */
export function depthFirst(
  tree: CallTree,
  types: number,
  sortedBy: number,
  nameOf: (functionIndex: number) => string,
): CallTree {
  const size = (node: number): number =>
    tree.function[node] === NODE_SMALLER ? -1 : Math.abs(tree.total[node * types + sortedBy]);
  const children = childLists(tree);
  const order = new Int32Array(tree.length);
  const waiting = [0];
  let length = 0;
  while (waiting.length > 0) {
    const node = waiting.pop() ?? 0;
    order[length++] = node;
    const list = children.nodes.subarray(children.start[node], children.start[node + 1]);
    list.sort((a, b) => size(b) - size(a) || compareCodePoints(nameOf(tree.function[a]), nameOf(tree.function[b])));
    for (let at = list.length - 1; at >= 0; at--) waiting.push(list[at]);
  }
  return reorder(tree, types, order);
}

/** Children of node n are `nodes[start[n]]` up to `nodes[start[n + 1]]`. */
function childLists(tree: CallTree): { start: Uint32Array; nodes: Int32Array } {
  const start = new Uint32Array(tree.length + 2);
  for (let node = 1; node < tree.length; node++) start[tree.parent[node] + 2]++;
  for (let node = 2; node < start.length; node++) start[node] += start[node - 1];
  const nodes = new Int32Array(Math.max(0, tree.length - 1));
  for (let node = 1; node < tree.length; node++) nodes[start[tree.parent[node] + 1]++] = node;
  return { start, nodes };
}

function reorder(tree: CallTree, types: number, order: Int32Array): CallTree {
  const rowOf = new Int32Array(tree.length);
  order.forEach((node, row) => (rowOf[node] = row));
  const perType = (column: Float64Array): Float64Array => {
    const result = new Float64Array(column.length);
    order.forEach((node, row) => result.set(column.subarray(node * types, (node + 1) * types), row * types));
    return result;
  };
  return {
    length: tree.length,
    parent: order.map((node) => (tree.parent[node] < 0 ? -1 : rowOf[tree.parent[node]])),
    function: order.map((node) => tree.function[node]),
    line: Float64Array.from(order, (node) => tree.line[node]),
    self: perType(tree.self),
    total: perType(tree.total),
    samples: Uint32Array.from(order, (node) => tree.samples[node]),
    merged: Uint32Array.from(order, (node) => tree.merged[node]),
  };
}
