/** How the boxes of a comparison look and read: by what changed in them, not by what they hold. */

import { deltaFill, deltaText, netOf, presenceOf } from '../../layout/delta-tree.ts';
import type { FlameIndex, FlameRow } from '../../layout/flame-index.ts';
import type { BoxFill } from '../../layout/icicle.ts';
import type { RowTexts } from '../../layout/icicle-labels.ts';
import type { FlameAmounts } from '../../model/amounts.ts';
import type { DeltaTree } from '../../model/comparison.ts';
import { describeDelta, describeMergedDelta } from './compare-words.ts';

export interface DeltaLook {
  texts: RowTexts;
  fill: BoxFill;
  /** One line on a row, and on the rows of a merged box. */
  describe: (row: FlameRow) => string;
  describeMerged: (rows: readonly FlameRow[]) => string;
}

/** `index` is of the same tree, as `flameOfDelta` makes it. */
export function deltaLook(
  tree: DeltaTree,
  { end }: FlameIndex,
  words: { amounts: FlameAmounts; rootText: string },
): DeltaLook {
  const siblingsFrom = (first: FlameRow): { rise: number; fall: number } => {
    const sum = { rise: 0, fall: 0 };
    for (let row = first; row < end[tree.parent[first]]; row = end[row]) {
      sum.rise += tree.rise[row];
      sum.fall += tree.fall[row];
    }
    return sum;
  };
  return {
    texts: {
      row: (row) => deltaText(netOf(tree, row), row === 0 ? 'both' : presenceOf(tree, row), words.amounts),
      siblingsFrom: (row) => {
        const { rise, fall } = siblingsFrom(row);
        return deltaText(rise - fall, 'both', words.amounts);
      },
    },
    fill: (place, row, isMerged) => {
      const { rise, fall } = isMerged ? siblingsFrom(row) : { rise: tree.rise[row], fall: tree.fall[row] };
      return deltaFill(place, rise, fall);
    },
    describe: (row) => describeDelta(tree, row, words),
    describeMerged: (rows) => describeMergedDelta(tree, rows, words),
  };
}
