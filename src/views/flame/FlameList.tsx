import { useState } from 'react';
import type { ReactNode } from 'react';
import { functionsOf, sortFunctions } from '../../layout/flame-functions.ts';
import type { FunctionOrder } from '../../layout/flame-functions.ts';
import type { FlameIndex, FlameRow } from '../../layout/flame-index.ts';
import type { FrameMatches } from '../../layout/frame-search.ts';
import { formatCount, formatPercent } from '../../model/format.ts';
import type { BoxWords } from './sentences.ts';
import { KIND_WORDS, shareOf } from './sentences.ts';
import { SortHead } from '../common/SortHead.tsx';

interface Props {
  index: FlameIndex;
  focus: FlameRow;
  matches: FrameMatches | null;
  selected: FlameRow | null;
  words: BoxWords;
  onSelect: (row: FlameRow) => void;
}

const COLUMNS: readonly (readonly [order: FunctionOrder, name: string, explanation: string])[] = [
  ['name', 'Frame', ''],
  ['total', 'Total', 'Its own, and of all that it called; a recursion counts once'],
  ['self', 'Self', 'Its own'],
  ['count', 'Count', 'How many, with all that it called'],
];

/** So many rows are on the page at once; a button brings as many more. */
const PAGE = 200;

/** The picture's table: every function, where it holds most a click away. */
export function FlameList({ index, focus, matches, selected, words, onSelect }: Props): ReactNode {
  const [order, setOrder] = useState<FunctionOrder>('total');
  const [ascending, setAscending] = useState(false);
  const [shown, setShown] = useState(PAGE);
  const all = functionsOf(index, focus);
  const found = matches === null ? all : all.filter(({ largest }) => matches.matched[largest] === 1);
  const rows = sortFunctions(found, order, ascending);
  const whole = index.tree.total[focus];
  const frame = selected === null ? -1 : index.frame[selected];
  const sortBy = (column: FunctionOrder): void => {
    setAscending(column === order ? !ascending : column === 'name');
    setOrder(column);
  };
  return (
    <div className="flame-list">
      <table className="numbers">
        <caption className="visually-hidden">{`Functions, ${words.rootText}`}</caption>
        <thead>
          <tr>
            {COLUMNS.map(([column, name, explanation]) => (
              <SortHead
                key={column}
                name={name}
                explanation={explanation}
                direction={column !== order ? null : ascending ? 'ascending' : 'descending'}
                onSort={() => sortBy(column)}
              />
            ))}
            <th scope="col" className="flame-kind">
              Kind
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <tr key={row.frame} aria-current={row.frame === frame}>
              <th scope="row">
                <button type="button" className="row-button" onClick={() => onSelect(row.largest)}>
                  {row.text}
                </button>
              </th>
              <td title={words.amounts.exact(row.total)}>
                {`${words.amounts.short(row.total)}, ${formatPercent(shareOf(row.total, whole))}`}
              </td>
              <td title={words.amounts.exact(row.self)}>{words.amounts.short(row.self)}</td>
              <td>{formatCount(row.count)}</td>
              <td className="flame-kind">{KIND_WORDS[row.kind]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="flame-empty">No frame matches the search.</p>}
      {rows.length > shown && (
        <button type="button" className="button small" onClick={() => setShown(shown + PAGE)}>
          {`Show ${formatCount(Math.min(PAGE, rows.length - shown))} more of ${formatCount(rows.length - shown)}`}
        </button>
      )}
    </div>
  );
}
