import type { ReactNode } from 'react';
import type { FindingChanges } from '../../model/comparison.ts';
import type { Finding } from '../../model/finding.ts';
import { formatBytesBoth, formatQuantity } from '../../model/format.ts';
import { signedBoth } from './compare-words.ts';

/** How many findings differ: what the tab says. */
export function changedFindings({ onlyBaseline, onlyCandidate, changed }: FindingChanges): number {
  return onlyBaseline.length + onlyCandidate.length + changed.length;
}

/** Findings that one side alone has, and those that both have. */
export function FindingsCompared({ findings }: { findings: FindingChanges }): ReactNode {
  const { onlyBaseline, onlyCandidate, changed, unchanged } = findings;
  if (changedFindings(findings) + unchanged.length === 0) {
    return <p className="flame-empty">Neither side has a finding.</p>;
  }
  return (
    <div className="compare-findings" tabIndex={0} role="group" aria-label="Findings of both sides">
      <Part title="Only in the candidate" findings={onlyCandidate} />
      <Part title="Only in the baseline" findings={onlyBaseline} />
      {changed.length > 0 && (
        <section>
          <h3>{`In both, changed (${String(changed.length)})`}</h3>
          <ul>
            {changed.map(({ baseline, candidate }) => (
              <li key={`${candidate.title} ${String(candidate.moment)}`}>
                <h4>{`${candidate.title}: ${signedBoth(candidate.bytes - baseline.bytes)}`}</h4>
                <p>
                  <span className="compare-side">Baseline</span> {baseline.sentence}
                </p>
                <p>
                  <span className="compare-side">Candidate</span> {candidate.sentence}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {unchanged.length > 0 && (
        <details>
          <summary>{`${formatQuantity(unchanged.length, 'finding')} the same on both sides`}</summary>
          <ul>
            {unchanged.map(({ candidate }) => (
              <One key={`${candidate.title} ${String(candidate.moment)}`} finding={candidate} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Part({ title, findings }: { title: string; findings: readonly Finding[] }): ReactNode {
  if (findings.length === 0) return null;
  return (
    <section>
      <h3>{`${title} (${String(findings.length)})`}</h3>
      <ul>
        {findings.map((finding) => (
          <One key={`${finding.title} ${String(finding.moment)}`} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

function One({ finding }: { finding: Finding }): ReactNode {
  return (
    <li>
      <h4>{`${finding.title}: ${formatBytesBoth(finding.bytes)}`}</h4>
      <p>{finding.sentence}</p>
    </li>
  );
}
