import type { ReactNode } from 'react';
import type { Fact } from '../common/FactItem.tsx';

/** The numbers people come for, exact, with what each of them counts. */
export function ReportFacts({ facts }: { facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="report-facts">
      {facts.map(({ key, value, label, exact, meaning }) => (
        <div key={key} className={`report-fact fact-${key}`} title={meaning}>
          <dt>{label}</dt>
          <dd>
            <span className="fact-value">{value}</span>
            {exact !== value && <small>{exact}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
