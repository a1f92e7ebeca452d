/** The table of deltas: what each call site, program or class holds on both sides. */

import type { DeltaRow } from '../../model/comparison.ts';
import type { FlameGrouping, FlameTree } from '../../model/flame.ts';
import type { Bytes } from '../../model/units.ts';
import { frameKey, type FrameNaming, type NamedFrame } from './frame-key.ts';

interface Sum {
  frame: NamedFrame;
  bytes: Bytes;
  count: number;
}

/**
 * By the size of the delta, then by name; what did not change comes last. Call sites, programs and classes are the
 * boxes right under the root; by call stack a row is the innermost frame. Both ways the deltas add up to the whole.
 */
export function deltaRows(
  grouping: FlameGrouping,
  baseline: FlameTree,
  candidate: FlameTree,
  naming: FrameNaming,
): DeltaRow[] {
  const before = sumByFrame(grouping, baseline, naming);
  const after = sumByFrame(grouping, candidate, naming);
  const keys = new Set([...before.keys(), ...after.keys()]);
  const rows = [...keys].map((key) => ({ key, row: rowOf(before.get(key), after.get(key)) }));
  rows.sort((a, b) => Math.abs(b.row.delta) - Math.abs(a.row.delta) || (a.key < b.key ? -1 : 1));
  return rows.map(({ row }) => row);
}

function rowOf(before: Sum | undefined, after: Sum | undefined): DeltaRow {
  const frame = after?.frame ?? before?.frame ?? { kind: 0, name: '', file: null };
  const side = (sum: Sum | undefined): DeltaRow['baseline'] =>
    sum === undefined ? null : { bytes: sum.bytes, count: sum.count };
  return {
    ...frame,
    baseline: side(before),
    candidate: side(after),
    delta: (after?.bytes ?? 0) - (before?.bytes ?? 0),
  };
}

function sumByFrame(grouping: FlameGrouping, tree: FlameTree, naming: FrameNaming): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  const isByStack = grouping === 'stack';
  const count = isByStack ? ownCounts(tree) : tree.count;
  const bytes = isByStack ? tree.self : tree.total;
  for (let row = isByStack ? 0 : 1; row < tree.length; row++) {
    if (isByStack ? bytes[row] === 0 && count[row] === 0 : tree.parent[row] !== 0) continue;
    const frame = naming(tree, row);
    const key = frameKey(frame);
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { frame, bytes: bytes[row], count: count[row] });
    else {
      sum.bytes += bytes[row];
      sum.count += count[row];
    }
  }
  return sums;
}

function ownCounts({ length, parent, count }: FlameTree): Float64Array {
  const own = Float64Array.from(count);
  for (let row = 1; row < length; row++) own[parent[row]] -= count[row];
  return own;
}
