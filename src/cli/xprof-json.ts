import type { XprofResult, XprofRow } from '../model/xprof-stated.ts';

const ROWS = 10;

/** XProf's numbers of a trace as JSON; the first rows of its table stand for all, and what is empty is left out. */
export function xprofCompatJson(results: readonly XprofResult[]): Record<string, unknown> {
  return {
    allocators: results.map((result) => {
      const { rows, allocations: _, sampled: __, ...facts } = result;
      return { ...facts, rowCount: rows.length, rows: rows.slice(0, ROWS).map(withoutEmpty) };
    }),
  };
}

function withoutEmpty(row: XprofRow): Partial<XprofRow> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''));
}
