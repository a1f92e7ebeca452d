/** What functions hold, by their names: to compare snapshots, whose indices differ. */

import type { Snapshot } from '../model/snapshot.ts';
import type { FunctionSums } from './snapshot-tops.ts';

/** What stands in a list for all samples without a frame that counts. */
export const NO_USER_FRAME = '(no user frame)';

export interface NamedSum {
  function: string;
  file: string;
  /** One number for each sample type. */
  values: number[];
}

/** One entry for each function that some sample counts for. Keys are the same in every snapshot. */
export function namedSums(snapshot: Snapshot, sums: FunctionSums): Map<string, NamedSum> {
  const { functions, strings } = snapshot;
  const { types } = sums;
  const named = new Map<string, NamedSum>();
  for (let row = 0; row <= functions.length; row++) {
    if (sums.samples[row] === 0) continue;
    const isFunction = row < functions.length;
    const name = isFunction ? strings[functions.name[row]] : NO_USER_FRAME;
    const file = isFunction ? strings[functions.file[row]] : '';
    const values = Array.from(sums.values.subarray(row * types, (row + 1) * types));
    named.set(`${name}\n${file}`, { function: name, file, values });
  }
  return named;
}
