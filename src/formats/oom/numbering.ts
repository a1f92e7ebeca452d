/** Numbers reports in the order of the text and marks those that say the same as an earlier one. */

import type { OomReport } from '../../model/oom.ts';

/**
 * A report is the same as an earlier one of its family that asks for exactly as many bytes, or (buffer assignments)
 * that lists the same totals and buffers. Rounded sizes prove nothing.
 */
export function numberReports(reports: readonly OomReport[]): OomReport[] {
  const firsts = new Map<string, number>();
  return reports.map((report, i) => {
    const numbered: OomReport = { ...report, n: i + 1 };
    const key = identity(report);
    if (key === null) return numbered;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, numbered.n);
    else numbered.sameAs = first;
    return numbered;
  });
}

function identity(report: OomReport): string | null {
  if (report.family === 'F7')
    return report.stats ? `F7 ${JSON.stringify(report.stats)} ${report.peakBuffers?.length}` : null;
  const requested = 'requested' in report ? report.requested : undefined;
  return requested?.exact ? `${report.family} ${requested.bytes}` : null;
}
