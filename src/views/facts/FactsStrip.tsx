import type { ReactNode } from 'react';
import type { AllocatorSummary, Summary } from '../../model/summary.ts';
import { FactItem } from './FactItem.tsx';
import { factsOf } from './facts-of.ts';

interface Props {
  summary: Summary;
  /** The one that is shown; null where the profile has none. */
  allocator: AllocatorSummary | null;
}

export function FactsStrip({ summary, allocator }: Props): ReactNode {
  return (
    <section aria-label="Facts">
      <ul className="facts">
        {factsOf(summary, allocator).map((fact) => (
          <FactItem key={fact.key} fact={fact} />
        ))}
      </ul>
    </section>
  );
}
