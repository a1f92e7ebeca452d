/**
 * What one profile alone tells of another depth: which of its allocations come once for each block.
 *
 * An array that stacks its blocks has a size that the number of blocks divides; arrays of separate blocks come in
 * groups of that many. Nearly every size is divided by a power of two, so for 4 or 8 blocks a size proves nothing.
 */

import type { EqualAllocations, MemoryGroup, MomentFigures } from '../../model/projection.ts';
import type { Bytes } from '../../model/units.ts';

/** Bytes that grow with the number of blocks: surely, and at most. */
export interface Scaling {
  atLeast: Bytes;
  atMost: Bytes;
}

/** An arena holds what each block needs and what is needed once; only its whole is known. */
export function scalingOf(moment: MomentFigures, group: MemoryGroup, depth: number): Scaling {
  const bytes = moment.groups[group] ?? 0;
  if (group === 'temp') return { atLeast: 0, atMost: bytes };
  // Weights that were there before carry no sizes. The copies say what part of them is stacked at least.
  if (group === 'weights') return { atLeast: Math.min(bytes, stackedBytes(moment.sizes.copies ?? [], depth)), atMost: bytes };
  return { atLeast: Math.min(bytes, stackedBytes(moment.sizes[group] ?? [], depth)), atMost: bytes };
}

function stackedBytes(sizes: readonly EqualAllocations[], depth: number): Bytes {
  return sizes.reduce((sum, one) => sum + (scalesWith(one, depth) ? one.bytes * one.count : 0), 0);
}

function scalesWith({ bytes, count }: EqualAllocations, depth: number): boolean {
  if (depth > 1 && count % depth === 0) return true;
  const odd = oddPart(depth);
  return odd > 1 && bytes % odd === 0;
}

function oddPart(depth: number): number {
  let odd = depth;
  while (odd > 1 && odd % 2 === 0) odd /= 2;
  return odd;
}

/**
 * The number of blocks, where several kinds of allocation repeat so that one number divides all of their counts; null
 * otherwise. `counts` are those of the large allocations, by size.
 */
export function guessDepth(counts: readonly number[]): number | null {
  const repeated = counts.filter((count) => count > 1);
  if (repeated.length < 2 || repeated.length < counts.length) return null;
  const common = repeated.reduce(greatestCommonDivisor);
  return common > 1 && common <= MOST_BLOCKS ? common : null;
}

/** Deeper models are rare; a larger number counts steps, not blocks. */
const MOST_BLOCKS = 256;

function greatestCommonDivisor(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b];
  return a;
}
