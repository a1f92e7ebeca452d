import type { ReactNode } from 'react';
import { signed } from '../../layout/sample-amounts.ts';
import { BYTES, type FlameAmounts } from '../../model/amounts.ts';
import type { Comparison, SideFacts } from '../../model/comparison.ts';
import { formatDuration, formatTime } from '../../model/format.ts';

interface Props {
  comparison: Comparison;
  amounts: FlameAmounts;
  isTrace: boolean;
}

interface Row {
  label: string;
  /** Null where the file does not say. */
  of: (side: SideFacts) => number | null;
  amounts: FlameAmounts;
}

const DURATION: FlameAmounts = { short: formatDuration, exact: formatDuration };

/** The facts of both sides, side by side. What neither states is left out. */
export function SideFactsTable({ comparison, amounts, isTrace }: Props): ReactNode {
  const { baseline, candidate } = comparison;
  const rows: Row[] = [
    { label: isTrace ? 'Window peak' : 'Total', of: (side) => side.total, amounts },
    { label: 'Lifetime peak', of: (side) => side.lifetimePeak, amounts: BYTES },
    { label: 'Before the capture', of: (side) => side.inUseBefore, amounts: BYTES },
    { label: 'Capacity', of: (side) => side.capacity, amounts: BYTES },
    { label: 'Duration', of: (side) => side.duration, amounts: DURATION },
  ];
  const longest = Math.max(baseline.duration ?? 0, candidate.duration ?? 0);
  const times = [baseline, candidate].map(({ peakTime }) =>
    peakTime === null ? null : formatTime(peakTime, undefined, Math.max(peakTime, longest)),
  );
  return (
    <table className="numbers compare-facts">
      <caption className="visually-hidden">Facts of both sides</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Fact</span>
          </th>
          <th scope="col">Baseline</th>
          <th scope="col">Candidate</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <NumberRow key={row.label} row={row} baseline={row.of(baseline)} candidate={row.of(candidate)} />
        ))}
        {times.some((time) => time !== null) && <TextRow label="Peak at" texts={times} />}
        <TextRow label={isTrace ? 'Allocator' : 'Counted'} texts={[baseline.counted, candidate.counted]} />
        {(baseline.device ?? candidate.device) !== null && (
          <TextRow label="Device" texts={[baseline.device, candidate.device]} />
        )}
      </tbody>
    </table>
  );
}

function NumberRow({ row, baseline, candidate }: { row: Row; baseline: number | null; candidate: number | null }): ReactNode {
  if (baseline === null && candidate === null) return null;
  const delta = baseline === null || candidate === null ? null : candidate - baseline;
  const { short, exact } = row.amounts;
  return (
    <tr>
      <th scope="row">{row.label}</th>
      <Amount value={baseline} amounts={row.amounts} />
      <Amount value={candidate} amounts={row.amounts} />
      {delta === null ? (
        <td>–</td>
      ) : (
        <td title={signed(delta, exact)}>{delta === 0 ? 'the same' : signed(delta, short)}</td>
      )}
    </tr>
  );
}

function Amount({ value, amounts: { short, exact } }: { value: number | null; amounts: FlameAmounts }): ReactNode {
  if (value === null) return <td>not stated</td>;
  return (
    <td title={exact(value)}>
      {short(value)}
    </td>
  );
}

function TextRow({ label, texts }: { label: string; texts: readonly (string | null)[] }): ReactNode {
  return (
    <tr>
      <th scope="row">{label}</th>
      {texts.map((text, at) => (
        <td key={at === 0 ? 'baseline' : 'candidate'} className="compare-text">
          {text ?? 'not stated'}
        </td>
      ))}
      <td>{texts[0] === texts[1] ? 'the same' : ''}</td>
    </tr>
  );
}
