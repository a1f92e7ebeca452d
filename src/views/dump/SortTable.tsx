import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../model/format.ts';
import { SortHead } from '../common/SortHead.tsx';

export interface Column<Row> {
  id: string;
  head: string;
  /** What the column counts, where its name does not say it. */
  explanation?: string;
  /** Null where rows are not sorted by it. Texts sort upwards first, numbers downwards. */
  sortBy: ((row: Row) => number | string) | null;
  cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  caption: string;
  /** The first is the row's name. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The row that is chosen. */
  isCurrent: (row: Row) => boolean;
}

/** So many rows are on the page at once; a button brings as many more. */
const PAGE = 100;

/** A table that is sorted by its heads; as it comes until one is chosen. */
export function SortTable<Row>({ caption, columns, rows, keyOf, isCurrent }: Props<Row>): ReactNode {
  const [order, setOrder] = useState<{ id: string; ascending: boolean } | null>(null);
  const [shown, setShown] = useState(PAGE);
  const by = order === null ? null : (columns.find(({ id }) => id === order.id)?.sortBy ?? null);
  const sorted = order === null || by === null ? rows : sortRows(rows, by, order.ascending);
  return (
    <>
      <table className="numbers sort-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, head, explanation, sortBy }) => {
              const direction = order?.id !== id ? null : order.ascending ? 'ascending' : 'descending';
              if (sortBy === null) {
                return (
                  <th key={id} scope="col" title={explanation}>
                    {head}
                  </th>
                );
              }
              const choose = (): void => {
                const first = rows.length > 0 && typeof sortBy(rows[0]) === 'string';
                setOrder({ id, ascending: direction === null ? first : direction === 'descending' });
              };
              return <SortHead key={id} name={head} explanation={explanation} direction={direction} onSort={choose} />;
            })}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, shown).map((row) => (
            <tr key={keyOf(row)} aria-current={isCurrent(row)}>
              {columns.map(({ id, cell }, index) =>
                index === 0 ? (
                  <th key={id} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id}>{cell(row)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <button type="button" className="button small" onClick={() => setShown(shown + PAGE)}>
          {`Show ${formatQuantity(Math.min(PAGE, rows.length - shown), 'more row')}`}
        </button>
      )}
    </>
  );
}

function sortRows<Row>(rows: readonly Row[], by: (row: Row) => number | string, ascending: boolean): Row[] {
  const sign = ascending ? 1 : -1;
  const texts = new Intl.Collator('en', { numeric: true });
  return rows.toSorted((a, b) => {
    const [left, right] = [by(a), by(b)];
    return (
      sign *
      (typeof left === 'number' && typeof right === 'number'
        ? left - right
        : texts.compare(String(left), String(right)))
    );
  });
}
