import type { ReactNode } from 'react';

interface Props {
  caption: string;
  head: readonly string[];
  /** The first cell names the row. */
  rows: readonly (readonly string[])[];
  /** Rows beyond those that are listed. */
  more: string;
}

export function ReportTable({ caption, head, rows, more }: Props): ReactNode {
  return (
    <div className="report-table">
      <table className="numbers">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            <tr key={`${String(row)} ${name}`}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={head[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more !== '' && <p className="report-note">{more}</p>}
    </div>
  );
}
