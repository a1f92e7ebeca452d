/** Comparisons that were worked out, each once for two digests: swapping the sides and back asks no worker again. */

import type { Comparison } from './model/comparison.ts';
import type { ProfileDigest } from './model/digest.ts';
import { CompareClient } from './worker/compare-client.ts';

export class Comparisons {
  private readonly client = new CompareClient();
  private readonly known = new WeakMap<ProfileDigest, WeakMap<ProfileDigest, Promise<Comparison | null>>>();

  /** Null where a later question took its place; rejected with a sentence where it failed. */
  of(baseline: ProfileDigest, candidate: ProfileDigest): Promise<Comparison | null> {
    const known = this.known.get(baseline) ?? new WeakMap<ProfileDigest, Promise<Comparison | null>>();
    const kept = known.get(candidate);
    if (kept !== undefined) return kept;
    const comparison = this.client.compare(baseline, candidate);
    this.known.set(baseline, known.set(candidate, comparison));
    // The next one who asks gets another try.
    comparison.then(
      (found) => found === null && known.delete(candidate),
      () => known.delete(candidate),
    );
    return comparison;
  }

  /** Ends the worker; the next question starts another. */
  close(): void {
    this.client.close();
  }
}
