import type { ReactNode } from 'react';
import { formatCount } from '../../model/format.ts';
import type { Table } from '../../model/table.ts';
import { SaveTable } from '../common/SaveTable.tsx';

interface Props {
  /** What is in it: for screen readers, and as the name of the saved file. */
  name: string;
  caption?: string;
  head: readonly string[];
  /** The first cell of each names it. */
  rows: readonly (readonly string[])[];
  /** The same with exact numbers, and with the rows that are not listed where they are known. */
  saved: () => Table;
  /** Column of sentences, which may break. */
  sentences?: number;
  /** Rows that are not listed. */
  unlisted?: number;
}

/** A table that may be wider than its place: it scrolls by itself, with the keyboard too. */
export function OomTable({ name, caption, head, rows, saved, sentences, unlisted = 0 }: Props): ReactNode {
  return (
    <>
      <div className="oom-table" role="group" aria-label={name} tabIndex={0}>
        <table className="numbers">
          {caption !== undefined && <caption>{caption}</caption>}
          <thead>
            <tr>
              {head.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={`${String(row)} ${cells[0]}`}>
                {cells.map((cell, column) =>
                  column === 0 ? (
                    <th key={head[column]} scope="row">
                      {cell}
                    </th>
                  ) : (
                    <td key={head[column]} className={column === sentences ? 'oom-words' : undefined}>
                      {cell}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <SaveTable name={name} table={saved} />
      {unlisted > 0 && <p>{`and ${formatCount(unlisted)} more`}</p>}
    </>
  );
}
