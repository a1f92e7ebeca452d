/** Puts a call tree into the order in which it is drawn and listed: depth first, siblings by size. */

import { drawingOrder } from '../model/drawing-order.ts';
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
  const order = drawingOrder(
    tree.parent,
    (a, b) => size(b) - size(a) || compareCodePoints(nameOf(tree.function[a]), nameOf(tree.function[b])),
  );
  return reorder(tree, types, order);
}

function reorder(tree: CallTree, types: number, order: Int32Array): CallTree {
  const rowOf = new Int32Array(tree.length);
  order.forEach((node, row) => (rowOf[node] = row));
  const perType = (column: Float64Array): Float64Array => {
    const result = new Float64Array(column.length);
    for (let row = 0, at = 0; row < order.length; row++) {
      for (let type = 0; type < types; type++) result[at++] = column[order[row] * types + type];
    }
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
