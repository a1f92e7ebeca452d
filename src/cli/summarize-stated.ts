import type { XprofStated } from '../model/xprof-stated.ts';

const ROWS = 8;

/** The numbers as XProf wrote them; `rowBytes` is the sum of bytes × occurrences over all rows. */
export function summarizeStated(stated: XprofStated): Record<string, unknown> {
  return {
    ...stated,
    allocators: stated.allocators.map(({ rows, ...facts }) => ({
      ...facts,
      rowCount: rows.length,
      rowBytes: rows.reduce((sum, { bytes, occurrences }) => sum + bytes * occurrences, 0),
      rows: rows.slice(0, ROWS),
    })),
  };
}
