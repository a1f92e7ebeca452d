import { memo } from 'react';
import type { ReactNode } from 'react';
import type { AllocationRows } from '../../model/allocation-rows.ts';
import type { CssPixels, Picoseconds } from '../../model/units.ts';
import { GridRow } from './GridRow.tsx';
import { ROW_HEIGHT } from './row-window.ts';

interface Props {
  /** Of the grid. */
  gridId: string;
  answer: AllocationRows;
  /** Rows of the list: `from` up to, but without, `to`. */
  from: number;
  to: number;
  /** Which of them are written out. */
  writtenFrom: number;
  writtenTo: number;
  /** The row of the list that is selected, if it is one of these; else -1. */
  selected: number;
  end: Picoseconds;
  widths: readonly CssPixels[];
}

/**
 * Rows that are made together. Each group is laid out and painted by itself: with a selection that moves only its own
 * group changes, and a browser keeps one record a group in place of one a row.
 */
export const GridGroup = memo(function GridGroup(props: Props): ReactNode {
  const { gridId, answer, from, to, writtenFrom, writtenTo, selected, end, widths } = props;
  const rows: ReactNode[] = [];
  for (let row = from; row < to; row++) {
    rows.push(
      <GridRow
        key={row}
        id={rowId(gridId, row)}
        answer={row >= writtenFrom && row < writtenTo ? answer : null}
        index={row - answer.query.offset}
        row={row}
        end={end}
        isSelected={row === selected}
        widths={widths}
      />,
    );
  }
  return (
    <div role="presentation" className="allocations-group" style={{ height: (to - from) * ROW_HEIGHT }}>
      {rows}
    </div>
  );
});

export function rowId(gridId: string, row: number): string {
  return `${gridId}-row-${String(row)}`;
}
