import { useEffect, useState } from 'react';
import type { RowSpan } from './row-window.ts';
import { writtenRows } from './row-window.ts';

/** Rows that are written out in one frame of a scroll that goes on. */
const ROWS_A_FRAME = 5;

/**
 * Which rows are written out now. All of the window where it stands still or jumps; in a scroll that goes on, some more
 * with every frame until it is full. The window ends where the rows end that are here.
 */
export function useWrittenRows({ from, to }: RowSpan, goesOn: boolean): RowSpan {
  const [written, setWritten] = useState<RowSpan>({ from: 0, to: 0 });
  const isFull = from >= to || (written.from <= from && written.to >= to);
  // While it renders, so that a step by a key is one rendering and not two.
  if (!isFull && !goesOn) setWritten({ from, to });
  useEffect(() => {
    if (isFull || !goesOn) return undefined;
    const frame = requestAnimationFrame(() => setWritten((before) => writtenRows(before, { from, to }, ROWS_A_FRAME)));
    return () => cancelAnimationFrame(frame);
  }, [isFull, written, from, to, goesOn]);
  return written;
}
