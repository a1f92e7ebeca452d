/** The pictures' numbers as tables. */

import type { IncidentPictures } from '../../model/oom-incident.ts';
import type { StatedSize } from '../../model/oom.ts';
import { formatBytes, formatCount, formatExactBytes } from '../../model/format.ts';
import type { Table, TableCell } from '../../model/table.ts';
import { statedErrorText, statedSizeBoth } from '../../model/stated-size.ts';

export interface PictureTable {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** The same with exact bytes, and the error of those that the text rounds. */
  saved: () => Table;
}

/** The parts of a memory and its capacity. */
export function spaceTable({ capacity, parts }: NonNullable<IncidentPictures['space']>): PictureTable {
  const rows = parts.map(({ name, size }) => [name, sizeWithError(size)]);
  if (capacity !== null) rows.push(['capacity', sizeWithError(capacity)]);
  return {
    head: ['Part', 'Size'],
    rows,
    saved: () => ({
      columns: ['part', 'bytes', 'error_bytes'],
      rows: [...parts, { name: 'capacity', size: capacity }].map(({ name, size }) => [name, ...savedSize(size)]),
    }),
  };
}

/** One row for each allocation, in the order of the text. */
export function allocationsTable({ boxes }: NonNullable<IncidentPictures['allocations']>): PictureTable {
  return {
    head: ['Allocation', 'Size', 'Padding', 'Shape', 'Source'],
    rows: boxes.map(({ name, size, padding, shape, source }) => [
      name,
      sizeWithError(size),
      padding > 0 ? formatBytes(padding) : '',
      shape,
      source,
    ]),
    saved: () => ({
      columns: ['allocation', 'bytes', 'error_bytes', 'padding_bytes', 'shape', 'source'],
      rows: boxes.map(({ name, size, padding, shape, source }) => [name, ...savedSize(size), padding, shape, source]),
    }),
  };
}

/** The runs of the map in address order: what fills them, how many cells, from which on. */
export function mapTable({ cells, bytesPerCell }: NonNullable<IncidentPictures['map']>): PictureTable {
  const words: Record<string, string> = { '*': 'in use', x: 'lost to rounding', _: 'free' };
  const runs = [...cells.matchAll(/(.)\1*/g)];
  const rows = runs.map((run) => [
    `${formatCount(run.index + 1)} to ${formatCount(run.index + run[0].length)}`,
    words[run[0].charAt(0)] ?? '',
    formatCount(run[0].length),
    bytesPerCell === null ? 'not known' : `≈ ${formatBytes(run[0].length * bytesPerCell)}`,
  ]);
  return {
    head: ['Cells', 'Filled with', 'Number', 'Size'],
    rows,
    saved: () => ({
      columns: ['first_cell', 'cells', 'filled_with', 'bytes_about'],
      rows: runs.map((run) => [
        run.index + 1,
        run[0].length,
        words[run[0].charAt(0)] ?? '',
        bytesPerCell === null ? null : Math.round(run[0].length * bytesPerCell),
      ]),
    }),
  };
}

/** Before, after and the budget. */
export function rematTable({ original, reached, budget }: NonNullable<IncidentPictures['remat']>): PictureTable {
  const rows = [
    ['before rematerialization', original === null ? 'not stated' : sizeWithError(original)],
    ['after rematerialization', reached === null ? 'not stated' : sizeWithError(reached)],
    ['budget', sizeWithError(budget)],
  ];
  return {
    head: ['Temporaries', 'Size'],
    rows,
    saved: () => ({
      columns: ['temporaries', 'bytes', 'error_bytes'],
      rows: [original, reached, budget].map((size, row) => [rows[row][0], ...savedSize(size)]),
    }),
  };
}

/** Bytes and their error, which is 0 where the text is exact; nothing where it states none. */
export function savedSize(size: StatedSize | null | undefined): TableCell[] {
  return size ? [size.bytes, size.pm ?? 0] : [null, null];
}

/** `2.69 GiB ± 6.12 MiB`, `2.69 GiB (2,885,681,152 bytes)`. */
export function sizeWithError(size: StatedSize): string {
  const text = size.bytes === 0 && size.exact ? formatExactBytes(0) : statedSizeBoth(size);
  return `${text} ${statedErrorText(size)}`.trimEnd();
}
