/**
 * Deltas of shares: each side divided by its own total, so that what grew with the whole does not count as a change.
 * A model of twice the size holds twice the bytes everywhere and differs nowhere.
 */

import type { DeltaRow, DeltaTree } from '../model/comparison.ts';
import { drawingOrder } from '../model/drawing-order.ts';
import type { Bytes, Fraction } from '../model/units.ts';

const LEAST_CHANGE: Fraction = 1e-12;

/** Of nothing, everything is 0. */
export function shareOf(bytes: Bytes, total: Bytes): Fraction {
  return total === 0 ? 0 : bytes / total;
}

/** What a row's share of the candidate is above its share of the baseline, −1 to 1. */
export function shareDelta({ baseline, candidate }: DeltaRow, totals: { baseline: Bytes; candidate: Bytes }): Fraction {
  return shareOf(candidate?.bytes ?? 0, totals.candidate) - shareOf(baseline?.bytes ?? 0, totals.baseline);
}

/**
 * The same tree with shares in place of bytes, and siblings in the order of their new widths. Shares are rounded, so
 * candidate − baseline = rise − fall holds to about 1e-12 here.
 */
export function sharesOfTotal(tree: DeltaTree): DeltaTree {
  const { length, parent } = tree;
  const [before, after] = [tree.baseline[0], tree.candidate[0]];
  const self = { baseline: ownOf(tree.baseline, parent), candidate: ownOf(tree.candidate, parent) };
  const rise = new Float64Array(length);
  const fall = new Float64Array(length);
  for (let row = length - 1; row >= 0; row--) {
    const stated = shareOf(self.candidate[row], after) - shareOf(self.baseline[row], before);
    // Shares that are equal may differ in their last bits, which is no change.
    const change = Math.abs(stated) < LEAST_CHANGE ? 0 : stated;
    rise[row] += Math.max(0, change);
    fall[row] += Math.max(0, -change);
    if (row === 0) continue;
    rise[parent[row]] += rise[row];
    fall[parent[row]] += fall[row];
  }
  // Rows of equal width stay as they were, which is by name.
  const order = drawingOrder(parent, (a, b) => rise[b] + fall[b] - rise[a] - fall[a]);
  const rowOf = new Int32Array(length);
  order.forEach((row, place) => (rowOf[row] = place));
  const sorted = (column: Float64Array): Float64Array => Float64Array.from(order, (row) => column[row]);
  return {
    length,
    parent: order.map((row) => (row === 0 ? -1 : rowOf[parent[row]])),
    kind: Uint8Array.from(order, (row) => tree.kind[row]),
    name: order.map((row) => tree.name[row]),
    file: order.map((row) => tree.file[row]),
    baseline: sorted(tree.baseline.map((bytes) => shareOf(bytes, before))),
    candidate: sorted(tree.candidate.map((bytes) => shareOf(bytes, after))),
    rise: sorted(rise),
    fall: sorted(fall),
    presence: Uint8Array.from(order, (row) => tree.presence[row]),
    names: tree.names,
  };
}

function ownOf(total: Float64Array, parent: Int32Array): Float64Array {
  const own = total.slice();
  for (let row = 1; row < own.length; row++) own[parent[row]] -= total[row];
  return own;
}
