/**
 * A table of what compilers say: one row for each depth, from `compiled.memory_analysis()` (CompiledMemoryStats in
 * xla/pjrt/pjrt_executable.h). JSON is an array of objects, CSV has a head. Columns:
 *
 *     blocks | depth | layers | num_layers                         the number of blocks, 1 or more
 *     argumentBytes, argument_bytes, argument_size_in_bytes        and so output…, temp…, alias…, generated_code…
 *     mode, stacked, …                                             any other text or truth value tells cases apart
 *
 * Other numbers (a peak, a time) are passed over: which of them leaves temps out differs from backend to backend.
 */

import type { DepthFigures, MemoryGroup } from '../../model/projection.ts';
import type { Bytes } from '../../model/units.ts';

export interface FiguresTable {
  /** In order of appearance; the name says which rows: `mode=grad, stacked=true`, empty where all are of one case. */
  cases: { name: string; rows: DepthFigures[] }[];
  /** A sentence for each row that is left out. */
  problems: string[];
}

type Row = Readonly<Record<string, unknown>>;

const DEPTH_COLUMNS = ['blocks', 'depth', 'layers', 'num_layers', 'num_blocks'];
const SIZE_COLUMN = /^(argument|output|temp|alias|generated_?code)(?:_?size)?(?:_?in)?_?bytes$/i;

/** Null where the text is no such table at all. */
export function readFiguresTable(text: string, name: string): FiguresTable | null {
  const rows = jsonRows(text) ?? csvRows(text);
  if (rows === null || !rows.some((row) => depthColumn(row) !== undefined && sizesOf(row) !== null)) return null;
  const cases = new Map<string, DepthFigures[]>();
  const problems: string[] = [];
  for (const [index, row] of rows.entries()) {
    const source = `${name}, row ${index + 1}`;
    const depth = depthOf(row);
    const sizes = sizesOf(row);
    if (depth === null) {
      problems.push(`${source}: there is no whole number of blocks, 1 or more. The row is left out.`);
    } else if (sizes === null) {
      problems.push(`${source}: there are no whole numbers of argument, output and temp bytes. The row is left out.`);
    } else {
      const moments = [{ name: '', groups: sizes, sizes: {} }];
      const figures = { source, depth, moments, capacity: null, guessedDepth: null };
      const key = caseName(row);
      const known = cases.get(key);
      if (known === undefined) cases.set(key, [figures]);
      else known.push(figures);
    }
  }
  return { cases: [...cases].map(([key, figures]) => ({ name: key, rows: figures })), problems };
}

function jsonRows(text: string): Row[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  return Array.isArray(parsed) && parsed.every(isRecord) ? parsed : null;
}

/** Comma-separated, quoted where a cell holds commas; the first line names the columns. */
function csvRows(text: string): Row[] | null {
  const [head, ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (head === undefined || !head.includes(',')) return null;
  const names = csvCells(head);
  return lines.map((line) => {
    const cells = csvCells(line);
    return Object.fromEntries(names.map((column, i) => [column, csvValue(cells[i] ?? '')]));
  });
}

function csvCells(line: string): string[] {
  const cells = line.match(/(?:^|,)(?:"(?:[^"]|"")*"|[^,]*)/g) ?? [];
  return cells.map((cell, i) => {
    const text = (i > 0 || cell.startsWith(',') ? cell.slice(1) : cell).trim();
    return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
  });
}

function csvValue(cell: string): string | number | boolean {
  if (/^\d+$/.test(cell)) return Number(cell);
  const lower = cell.toLowerCase();
  return lower === 'true' || lower === 'false' ? lower === 'true' : cell;
}

function depthColumn(row: Row): string | undefined {
  return Object.keys(row).find((key) => DEPTH_COLUMNS.includes(key.toLowerCase()));
}

function depthOf(row: Row): number | null {
  const column = depthColumn(row);
  const depth = column === undefined ? undefined : row[column];
  return typeof depth === 'number' && Number.isSafeInteger(depth) && depth >= 1 ? depth : null;
}

/** Null where arguments or temps are missing, or a size is no whole number. Outputs that alias arguments take no more. */
function sizesOf(row: Row): Partial<Record<MemoryGroup, Bytes>> | null {
  const sizes: Record<string, Bytes> = {};
  for (const [key, value] of Object.entries(row)) {
    const column = SIZE_COLUMN.exec(key)?.[1]?.toLowerCase().replace('_', '');
    if (column === undefined) continue;
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) return null;
    sizes[column] = value;
  }
  const { argument, temp, output = 0, alias = 0, generatedcode = 0 } = sizes;
  if (argument === undefined || temp === undefined) return null;
  return { arguments: argument, outputs: Math.max(0, output - alias), code: generatedcode, temp };
}

function caseName(row: Row): string {
  return Object.entries(row)
    .filter(([key, value]) => key !== depthColumn(row) && (typeof value === 'string' || typeof value === 'boolean'))
    .map(([key, value]) => `${key}=${String(value)}`)
    .sort()
    .join(', ');
}

function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
