import type { ReactNode } from 'react';
import { FactItem } from './FactItem.tsx';
import type { Fact } from './FactItem.tsx';

/** The numbers people come for, in one strip. */
export function FactsStrip({ facts }: { facts: readonly Fact[] }): ReactNode {
  return (
    <section aria-label="Facts">
      <ul className="facts">
        {facts.map((fact) => (
          <FactItem key={fact.key} fact={fact} />
        ))}
      </ul>
    </section>
  );
}
