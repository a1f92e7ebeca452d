/** The two curves of a comparison of traces, ready to be drawn. */

import type { ComparedCurves } from '../../layout/compare-frame.ts';
import type { Alignment } from '../../model/comparison.ts';
import type { CurveWindow } from '../../model/curve.ts';
import type { ProfileDigest } from '../../model/digest.ts';
import type { AllocatorSummary } from '../../model/summary.ts';

/** Raw steps of each side, where they were asked for. */
export interface CompareWindows {
  baseline: CurveWindow | null;
  candidate: CurveWindow | null;
}

/** Null where a side has no time axis. */
export function comparedCurves(
  baseline: ProfileDigest,
  candidate: ProfileDigest,
  alignment: Alignment,
  windows: CompareWindows,
): ComparedCurves | null {
  const [a, b] = [allocatorOf(baseline), allocatorOf(candidate)];
  if (a === null || b === null) return null;
  return {
    baseline: { curves: a.curves, peak: a.peak, window: windows.baseline, origin: alignment.baseline },
    candidate: { curves: b.curves, peak: b.peak, window: windows.candidate, origin: alignment.candidate },
  };
}

export function allocatorOf(digest: ProfileDigest): AllocatorSummary | null {
  return digest.kind === 'trace' ? (digest.summary.allocators[digest.allocator] ?? null) : null;
}
