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
  const size = Float64Array.from(tree.function, (index, node) =>
    index === NODE_SMALLER ? -1 : Math.abs(tree.total[node * types + sortedBy]),
  );
  const order = drawingOrder(
    tree.parent,
    (a, b) => size[b] - size[a] || compareCodePoints(nameOf(tree.function[a]), nameOf(tree.function[b])),
  );
  return reorder(tree, types, order);
}

function reorder(tree: CallTree, types: number, order: Int32Array): CallTree {
  const { length } = tree;
  const rowOf = new Int32Array(length);
  for (let row = 0; row < length; row++) rowOf[order[row]] = row;
  const result: CallTree = {
    length,
    parent: new Int32Array(length),
    function: new Int32Array(length),
    line: new Float64Array(length),
    self: new Float64Array(length * types),
    total: new Float64Array(length * types),
    samples: new Uint32Array(length),
    merged: new Uint32Array(length),
  };
  for (let row = 0; row < length; row++) {
    const node = order[row];
    result.parent[row] = tree.parent[node] < 0 ? -1 : rowOf[tree.parent[node]];
    result.function[row] = tree.function[node];
    result.line[row] = tree.line[node];
    result.samples[row] = tree.samples[node];
    result.merged[row] = tree.merged[node];
    for (let type = 0; type < types; type++) {
      result.self[row * types + type] = tree.self[node * types + type];
      result.total[row * types + type] = tree.total[node * types + type];
    }
  }
  return result;
}
