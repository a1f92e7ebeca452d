/** What differs between the two sides as they are shown, worked out by a worker of its own. */

import { useEffect, useMemo, useState } from 'react';
import type { Comparison } from '../../model/comparison.ts';
import type { ComparedSide, OpenComparison } from '../../state/app-state.ts';
import { shownSides } from '../../state/compare-state.ts';
import { useAppState } from '../../state/store.ts';
import { useSession } from '../common/session.ts';

/** The sides that a comparison is of: they change together, so that no number stands under the other name. */
export interface ShownComparison {
  comparison: Comparison;
  baseline: ComparedSide['digest'];
  candidate: ComparedSide['digest'];
  /** The baseline is the second side. */
  swapped: boolean;
}

export interface ComparisonLoad {
  /** The newest one, which stays while another is on its way; null until the first. */
  shown: ShownComparison | null;
  isWaiting: boolean;
  /** Why there is none. */
  fault: string | null;
}

export function useComparison(open: OpenComparison): ComparisonLoad {
  const session = useSession();
  const swapped = useAppState((state) => state.view.compare?.swapped ?? false);
  const { baseline, candidate } = useMemo(() => {
    const sides = shownSides(open, { compare: { swapped } });
    return { baseline: sides.baseline.digest, candidate: sides.candidate.digest };
  }, [open, swapped]);
  const [shown, setShown] = useState<ShownComparison | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let isStale = false;
    session.compare(baseline, candidate).then(
      (comparison) => {
        if (isStale || comparison === null) return;
        setFault(null);
        setShown({ comparison, baseline, candidate, swapped });
      },
      (error: unknown) => {
        if (!isStale) setFault(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      isStale = true;
    };
  }, [session, baseline, candidate, swapped]);
  const isWaiting = fault === null && (shown?.baseline !== baseline || shown.candidate !== candidate);
  return { shown, isWaiting, fault };
}
