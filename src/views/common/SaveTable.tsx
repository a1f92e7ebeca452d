import type { ReactNode } from 'react';
import type { Table } from '../../model/table.ts';
import { tableCsv, tableJson } from '../../model/table.ts';
import { download, fileName } from './download.ts';

interface Props {
  /** What is in it, for the file's name and for screen readers: `allocators`. */
  name: string;
  /** All rows, also those that the page does not list. */
  table: () => Table;
}

/** A table as a file, with exact numbers. */
export function SaveTable({ name, table }: Props): ReactNode {
  const save = (extension: 'csv' | 'json', text: string, type: string): void =>
    download(new Blob([text], { type }), fileName(`${name}.${extension}`));
  return (
    <span className="save-table">
      <button
        type="button"
        className="link"
        aria-label={`Save ${name} as CSV`}
        onClick={() => save('csv', tableCsv(table()), 'text/csv')}
      >
        CSV
      </button>
      <button
        type="button"
        className="link"
        aria-label={`Save ${name} as JSON`}
        onClick={() => save('json', tableJson(table()), 'application/json')}
      >
        JSON
      </button>
    </span>
  );
}
