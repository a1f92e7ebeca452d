import { useLayoutEffect, useReducer } from 'react';
import type { RowSpan } from './row-window.ts';
import { writtenRows } from './row-window.ts';

/** Rows that are written out in one frame of a scroll that goes on. */
const ROWS_A_FRAME = 6;

interface Write {
  window: RowSpan;
  most: number;
}

/**
 * Which rows are written out now. All of the window where it stands still or jumps; in a scroll that goes on, some more
 * with every frame until it is full. The window ends where the rows end that are here.
 */
export function useWrittenRows({ from, to }: RowSpan, goesOn: boolean): RowSpan {
  const [written, write] = useReducer(
    (before: RowSpan, { window, most }: Write) => writtenRows(before, window, most),
    { from: 0, to: 0 },
  );
  const isFull = from >= to || (written.from <= from && written.to >= to);
  useLayoutEffect(() => {
    if (isFull) return undefined;
    const window = { from, to };
    if (!goesOn) {
      // Before anything is painted.
      write({ window, most: Infinity });
      return undefined;
    }
    const frame = requestAnimationFrame(() => write({ window, most: ROWS_A_FRAME }));
    return () => cancelAnimationFrame(frame);
  }, [isFull, written, from, to, goesOn]);
  return written;
}
