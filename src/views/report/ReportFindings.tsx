import type { ReactNode } from 'react';
import type { Finding } from '../../model/finding.ts';
import { formatBytesBoth } from '../../model/format.ts';

/** Findings in words, the most important first. */
export function ReportFindings({ title, findings }: { title: string; findings: readonly Finding[] }): ReactNode {
  if (findings.length === 0) return null;
  return (
    <section className="report-findings">
      <h2>{title}</h2>
      <ul>
        {findings.map((finding, index) => (
          <li key={`${finding.kind} ${String(finding.moment)} ${String(index)}`}>
            <h3>{finding.title}</h3>
            <p>{finding.sentence}</p>
            <p className="report-note">{`${formatBytesBoth(finding.bytes)}, ${finding.allocator}`}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
