/** A table of the page as a file: exact numbers, names as text. */

import { csvText } from './csv.ts';

export type TableCell = string | number | null;

export interface Table {
  /** Names of the columns, with their unit: `peak_bytes`. Equal ones, which files may bring, are numbered when written. */
  columns: readonly string[];
  /** Null where nothing is stated: an empty cell, `null` in JSON. */
  rows: readonly (readonly TableCell[])[];
}

/** RFC 4180, with a head row. Numbers are as they are, so that a fall of −5 is no text. */
export function tableCsv({ columns, rows }: Table): string {
  const line = (cells: readonly TableCell[]): string =>
    cells.map((cell) => (typeof cell === 'string' ? csvText(cell) : String(cell ?? ''))).join(',');
  return `${[numbered(columns), ...rows].map(line).join('\r\n')}\r\n`;
}

/** A list with one object a row. */
export function tableJson({ columns, rows }: Table): string {
  const names = numbered(columns);
  const objects = rows.map((cells) => Object.fromEntries(names.map((column, at) => [column, cells[at] ?? null])));
  return `${JSON.stringify(objects, null, 1)}\n`;
}

function numbered(columns: readonly string[]): string[] {
  const seen = new Set<string>();
  return columns.map((column) => {
    let name = column;
    for (let more = 2; seen.has(name); more++) name = `${column}_${more}`;
    seen.add(name);
    return name;
  });
}
