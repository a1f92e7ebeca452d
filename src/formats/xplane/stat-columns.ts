/**
 * Candidate columns by the name of their stat, once names are known. How a value is stored is not to be relied on: a
 * fragmentation of 0 is written as an integer, an address above 2^63 as an unsigned one (traceme_encode.h).
 */

import type { CandidateTable } from './candidates.ts';
import { STORED_DOUBLE, STORED_INTEGER, STORED_REFERENCE, STORED_TEXT } from './candidates.ts';
import type { PlaneReader } from './plane.ts';
import { cell, doubleOf, type Column64 } from './segments.ts';
import { int64 } from '../protobuf/varint.ts';

/** Reads one numeric stat of a candidate; NaN where it has none. */
export interface NumberStat {
  at(candidate: number): number;
  /** Both halves of an integer into `cell`; false where there is none. */
  bits(candidate: number): boolean;
  /** The first `count` candidates into `target`, candidate i at `place[i]`, or at i where `place` is null. */
  copyInto(target: Float64Array, count: number, place: Uint32Array | null): void;
  clear(): void;
}

export function numberStat(plane: PlaneReader, name: string): NumberStat {
  const integers = columnsOf(plane, name, STORED_INTEGER);
  const doubles = columnsOf(plane, name, STORED_DOUBLE);
  return {
    at(candidate) {
      for (const column of integers) if (column.read(candidate)) return int64(cell.low, cell.high);
      for (const column of doubles) if (column.read(candidate)) return doubleOf(cell.low, cell.high);
      return NaN;
    },
    bits(candidate) {
      for (const column of integers) if (column.read(candidate)) return true;
      return false;
    },
    copyInto(target, count, place) {
      for (const column of doubles) column.copyInto(target, count, place, true);
      for (const column of integers) column.copyInto(target, count, place, false);
    },
    clear() {
      for (const column of integers) column.clear();
      for (const column of doubles) column.clear();
    },
  };
}

/** Reads one text stat of a candidate; null where it has none. */
export function textStat(plane: PlaneReader, name: string): (candidate: number) => string | null {
  const references = columnsOf(plane, name, STORED_REFERENCE);
  const texts = columnsOf(plane, name, STORED_TEXT);
  let lastLow = -1;
  let last: string | null = null;
  return (candidate) => {
    for (const column of references) {
      if (!column.read(candidate)) continue;
      // Neighbours nearly always name the same thing.
      if (cell.low !== lastLow) {
        lastLow = cell.low;
        last = plane.statNames.get(cell.low | 0) ?? null;
      }
      return last;
    }
    for (const column of texts) if (column.read(candidate)) return plane.candidates.texts[cell.low] ?? null;
    return null;
  };
}

/** Whether no candidate has the stat. */
export function isAbsent(plane: PlaneReader, name: string): boolean {
  return EVERY_STORED.every((stored) => columnsOf(plane, name, stored).length === 0);
}

/** Whether the first `count` candidates all have one value of the stat, or none has it. No where it cannot tell cheaply. */
export function isConstant(plane: PlaneReader, name: string, count: number): boolean {
  const columns = EVERY_STORED.flatMap((stored) => columnsOf(plane, name, stored));
  return columns.length === 0 || (columns.length === 1 && columns[0].isConstant(count));
}

const EVERY_STORED = [STORED_INTEGER, STORED_DOUBLE, STORED_REFERENCE, STORED_TEXT];

function columnsOf(plane: PlaneReader, name: string, stored: number): Column64[] {
  const { candidates }: { candidates: CandidateTable } = plane;
  const columns: Column64[] = [];
  for (const [id, statName] of plane.statNames) {
    const column = statName === name ? candidates.column(id, stored) : undefined;
    if (column) columns.push(column);
  }
  return columns;
}
