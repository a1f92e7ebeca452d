import type { ReactNode } from 'react';
import { formatCount, formatQuantity } from '../../model/format.ts';
import type { OomReport } from '../../model/oom.ts';
import { kindOfReport, namesOfReport, sizesOfReport } from './oom-words.ts';
import { WideTable } from './WideTable.tsx';

/** A log that fails in a loop repeats its messages a thousand times. */
const MOST_LISTED = 50;

/** The messages that belong to an incident, by line. */
export function IncidentReports({ reports }: { reports: readonly OomReport[] }): ReactNode {
  const rest = reports.length - MOST_LISTED;
  return (
    <details className="oom-reports">
      <summary>{`Read from ${formatQuantity(reports.length, 'message')}`}</summary>
      <WideTable label="Messages of this failure">
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">From</th>
              <th scope="col">Says</th>
              <th scope="col">Names</th>
            </tr>
          </thead>
          <tbody>
            {reports.slice(0, MOST_LISTED).map((report) => (
              <tr key={report.n}>
                <th scope="row">{formatCount(report.line)}</th>
                <td>{kindOfReport(report)}</td>
                <td>{sizesOfReport(report)}</td>
                <td>{namesOfReport(report)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      {rest > 0 && <p>{`and ${formatCount(rest)} more`}</p>}
    </details>
  );
}
