import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { KIND_COLORS } from '../layout/icicle.ts';
import { layoutTimeline } from '../layout/timeline.ts';
import { amountsOfType, BYTES } from '../model/amounts.ts';
import type { FlameAmounts } from '../model/amounts.ts';
import type { ProfileDigest } from '../model/digest.ts';
import type { FlameGrouping } from '../model/flame.ts';
import { formatTime } from '../model/format.ts';
import type { AllocatorSummary } from '../model/summary.ts';
import { wholeRange } from '../model/time-range.ts';
import type { Report } from '../share/report-data.ts';
import { canvasMeasurer } from './canvas/painter.ts';
import { Picture } from './common/Picture.tsx';
import { dumpFacts } from './dump/dump-facts.ts';
import { factsOf } from './facts/facts-of.ts';
import { KIND_WORDS, legendKinds } from './flame/sentences.ts';
import { BRANCHES, branchRows, moreText } from './report/report-rows.ts';
import { CURVE_HEIGHT, REPORT_WIDTH } from './report/report-width.ts';
import { ReportComparison } from './ReportComparison.tsx';
import { ReportFacts } from './report/ReportFacts.tsx';
import { ReportFindings } from './report/ReportFindings.tsx';
import { ReportFlame } from './report/ReportFlame.tsx';
import { ReportTable } from './report/ReportTable.tsx';

/** One profile, or two held against each other, in one page that needs nothing else. */
export function ReportScreen({ report }: { report: Report }): ReactNode {
  const { digests, comparison, leftOut, build } = report;
  const { baseline, candidate } = digests;
  const names = baseline === null ? candidate.name : `${baseline.name} against ${candidate.name}`;
  return (
    <main className="report">
      <h1>{names}</h1>
      {comparison !== null && baseline !== null && (
        <ReportComparison comparison={comparison} baseline={baseline} candidate={candidate} />
      )}
      {baseline !== null && <ProfileReport digest={baseline} title={`Baseline: ${baseline.name}`} />}
      <ProfileReport digest={candidate} title={baseline === null ? null : `Candidate: ${candidate.name}`} />
      <footer className="report-note">
        <p>{`Written by Highwater ${build}. 1 GiB is 1,024 MiB. This file holds all that it shows and asks for nothing.`}</p>
        {leftOut.length > 0 && <p>{`Of the whole profile it leaves out: ${leftOut.join('; ')}. Peaks and totals are exact.`}</p>}
      </footer>
    </main>
  );
}

function ProfileReport({ digest, title }: { digest: ProfileDigest; title: string | null }): ReactNode {
  const shown = digest.kind === 'trace' ? (digest.summary.allocators[digest.allocator] ?? null) : null;
  const amounts = digest.kind === 'trace' ? BYTES : amountsOfType(digest.summary.sampleTypes[digest.sampleType]);
  const facts = digest.kind === 'trace' ? factsOf(digest.summary, shown) : dumpFacts(digest.summary, digest.sampleType);
  const { stack } = digest.trees;
  const when = shown === null ? digest.name : `the window peak, ${formatTime(shown.peak.time, undefined, shown.curves.end)}`;
  return (
    <section className="report-profile" aria-label={title ?? digest.name}>
      {title !== null && <h2>{title}</h2>}
      <ReportFacts facts={facts} />
      {digest.kind === 'trace' && digest.summary.whyNoMemory.map((sentence) => <p key={sentence}>{sentence}</p>)}
      {shown !== null && <Curve allocator={shown} />}
      {digest.kind === 'trace' && <ReportFindings title="Findings" findings={digest.summary.findings} />}
      {stack !== undefined && stack.length > 1 && (
        <section>
          <h2>{`Alive at ${when}, by call stack`}</h2>
          <ReportFlame
            tree={stack}
            amounts={amounts}
            rootText={`alive at ${when}`}
            legend={legendKinds(stack).map((kind) => ({ fill: KIND_COLORS[kind], words: KIND_WORDS[kind] }))}
          />
        </section>
      )}
      <Branches digest={digest} amounts={amounts} />
    </section>
  );
}

function Curve({ allocator }: { allocator: AllocatorSummary }): ReactNode {
  const list = useMemo(() => {
    const { start, end } = allocator.curves;
    const screen = { width: REPORT_WIDTH, height: CURVE_HEIGHT, pixelRatio: 1, measure: canvasMeasurer() };
    return layoutTimeline({ allocator, range: wholeRange(start, end), window: null, ...screen }).list;
  }, [allocator]);
  return (
    <section>
      <h2>Memory in use</h2>
      <Picture list={list} />
      <p className="report-note">{list.title}</p>
    </section>
  );
}

function Branches({ digest, amounts }: { digest: ProfileDigest; amounts: FlameAmounts }): ReactNode {
  const head = ['', 'Held', 'Exactly', 'Share', digest.kind === 'trace' ? 'Allocations' : 'Samples'];
  return (Object.keys(BRANCHES) as FlameGrouping[]).map((grouping) => {
    const tree = digest.trees[grouping];
    if (tree === undefined || tree.length < 2) return null;
    const table = branchRows(tree, amounts);
    return <ReportTable key={grouping} caption={BRANCHES[grouping] ?? ''} head={head} rows={table.rows} more={moreText(table)} />;
  });
}
