import { useState } from 'react';
import type { ReactNode } from 'react';
import { bareAmountsOf } from '../../layout/sample-amounts.ts';
import { formatCount, formatPercent, formatQuantity } from '../../model/format.ts';
import { labelTable } from '../../share/summary-tables.ts';
import { SaveTable } from '../common/SaveTable.tsx';
import type { LabelSummary, SampleTypeIndex, SnapshotSummary } from '../../model/snapshot.ts';

interface Props {
  snapshot: SnapshotSummary;
  type: SampleTypeIndex;
}

/** What each label of the samples holds: kind and device of a JAX dump, whatever another writer labelled. */
export function LabelTables({ snapshot, type }: Props): ReactNode {
  return snapshot.labels.map((label) => <LabelTable key={label.key} label={label} snapshot={snapshot} type={type} />);
}

/** More than fit beside the picture are behind a button. */
const FEW = 6;

function LabelTable({ label, snapshot, type }: Props & { label: LabelSummary }): ReactNode {
  const [showsAll, setShowsAll] = useState(false);
  const { short, exact } = bareAmountsOf(snapshot.sampleTypes[type]);
  const whole = snapshot.hasNegativeValues[type] ? 0 : snapshot.totals[type];
  const rows = showsAll ? label.values : label.values.slice(0, FEW);
  const hidden = label.values.length - rows.length;
  const { rest } = label;
  const isUnknown = (text: string): boolean => label.key === 'kind' && sizeIsUnknown(snapshot, text, type);
  return (
    <section className="label-table">
      <table className="numbers">
        <caption>{`By ${label.key === '' ? 'a label without a name' : label.key}`}</caption>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">{snapshot.sampleTypes[type].type || 'Sum'}</th>
            <th scope="col">Samples</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ text, samples, values }) => (
            <tr key={text}>
              <th scope="row">{text === '' ? '(empty)' : text}</th>
              <td>
                {isUnknown(text) ? 'unknown size' : short(values[type])}
                {whole > 0 && !isUnknown(text) && `, ${formatPercent(values[type] / whole)}`}
                {!isUnknown(text) && exact(values[type]) !== short(values[type]) && (
                  <small>{exact(values[type])}</small>
                )}
              </td>
              <td>{formatCount(samples)}</td>
            </tr>
          ))}
          {showsAll && rest.distinct > 0 && (
            <tr>
              <th scope="row">{`${formatCount(rest.distinct)} smaller`}</th>
              <td>{short(rest.values[type])}</td>
              <td>{formatCount(rest.samples)}</td>
            </tr>
          )}
        </tbody>
      </table>
      <SaveTable name={`label ${label.key}`.trimEnd()} table={() => labelTable(label, snapshot.sampleTypes)} />
      {hidden > 0 && (
        <button type="button" className="button small" onClick={() => setShowsAll(true)}>
          {`Show ${formatQuantity(hidden + rest.distinct, 'more value')}`}
        </button>
      )}
    </section>
  );
}

/** Old TPU dumps state -1 byte for every executable: that is no size, and 0 would be a wrong one. */
function sizeIsUnknown(
  { unknownSizes, labels, sampleTypes }: SnapshotSummary,
  kind: string,
  type: SampleTypeIndex,
): boolean {
  if (kind !== 'executable' || unknownSizes.samples === 0 || sampleTypes[type].unit !== 'bytes') return false;
  const executables = labels.find(({ key }) => key === 'kind')?.values.find(({ text }) => text === kind);
  return executables?.samples === unknownSizes.samples;
}
