/** The pictures' numbers as tables. */

import type { IncidentPictures } from '../../model/oom-incident.ts';
import type { StatedSize } from '../../model/oom.ts';
import { formatBytes, formatCount, formatExactBytes } from '../../model/format.ts';
import { statedErrorText, statedSizeBoth } from '../../model/stated-size.ts';

export interface PictureTable {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The parts of a memory and its capacity. */
export function spaceTable({ capacity, parts }: NonNullable<IncidentPictures['space']>): PictureTable {
  const rows = parts.map(({ name, size }) => [name, sizeWithError(size)]);
  if (capacity !== null) rows.push(['capacity', sizeWithError(capacity)]);
  return { head: ['Part', 'Size'], rows };
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
  };
}

/** The runs of the map in address order: what fills them, how many cells, from which on. */
export function mapTable({ cells, bytesPerCell }: NonNullable<IncidentPictures['map']>): PictureTable {
  const words: Record<string, string> = { '*': 'in use', x: 'lost to rounding', _: 'free' };
  const rows = Array.from(cells.matchAll(/(.)\1*/g), (run) => [
    `${formatCount(run.index + 1)} to ${formatCount(run.index + run[0].length)}`,
    words[run[0].charAt(0)] ?? '',
    formatCount(run[0].length),
    bytesPerCell === null ? 'not known' : `≈ ${formatBytes(run[0].length * bytesPerCell)}`,
  ]);
  return { head: ['Cells', 'Filled with', 'Number', 'Size'], rows };
}

/** Before, after and the budget. */
export function rematTable({ original, reached, budget }: NonNullable<IncidentPictures['remat']>): PictureTable {
  const rows = [
    ['before rematerialization', original === null ? 'not stated' : sizeWithError(original)],
    ['after rematerialization', reached === null ? 'not stated' : sizeWithError(reached)],
    ['budget', sizeWithError(budget)],
  ];
  return { head: ['Temporaries', 'Size'], rows };
}

/** `2.69 GiB ± 6.12 MiB`, `2.69 GiB (2,885,681,152 bytes)`. */
export function sizeWithError(size: StatedSize): string {
  const text = size.bytes === 0 && size.exact ? formatExactBytes(0) : statedSizeBoth(size);
  return `${text} ${statedErrorText(size)}`.trimEnd();
}
