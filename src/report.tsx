/** The form of a report: a page of its own, in one file, that draws the data that was put into it. */

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readReport } from './share/report-data.ts';
import { ReportScreen } from './views/ReportScreen.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/report.css';

const root = document.getElementById('root');
const data = document.getElementById('report');
if (root === null || data === null) throw new Error('report.html has no #root or no #report.');

const read = readReport(data.textContent ?? '');
if (read.kind === 'report') {
  const { baseline, candidate } = read.report.digests;
  const names = baseline === null ? candidate.name : `${baseline.name} against ${candidate.name}`;
  document.title = `${names} – Highwater`;
}
createRoot(root).render(
  <StrictMode>
    {read.kind === 'report' ? <ReportScreen report={read.report} /> : <p className="report-fault">{read.reason}</p>}
  </StrictMode>,
);
