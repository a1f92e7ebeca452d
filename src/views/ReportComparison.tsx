import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { layoutCompareCurves } from '../layout/compare-curves.ts';
import { wholeComparison } from '../layout/compare-frame.ts';
import { flameOfDelta } from '../layout/delta-tree.ts';
import { indexFlame } from '../layout/flame-index.ts';
import { amountsOfType, BYTES } from '../model/amounts.ts';
import type { FlameAmounts } from '../model/amounts.ts';
import type { Alignment, Comparison, DeltaTree, SideFacts } from '../model/comparison.ts';
import type { ProfileDigest } from '../model/digest.ts';
import type { FlameGrouping } from '../model/flame.ts';
import { formatBytes, formatCount, formatDuration, formatTime } from '../model/format.ts';
import { canvasMeasurer } from './canvas/painter.ts';
import { Picture } from './common/Picture.tsx';
import { alignmentText, rootText } from './compare/compare-words.ts';
import { comparedCurves } from './compare/compared-curves.ts';
import { deltaLook } from './compare/delta-look.ts';
import { DELTA_LEGEND } from './compare/DeltaLegend.tsx';
import { BRANCHES, deltaTableRows, moreText } from './report/report-rows.ts';
import { COMPARED_HEIGHT, REPORT_WIDTH } from './report/report-width.ts';
import { ReportFindings } from './report/ReportFindings.tsx';
import { ReportFlame } from './report/ReportFlame.tsx';
import { ReportTable } from './report/ReportTable.tsx';

interface Props {
  comparison: Comparison;
  baseline: ProfileDigest;
  candidate: ProfileDigest;
}

/** What differs between two profiles: in words, in one picture of both curves, in boxes, in tables. */
export function ReportComparison({ comparison, baseline, candidate }: Props): ReactNode {
  const { sentences, caveats, alignments, trees, rows, findings, unit } = comparison;
  const amounts = unit === 'bytes' ? BYTES : amountsOfType({ type: '', unit });
  const isTrace = candidate.kind === 'trace' && baseline.kind === 'trace';
  const head = ['', 'Delta', 'Exactly', 'Baseline', 'Candidate'];
  return (
    <section className="report-comparison" aria-label="Comparison">
      {sentences.map((sentence, index) => (
        <p key={sentence} className={index === 0 ? 'report-headline' : undefined}>
          {sentence}
        </p>
      ))}
      {caveats.map((caveat) => (
        <p key={caveat} className="report-note">
          {caveat}
        </p>
      ))}
      <ReportTable caption="Both sides" head={['', 'Baseline', 'Candidate']} rows={sideRows(comparison.baseline, comparison.candidate, amounts)} more="" />
      {alignments.length > 0 && <Curves baseline={baseline} candidate={candidate} alignment={alignments[0]} />}
      {trees.stack !== undefined && (
        <Boxes tree={trees.stack} amounts={amounts} rootText={rootText(comparison.candidate, isTrace, 'bytes')} />
      )}
      {(Object.keys(BRANCHES) as FlameGrouping[]).map((grouping) => {
        const table = deltaTableRows(rows[grouping] ?? [], amounts);
        if (table.rows.length === 0) return null;
        const caption = `What differs, ${(BRANCHES[grouping] ?? '').toLowerCase()}`;
        return <ReportTable key={grouping} caption={caption} head={head} rows={table.rows} more={moreText(table)} />;
      })}
      <ReportFindings title="Findings of the candidate alone" findings={findings.onlyCandidate} />
      <ReportFindings title="Findings of the baseline alone" findings={findings.onlyBaseline} />
      <ReportFindings
        title="Findings that changed, as the candidate has them"
        findings={findings.changed.map(({ candidate: after }) => after)}
      />
    </section>
  );
}

function Curves({ baseline, candidate, alignment }: Omit<Props, 'comparison'> & { alignment: Alignment }): ReactNode {
  const list = useMemo(() => {
    const curves = comparedCurves(baseline, candidate, alignment, { baseline: null, candidate: null });
    if (curves === null) return null;
    const screen = { width: REPORT_WIDTH, height: COMPARED_HEIGHT, pixelRatio: 1, measure: canvasMeasurer() };
    return layoutCompareCurves({ ...curves, range: wholeComparison(curves), ...screen }).list;
  }, [baseline, candidate, alignment]);
  if (list === null) return null;
  return (
    <section>
      <h2>{`Memory over time, ${alignmentText(alignment)}`}</h2>
      <Picture list={list} />
      <p className="report-note">{list.title}</p>
    </section>
  );
}

interface BoxesProps {
  tree: DeltaTree;
  amounts: FlameAmounts;
  rootText: string;
}

/** Both trees on each other; nothing where every box holds the same on both sides. */
function Boxes({ tree, amounts, rootText: root }: BoxesProps): ReactNode {
  const flame = useMemo(() => flameOfDelta(tree), [tree]);
  const look = useMemo(() => deltaLook(tree, indexFlame(flame), { amounts, rootText: root }), [tree, flame, amounts, root]);
  if (flame.total[0] === 0) return null;
  return (
    <section>
      <h2>What differs, by call stack</h2>
      <p className="report-note">A box is as wide as all that rose and all that fell in it; the tint is what is left.</p>
      <ReportFlame tree={flame} amounts={amounts} rootText={root} legend={DELTA_LEGEND} look={look} />
    </section>
  );
}

function sideRows(baseline: SideFacts, candidate: SideFacts, amounts: FlameAmounts): string[][] {
  const row = (name: string, text: (side: SideFacts) => string | null): string[] => [
    name,
    text(baseline) ?? 'not stated',
    text(candidate) ?? 'not stated',
  ];
  const bytes = (value: number | null): string | null => (value === null ? null : formatBytes(value));
  const rows = [
    row('name', ({ name }) => name),
    row('counted', ({ counted }) => counted),
    row('total', ({ total }) => amounts.short(total)),
    row('total, exactly', ({ total }) => formatCount(total)),
    row('device', ({ device }) => device),
    row('time of the peak', ({ peakTime }) => (peakTime === null ? null : formatTime(peakTime))),
    row('duration', ({ duration }) => (duration === null ? null : formatDuration(duration))),
    row('lifetime peak', ({ lifetimePeak }) => bytes(lifetimePeak)),
    row('in use before the capture', ({ inUseBefore }) => bytes(inUseBefore)),
    row('capacity', ({ capacity }) => bytes(capacity)),
  ];
  return rows.filter(([, before, after]) => before !== 'not stated' || after !== 'not stated');
}
