/** Which boxes of some trees a link keeps: the largest of all, each with all that it hangs from. */

export interface WeighedTree {
  /** Parents come before their children; -1 for the root, which is row 0. */
  parent: ArrayLike<number>;
  /** What a row weighs; where a child weighs more than its parent, the parent counts as heavy as the child. */
  weight: ArrayLike<number>;
}

export interface KeptNodes {
  /** 1 for each row that stays. */
  isKept: Uint8Array;
  /** How many rows hang from each kept row and are not kept, not counting what is below them. */
  merged: Uint32Array;
}

/** At most `most` rows in all, counting one for each place where smaller ones are merged; a root always stays. */
export function chooseNodes(trees: readonly WeighedTree[], most: number): KeptNodes[] {
  const weights = trees.map(subtreeWeights);
  const order = trees.flatMap(({ parent }, tree) => Array.from(parent, (_, row) => ({ tree, row })));
  // Equal weights: parents first, then as drawn.
  order.sort((a, b) => weights[b.tree][b.row] - weights[a.tree][a.row] || a.row - b.row);
  let wanted = Math.min(order.length, most);
  for (;;) {
    const kept = trees.map(({ parent }) => Uint8Array.from(parent, (_, row) => (row === 0 ? 1 : 0)));
    for (const { tree, row } of order.slice(0, wanted)) kept[tree][row] = 1;
    const chosen = trees.map(({ parent }, tree) => withLonely(parent, kept[tree]));
    const rows = chosen.reduce((sum, { isKept, merged }) => sum + ones(isKept) + merged.filter((n) => n > 0).length, 0);
    if (rows <= most || wanted <= 0) return chosen;
    wanted -= Math.max(1, Math.min(wanted, rows - most));
  }
}

/** One small leaf takes no more room under its own name than as "1 smaller". */
function withLonely(parent: ArrayLike<number>, isKept: Uint8Array): KeptNodes {
  const merged = new Uint32Array(parent.length);
  const hasChildren = new Uint8Array(parent.length);
  for (let row = 1; row < parent.length; row++) {
    hasChildren[parent[row]] = 1;
    if (isKept[row] === 0 && isKept[parent[row]] === 1) merged[parent[row]]++;
  }
  const isFullyKept = Uint8Array.from(isKept);
  for (let row = 1; row < parent.length; row++) {
    if (isKept[row] === 1 || isKept[parent[row]] === 0 || merged[parent[row]] !== 1 || hasChildren[row] === 1) continue;
    isFullyKept[row] = 1;
  }
  for (let row = 1; row < parent.length; row++) {
    if (isFullyKept[row] === 1 && isKept[row] === 0) merged[parent[row]] = 0;
  }
  return { isKept: isFullyKept, merged };
}

function subtreeWeights({ parent, weight }: WeighedTree): Float64Array {
  const heaviest = Float64Array.from(weight);
  for (let row = parent.length - 1; row > 0; row--) {
    heaviest[parent[row]] = Math.max(heaviest[parent[row]], heaviest[row]);
  }
  return heaviest;
}

function ones(values: Uint8Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
