/** A row of the benchmark's report: the measure, what came out, its goal, and whether it was met. */
export interface Row {
  measure: string;
  file: string;
  /** The number that is judged; null where it could not be measured. */
  value: number | null;
  unit: string;
  /** Null: told for information. */
  goal: { limit: number; atLeast?: boolean } | null;
  /** What the number is made of. */
  detail: string;
}

/** The rows as aligned text, ratios first. `missed` stands where a goal was not met. */
export function table(rows: readonly Row[]): string {
  const order = (row: Row): number => (row.unit === '×' ? 0 : 1);
  const cells = [
    ['measure', 'file', 'value', 'goal', '', 'detail'],
    ...rows
      .toSorted((a, b) => order(a) - order(b))
      .map((row) => [row.measure, row.file, number(row.value, row.unit), goal(row), verdict(row), row.detail]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  return cells
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd())
    .join('\n');
}

/** Rows whose goal was not met. What could not be measured is no miss: the table says so. */
export function missed(rows: readonly Row[]): Row[] {
  return rows.filter((row) => verdict(row) === 'missed');
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

function verdict({ value, goal: wanted }: Row): string {
  if (!wanted || value === null) return '';
  const met = wanted.atLeast ? value >= wanted.limit : value <= wanted.limit;
  return met ? 'ok' : 'missed';
}

function goal({ goal: wanted, unit }: Row): string {
  return wanted ? `${wanted.atLeast ? '≥' : '≤'} ${number(wanted.limit, unit)}` : '';
}

function number(value: number | null, unit: string): string {
  if (value === null) return 'not measured';
  const digits = unit === '×' || (unit === 'ms' && value < 100) || unit === 's' ? 2 : 0;
  return unit === '×' ? `${value.toFixed(digits)} ×` : `${value.toFixed(digits)} ${unit}`;
}
