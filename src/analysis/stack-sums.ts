/** Samples added up by their stack: most dumps have many samples with the same one, told apart by size and labels. */

import type { Snapshot } from '../model/snapshot.ts';

export interface StackSums {
  /** Distinct stacks, in the order in which samples first have them. */
  length: number;
  /** Innermost row of the stack; -1 for the samples without one. */
  row: Int32Array;
  /** `values[i * types + type]`. */
  values: Float64Array;
  samples: Uint32Array;
}

/**
 * @param values as `SampleTable.values`, stated or drawn
 * @param mask 0 for each sample that is left out
 */
export function sumByStack(snapshot: Snapshot, values: Float64Array, mask?: Uint8Array): StackSums {
  const types = snapshot.sampleTypes.length;
  const { length: samples, stack } = snapshot.samples;
  // A large dump has a million samples of few stacks: room for a million sums would be half of the work.
  const most = Math.min(samples, snapshot.stacks.length + 1);
  /** By row + 1: index of the sum + 1, or 0. */
  const indexOf = new Int32Array(snapshot.stacks.length + 1);
  const row = new Int32Array(most);
  const sums = new Float64Array(most * types);
  const counts = new Uint32Array(most);
  let length = 0;
  for (let sample = 0; sample < samples; sample++) {
    if (mask !== undefined && mask[sample] === 0) continue;
    const place = stack[sample] + 1;
    let index = indexOf[place] - 1;
    if (index < 0) {
      index = length++;
      indexOf[place] = length;
      row[index] = place - 1;
    }
    counts[index]++;
    for (let type = 0; type < types; type++) sums[index * types + type] += values[sample * types + type];
  }
  return {
    length,
    row: row.subarray(0, length),
    values: sums.subarray(0, length * types),
    samples: counts.subarray(0, length),
  };
}
