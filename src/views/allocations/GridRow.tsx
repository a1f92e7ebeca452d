import { memo } from 'react';
import type { ReactNode } from 'react';
import { nameOfRow, sameAllocation } from '../../model/allocation-name.ts';
import type { AllocationRows } from '../../model/allocation-rows.ts';
import type { CssPixels, Picoseconds } from '../../model/units.ts';
import { cellText, COLUMNS, roundedHeld } from './columns.ts';

interface Props {
  id: string;
  /** Null while the row is on its way, or not written out yet. */
  answer: AllocationRows | null;
  /** Among the rows of the answer. */
  index: number;
  /** Among all rows. */
  row: number;
  end: Picoseconds;
  isSelected: boolean;
  /** Of the columns, without their padding. */
  widths: readonly CssPixels[];
}

/** No letter is wider than it is high, and what is (a picture) has two units in a string. */
const LETTER_WIDTH: CssPixels = 13;

/** Most rows stay when the table scrolls, and when more of them come: only those that come in are made. */
export const GridRow = memo(function GridRow(props: Props): ReactNode {
  const { id, answer, index, row, end, isSelected, widths } = props;
  // Its times are words, which are longer than any number: `before the capture`, `freed at 242.371 ms`.
  const hasWords = answer !== null && Number.isNaN(answer.rows.start[index]);
  return (
    <div
      id={id}
      className="allocations-row"
      role="row"
      // The head is the first row, and rows count from 1.
      aria-rowindex={row + 2}
      aria-selected={isSelected}
      data-row={row}
    >
      {answer === null ? (
        <div className="allocations-cell" role="gridcell" aria-colindex={1} aria-colspan={COLUMNS.length}>
          …
        </div>
      ) : (
        COLUMNS.map(({ id: column, isNumber }, position) => {
          const text = cellText(answer, index, column, end);
          return (
            <div
              key={column}
              className={cellClass(isNumber, (!isNumber || hasWords) && text.length * LETTER_WIDTH > widths[position])}
              role="gridcell"
              aria-colindex={position + 1}
              title={isNumber && !hasWords ? undefined : text}
            >
              {column === 'held' && <span className="allocations-size">{roundedHeld(answer, index)} </span>}
              {text}
            </div>
          );
        })
      )}
    </div>
  );
}, isSameRow);

function cellClass(isNumber: boolean, mayNotFit: boolean): string {
  return `allocations-cell${isNumber ? ' number' : ''}${mayNotFit ? ' clipped' : ''}`;
}

/** An allocation reads the same in every answer: its texts follow from the profile. */
function isSameRow(a: Props, b: Props): boolean {
  if (a.id !== b.id || a.row !== b.row || a.end !== b.end || a.isSelected !== b.isSelected) return false;
  if (a.widths !== b.widths) return false;
  if (a.answer === null || b.answer === null) return a.answer === b.answer;
  if (a.answer === b.answer && a.index === b.index) return true;
  return sameAllocation(nameOfRow(a.answer.rows, a.index), nameOfRow(b.answer.rows, b.index));
}
