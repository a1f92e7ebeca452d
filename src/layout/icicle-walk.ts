/** Moving from box to box by keys: up to the caller, down to the largest callee, sideways among siblings. */

import type { FrameMatches } from './frame-search.ts';
import type { FlameIndex } from './flame-index.ts';
import type { BoxIndex, IcicleBoxes } from './icicle-boxes.ts';

export type BoxMove = 'parent' | 'child' | 'next' | 'previous' | 'first' | 'last' | 'root';

/** The box that a move leads to; the same one where there is none in that direction. */
export function moveBox(boxes: IcicleBoxes, from: BoxIndex, move: BoxMove): BoxIndex {
  const [first, last] = siblingsOf(boxes, from);
  switch (move) {
    case 'parent':
      return Math.max(0, boxes.parent[from]);
    case 'child':
      return boxes.firstChild[from] < 0 ? from : boxes.firstChild[from];
    case 'next':
      return Math.min(from + 1, last);
    case 'previous':
      return Math.max(from - 1, first);
    case 'first':
      return first;
    case 'last':
      return last;
    case 'root':
      return 0;
  }
}

/** The first and last box with the same parent. Siblings lie side by side. */
export function siblingsOf(boxes: IcicleBoxes, box: BoxIndex): [first: BoxIndex, last: BoxIndex] {
  const parent = boxes.parent[box];
  if (parent < 0) return [box, box];
  const first = boxes.firstChild[parent];
  let last = first;
  while (last + 1 < boxes.length && boxes.parent[last + 1] === parent) last++;
  return [first, last];
}

/** How many rows with a match a box stands for: 0 or 1, or as many as its merged siblings and all beneath them. */
export function matchesIn({ tree, end }: FlameIndex, boxes: IcicleBoxes, matches: FrameMatches, box: BoxIndex): number {
  const row = boxes.row[box];
  if (boxes.merged[box] === 0) return matches.matched[row];
  return matches.before[end[tree.parent[row]]] - matches.before[row];
}

/**
 * The next box with a match, in the order of the tree: largest branch first, each branch before its sibling. From the
 * last it goes on with the first; -1 where nothing matches.
 */
export function nextMatch(
  index: FlameIndex,
  boxes: IcicleBoxes,
  matches: FrameMatches,
  from: BoxIndex,
  step: 1 | -1,
): BoxIndex {
  const found: BoxIndex[] = [];
  for (let box = 0; box < boxes.length; box++) if (matchesIn(index, boxes, matches, box) > 0) found.push(box);
  if (found.length === 0) return -1;
  found.sort((a, b) => boxes.row[a] - boxes.row[b]);
  const at = found.indexOf(from);
  if (at >= 0) return found[(at + step + found.length) % found.length];
  const after = found.findIndex((box) => boxes.row[box] > boxes.row[from]);
  if (step > 0) return found[Math.max(0, after)];
  return found[(after < 0 ? found.length : after) - 1] ?? found[found.length - 1];
}
