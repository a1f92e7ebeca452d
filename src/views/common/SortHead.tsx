import type { ReactNode } from 'react';

export type SortDirection = 'ascending' | 'descending';

interface Props {
  name: string;
  explanation: string | undefined;
  /** Null where the table is sorted by another column. */
  direction: SortDirection | null;
  onSort: () => void;
}

/** The head of a column that sorts the table; it says how the table is sorted by words, and by an arrow for the eye. */
export function SortHead({ name, explanation, direction, onSort }: Props): ReactNode {
  return (
    <th scope="col" title={explanation} aria-sort={direction ?? 'none'}>
      <button type="button" className="row-button" onClick={onSort}>
        {name}
        <span aria-hidden="true">{direction === null ? '' : direction === 'ascending' ? ' ↑' : ' ↓'}</span>
      </button>
    </th>
  );
}
