/**
 * The order in which a tree is drawn and listed: depth first, so that every row comes after its parent and right
 * before its own children.
 *
 * @param parent of each node, -1 for node 0, which is the root; no node comes before its parent
 * @param compare orders siblings, as `Array.sort` takes it; equal ones keep their order
 * @returns the node of each row
 */
export function drawingOrder(parent: ArrayLike<number>, compare: (a: number, b: number) => number): Int32Array {
  const { length } = parent;
  const { start, nodes } = childLists(parent);
  const order = new Int32Array(length);
  const waiting = length > 0 ? [0] : [];
  let next = 0;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    order[next++] = node;
    const children = nodes.subarray(start[node], start[node + 1]);
    if (children.length > 1) children.sort(compare);
    for (let at = children.length - 1; at >= 0; at--) waiting.push(children[at]);
  }
  return order;
}

/** Children of node n are `nodes[start[n]]` up to `nodes[start[n + 1]]`. */
function childLists(parent: ArrayLike<number>): { start: Uint32Array; nodes: Int32Array } {
  const { length } = parent;
  const start = new Uint32Array(length + 2);
  for (let node = 1; node < length; node++) start[parent[node] + 2]++;
  for (let node = 2; node < start.length; node++) start[node] += start[node - 1];
  const nodes = new Int32Array(Math.max(0, length - 1));
  for (let node = 1; node < length; node++) nodes[start[parent[node] + 1]++] = node;
  return { start, nodes };
}
