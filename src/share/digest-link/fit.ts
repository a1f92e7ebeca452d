/** As much of a digest as a link may be long. */

import { encodeDigests } from './codec.ts';
import type { Digests, LinkLimits } from './reduce.ts';
import { DEFAULT_LIMITS, reduceDigests } from './reduce.ts';

/** Fewer boxes first, then fewer steps: a curve without its shape is no picture, and small boxes are seldom read. */
const STEPS: readonly LinkLimits[] = [
  DEFAULT_LIMITS,
  { ...DEFAULT_LIMITS, nodes: 220 },
  { ...DEFAULT_LIMITS, nodes: 160, evidence: 4, findings: 24 },
  { points: 192, nodes: 120, evidence: 3, findings: 16, rows: 12 },
  { points: 128, nodes: 90, evidence: 2, findings: 12, rows: 8 },
  { points: 96, nodes: 60, evidence: 1, findings: 8, rows: 6 },
  { points: 64, nodes: 40, evidence: 0, findings: 5, rows: 4 },
  { points: 32, nodes: 20, evidence: 0, findings: 3, rows: 2 },
];

export interface FittedDigests {
  /** The value of `d=`. */
  encoded: string;
  /** The same as somebody who opens the link gets it. */
  digests: Digests;
  /** What had to be left out, a phrase each. */
  leftOut: string[];
}

/**
 * The first of the steps down that is at most `most` characters; the last one where none is. `change` is applied to
 * what is kept, before it is written.
 */
export function fitDigests(
  whole: Digests,
  most: number,
  change: (reduced: Digests) => Digests = (reduced) => reduced,
): FittedDigests {
  let best: FittedDigests | null = null;
  for (const limits of STEPS) {
    const reduced = reduceDigests(whole, limits);
    const digests = change(reduced.digests);
    best = { encoded: encodeDigests(digests), digests, leftOut: reduced.leftOut };
    if (best.encoded.length <= most) break;
  }
  if (best === null) throw new Error('There is no step of detail.');
  return best;
}
