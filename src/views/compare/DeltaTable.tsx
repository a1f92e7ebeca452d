import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { deltaTable, presenceOfRow, searchRows, shareRows, sortRows } from '../../layout/delta-table.ts';
import { amountsFor } from '../../layout/delta-tree.ts';
import { frameText } from '../../layout/flame-index.ts';
import type { FrameSearch } from '../../layout/frame-search.ts';
import { signed } from '../../layout/sample-amounts.ts';
import type { FlameAmounts } from '../../model/amounts.ts';
import type { Comparison, DeltaRow } from '../../model/comparison.ts';
import { formatCount, formatQuantity } from '../../model/format.ts';
import { tableCsv } from '../../model/table.ts';
import type { DeltaColumn } from '../../model/view-state.ts';
import { compareView } from '../../state/compare-state.ts';
import { useAppState } from '../../state/store.ts';
import { CopyButton } from '../common/CopyButton.tsx';
import { SaveTable } from '../common/SaveTable.tsx';
import { SortHead } from '../common/SortHead.tsx';
import { PRESENCE_WORDS } from './compare-words.ts';

interface Props {
  comparison: Comparison;
  rows: readonly DeltaRow[];
  amounts: FlameAmounts;
  search: FrameSearch;
  /** Shows the row's frame in the picture. */
  onShow: (row: DeltaRow) => void;
}

const COLUMNS: readonly (readonly [column: DeltaColumn, name: string, explanation: string])[] = [
  ['name', 'Name', ''],
  ['baseline', 'Baseline', 'Bytes of the baseline, and how many'],
  ['candidate', 'Candidate', 'Bytes of the candidate, and how many'],
  ['delta', 'Delta', 'Candidate − baseline'],
  ['size', 'Size of the delta', 'Without its sign: what changed most comes first'],
];

/** So many rows are on the page at once; a button brings as many more. */
const PAGE = 200;

/** What each call site, program or class has on both sides: the picture's table. */
export function DeltaTable({ comparison, rows: all, amounts: bytes, search, onShow }: Props): ReactNode {
  const compare = useAppState((state) => state.view.compare);
  const { sort, descending, amounts: mode } = compareView({ compare });
  const setCompare = useAppState((state) => state.setCompare);
  const [length, setLength] = useState(PAGE);
  const { baseline, candidate, unit } = comparison;
  const found = useMemo(() => sortRows(searchRows(all, search), sort, descending), [all, search, sort, descending]);
  const shown = useMemo(() => {
    if (mode === 'bytes') return found;
    const totals = { baseline: baseline.total, candidate: candidate.total };
    return sortRows(shareRows(found, totals), sort, descending);
  }, [found, mode, baseline.total, candidate.total, sort, descending]);
  const amounts = amountsFor(mode, bytes);
  const sortBy = (column: DeltaColumn): void => {
    setCompare({ sort: column, descending: column === sort ? !descending : column !== 'name' });
  };
  const table = useMemo(() => deltaTable(found, unit), [found, unit]);
  return (
    <div className="delta-table">
      <div className="flame-bar">
        <span>{`${formatQuantity(found.length, 'row')}${found.length === all.length ? '' : ` of ${formatCount(all.length)}`}`}</span>
        <span className="bar-space" />
        <CopyButton text={tableCsv(table)} label="Copy these rows" />
        <SaveTable name={`${baseline.name} ${candidate.name} deltas`} table={() => table} />
      </div>
      <div className="flame-list" tabIndex={0} role="group" aria-label="Deltas, scrollable">
        <table className="numbers">
          <caption className="visually-hidden">Deltas: candidate − baseline</caption>
          <thead>
            <tr>
              {COLUMNS.map(([column, name, explanation]) => (
                <SortHead
                  key={column}
                  name={name}
                  explanation={explanation}
                  direction={column !== sort ? null : descending ? 'descending' : 'ascending'}
                  onSort={() => sortBy(column)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, length).map((row) => (
              <Row key={`${String(row.kind)} ${row.file ?? ''} ${row.name}`} row={row} amounts={amounts} onShow={onShow} />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className="flame-empty">No row matches the search.</p>}
        {shown.length > length && (
          <button type="button" className="button small" onClick={() => setLength(length + PAGE)}>
            {`Show ${formatQuantity(Math.min(PAGE, shown.length - length), 'more row')}`}
          </button>
        )}
      </div>
    </div>
  );
}

function Row({ row, amounts, onShow }: { row: DeltaRow; amounts: FlameAmounts; onShow: Props['onShow'] }): ReactNode {
  const { short, exact } = amounts;
  const presence = presenceOfRow(row);
  const sign = row.delta > 0 ? 'rise' : row.delta < 0 ? 'fall' : 'even';
  return (
    <tr>
      <th scope="row">
        <button type="button" className="row-button" onClick={() => onShow(row)}>
          {frameText(row)}
        </button>
        {presence !== 'both' && <small>{PRESENCE_WORDS[presence]}</small>}
      </th>
      <Side side={row.baseline} amounts={amounts} />
      <Side side={row.candidate} amounts={amounts} />
      <td className={`delta-${sign}`} title={signed(row.delta, exact)}>
        {row.delta === 0 ? 'the same' : signed(row.delta, short)}
        {row.delta !== 0 && exact(row.delta) !== short(row.delta) && <small>{signed(row.delta, exact)}</small>}
      </td>
      <td>{short(Math.abs(row.delta))}</td>
    </tr>
  );
}

function Side({ side, amounts: { short, exact } }: { side: DeltaRow['baseline']; amounts: FlameAmounts }): ReactNode {
  if (side === null) return <td>–</td>;
  return (
    <td title={exact(side.bytes)}>
      {short(side.bytes)}
      {side.count > 0 && <small>{`${formatCount(side.count)} ×`}</small>}
    </td>
  );
}
