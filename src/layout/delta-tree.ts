/**
 * A comparison's tree as a flame tree, so that all that works on flame trees (boxes, keys, search, paths) works on it.
 * A box is as wide as what rose and what fell beneath it, which never cancel out; inside it as much is tinted as is left
 * when they do:
 *
 *     | layer_stack.py: __call__   +3.77 GiB                       |
 *     |████████████████████████████████████████████|               |    rose 3.90 GiB, fell 0.13 GiB
 */

import type { FlameAmounts } from '../model/amounts.ts';
import { PRESENT_BASELINE, PRESENT_CANDIDATE } from '../model/comparison.ts';
import type { DeltaTree } from '../model/comparison.ts';
import type { FlameTree } from '../model/flame.ts';
import { formatPercent, signOf } from '../model/format.ts';
import type { CompareAmounts } from '../model/view-state.ts';
import type { RectItem } from './display-list.ts';
import type { FlameRow } from './flame-index.ts';
import type { BoxPlace } from './icicle.ts';
import { signed } from './sample-amounts.ts';

/** Widths are rise + fall. Counts and times are not known. */
export function flameOfDelta(tree: DeltaTree): FlameTree {
  const { length, parent, kind, name, file, rise, fall, names } = tree;
  const total = Float64Array.from(rise, (value, row) => value + fall[row]);
  const self = Float64Array.from(total);
  for (let row = length - 1; row > 0; row--) self[parent[row]] -= total[row];
  // A sum of shares may end a hair below its parts.
  for (let row = 0; row < length; row++) self[row] = Math.max(0, self[row]);
  const unknown = new Float64Array(length).fill(NaN);
  const [definitionLine, count] = [new Int32Array(length), new Uint32Array(length)];
  return { length, parent, kind, name, file, definitionLine, self, total, count, oldest: unknown, newest: unknown, names };
}

/** Shares and their differences, in percent. */
export const SHARES: FlameAmounts = {
  short: (share) => `${signOf(share)}${formatPercent(Math.abs(share))}`,
  exact: (share) => `${signOf(share)}${(Math.abs(share) * 100).toFixed(4)} %`,
};

export function amountsFor(mode: CompareAmounts, bytes: FlameAmounts): FlameAmounts {
  return mode === 'share' ? SHARES : bytes;
}

/** What a node has more (+) or less in the candidate. */
export function netOf(tree: DeltaTree, row: FlameRow): number {
  return tree.rise[row] - tree.fall[row];
}

export type Presence = 'both' | 'new' | 'vanished';

export function presenceOf(tree: DeltaTree, row: FlameRow): Presence {
  const presence = tree.presence[row];
  if (presence === PRESENT_CANDIDATE) return 'new';
  return presence === PRESENT_BASELINE ? 'vanished' : 'both';
}

/** `new +3.77 GiB`, `vanished −12.0 MiB`, `+3.77 GiB`, `±0 B`. */
export function deltaText(net: number, presence: Presence, amounts: FlameAmounts): string {
  const amount = net === 0 ? `±${amounts.short(0)}` : signed(net, amounts.short);
  return presence === 'both' ? amount : `${presence} ${amount}`;
}

/** A tint is seen by its edge too: on top where it rose, below where it fell. */
const EDGE = 3;

/** The box in grey, with its net change tinted from the left. `width` of the tree's boxes is rise + fall. */
export function deltaFill(place: BoxPlace, rise: number, fall: number): RectItem[] {
  const { x, y, width, height } = place;
  const items: RectItem[] = [{ kind: 'rect', ...place, fill: 'delta-even' }];
  const net = rise - fall;
  if (net === 0) return items;
  const tinted = Math.max(1, Math.min(width, Math.round((Math.abs(net) / (rise + fall)) * width)));
  const [fill, line] = net > 0 ? (['delta-rise', 'delta-rise-line'] as const) : (['delta-fall', 'delta-fall-line'] as const);
  items.push({ kind: 'rect', x, y, width: tinted, height, fill });
  items.push({ kind: 'rect', x, y: net > 0 ? y : y + height - EDGE, width: tinted, height: EDGE, fill: line });
  return items;
}
