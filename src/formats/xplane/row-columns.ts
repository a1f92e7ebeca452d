/** What the stats of memory events say, by row of the file and by position in time. */

import type { MemoryRows, PlaneRows } from './memory-rows.ts';
import { numberStat } from './stat-columns.ts';

/** Position in time of each row; null where they are the same. */
export function positions(rows: MemoryRows): Uint32Array | null {
  if (rows.order === null) return null;
  const position = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) position[rows.order[i]] = i;
  return position;
}

/** Visits every memory event of every plane, in the order of the file. */
export function eachRow(rows: MemoryRows, visitorFor: (part: PlaneRows) => (candidate: number, row: number) => void): void {
  for (const part of rows.planes) {
    const visit = visitorFor(part);
    for (let i = 0; i < part.count; i++) visit(part.candidate === null ? i : part.candidate[i], part.first + i);
  }
}

/** A numeric stat of every memory event, by position in time; NaN where it is not stated. Its columns are used up. */
export function numberColumn(rows: MemoryRows, position: Uint32Array | null, name: string): Float64Array {
  const column = new Float64Array(rows.length).fill(NaN);
  for (const part of rows.planes) {
    const stat = numberStat(part.plane, name);
    const last = part.first + part.count;
    if (part.candidate === null) {
      const isWhole = position === null && part.first === 0;
      const place = isWhole ? null : (position?.subarray(part.first, last) ?? range(part.first, last));
      stat.copyInto(column, part.count, place);
    } else {
      for (let i = 0; i < part.count; i++) {
        const row = part.first + i;
        column[position === null ? row : position[row]] = stat.at(part.candidate[i]);
      }
    }
    stat.clear();
  }
  return column;
}

function range(start: number, end: number): Uint32Array {
  const numbers = new Uint32Array(end - start);
  for (let i = 0; i < numbers.length; i++) numbers[i] = start + i;
  return numbers;
}
