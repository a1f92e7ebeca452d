import type { ReactNode } from 'react';
import { formatCount, formatQuantity } from '../../model/format.ts';
import type { OomReport } from '../../model/oom.ts';
import { kindOfReport, namesOfReport, sizesOfReport } from './oom-words.ts';
import { OomTable } from './OomTable.tsx';
import { savedReports } from './saved-tables.ts';

/** A log that fails in a loop repeats its messages a thousand times. */
const MOST_LISTED = 50;

/** The messages that belong to an incident, by line. */
export function IncidentReports({ reports }: { reports: readonly OomReport[] }): ReactNode {
  return (
    <details className="oom-reports">
      <summary>{`Read from ${formatQuantity(reports.length, 'message')}`}</summary>
      <OomTable
        name="Messages of this failure"
        head={['Line', 'From', 'Says', 'Names']}
        rows={reports
          .slice(0, MOST_LISTED)
          .map((report) => [
            formatCount(report.line),
            kindOfReport(report),
            sizesOfReport(report),
            namesOfReport(report),
          ])}
        saved={() => savedReports(reports)}
        unlisted={Math.max(0, reports.length - MOST_LISTED)}
      />
    </details>
  );
}
