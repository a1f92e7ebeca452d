/** What is chosen in the flame view. A merged box has no name, so it is held by its caller. */

import type { FlameIndex, FlameRow } from '../../layout/flame-index.ts';
import type { BoxIndex, IcicleBoxes } from '../../layout/icicle-boxes.ts';
import { boxOfRow } from '../../layout/icicle-boxes.ts';
import { siblingsOf } from '../../layout/icicle-walk.ts';

export type FlameSelection =
  | { kind: 'node'; row: FlameRow }
  /** The merged children of a row. How many they are depends on the width of the picture. */
  | { kind: 'merged'; parent: FlameRow; rows: readonly FlameRow[] };

export function selectionOfBox(index: FlameIndex, boxes: IcicleBoxes, box: BoxIndex): FlameSelection {
  const row = boxes.row[box];
  if (boxes.merged[box] === 0) return { kind: 'node', row };
  return { kind: 'merged', parent: index.tree.parent[row], rows: mergedRows(index, boxes, box) };
}

/** The siblings that a merged box stands for. */
export function mergedRows({ tree, end }: FlameIndex, boxes: IcicleBoxes, box: BoxIndex): FlameRow[] {
  const rows: FlameRow[] = [];
  const first = boxes.row[box];
  for (let row = first; row < end[tree.parent[first]]; row = end[row]) rows.push(row);
  return rows;
}

/** The box that shows a selection; -1 where it is outside the focus. */
export function boxOfSelection(index: FlameIndex, boxes: IcicleBoxes, selection: FlameSelection): BoxIndex {
  if (selection.kind === 'node') return boxOfRow(boxes, index, selection.row);
  const parent = boxOfRow(boxes, index, selection.parent);
  const child = parent < 0 ? -1 : boxes.firstChild[parent];
  if (child < 0) return parent;
  const [, last] = siblingsOf(boxes, child);
  return boxes.merged[last] > 0 ? last : parent;
}
