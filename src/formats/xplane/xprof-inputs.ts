/** What of memory events only XProf's own results rest on: tensors, steps, and what stands in which line. */

import { PairTable } from '../../model/pair-table.ts';
import type { NumberColumn } from '../../model/profile.ts';
import type { Bytes } from '../../model/units.ts';
import type { TensorTable, XprofInputs } from '../../model/xprof-inputs.ts';
import type { MemoryRows, PlaneRows } from './memory-rows.ts';
import { DATA_TYPE_STAT, GROUP_STAT, HOST_PLANE, OP_STAT, REGION_STAT, SHAPE_STAT } from './names.ts';
import type { PlaneReader } from './plane.ts';
import { eachRow, numberColumn, positions } from './row-columns.ts';
import { isAbsent, isConstant, numberStat, textStat } from './stat-columns.ts';
import type { StringTable } from './string-table.ts';

const NONE = -1;
const MAX_DATA_TYPE = 0x7fffffff;

/** Reads the candidates' columns, so it comes before they are let go. */
export function xprofInputs(
  rows: MemoryRows,
  planes: readonly PlaneReader[],
  strings: StringTable,
  lastLifetimePeak: Bytes[],
): XprofInputs {
  const read = planes.find(({ name }) => name === HOST_PLANE);
  return {
    ...tensorsOf(rows, strings),
    step: stepsOf(rows),
    lastLifetimePeak,
    readsLine: rows.planes.flatMap(({ plane }) => plane.lines.map(() => plane === read)),
  };
}

function stepsOf(rows: MemoryRows): NumberColumn {
  if (rows.planes.every(({ plane }) => isAbsent(plane, GROUP_STAT))) return NaN;
  return numberColumn(rows, positions(rows), GROUP_STAT);
}

function tensorsOf(rows: MemoryRows, strings: StringTable): Pick<XprofInputs, 'tensors' | 'tensor'> {
  const pairs = { named: new PairTable(), shaped: new PairTable(), tensors: new PairTable() };
  const readerOf = ({ plane }: PlaneRows): ((candidate: number) => number) => {
    const text = (name: string): ((candidate: number) => number) => {
      const read = textStat(plane, name);
      return (candidate) => {
        const value = read(candidate);
        return value === null ? NONE : strings.intern(value);
      };
    };
    const [op, region, shape] = [text(OP_STAT), text(REGION_STAT), text(SHAPE_STAT)];
    const dataType = numberStat(plane, DATA_TYPE_STAT);
    return (candidate) => {
      const type = dataType.at(candidate);
      const shaped = pairs.shaped.intern(shape(candidate), type >= 0 && type <= MAX_DATA_TYPE ? type : NONE);
      return pairs.tensors.intern(pairs.named.intern(op(candidate), region(candidate)), shaped);
    };
  };

  // JAX on a GPU says the same of all events: a column for it would cost millions of look-ups.
  const single = rows.planes.map((part) => (saysTheSame(part) ? readerOf(part)(0) : NONE));
  if (single.every((tensor) => tensor !== NONE && tensor === single[0])) {
    return { tensors: tableOf(pairs), tensor: single[0] ?? 0 };
  }
  const tensor = new Int32Array(rows.length);
  const position = positions(rows);
  eachRow(rows, (part) => {
    const tensorAt = readerOf(part);
    return (candidate, row) => {
      tensor[position === null ? row : position[row]] = tensorAt(candidate);
    };
  });
  return { tensors: tableOf(pairs), tensor };
}

function saysTheSame({ plane, count, candidate }: PlaneRows): boolean {
  if (candidate !== null) return false;
  return [OP_STAT, REGION_STAT, SHAPE_STAT, DATA_TYPE_STAT].every((name) => isConstant(plane, name, count));
}

function tableOf(pairs: { named: PairTable; shaped: PairTable; tensors: PairTable }): TensorTable {
  const { named, shaped, tensors } = pairs;
  const column = (key: Int32Array, values: Int32Array): (number | null)[] =>
    Array.from(key.subarray(0, tensors.length), (row) => (values[row] === NONE ? null : values[row]));
  return {
    length: tensors.length,
    op: column(tensors.first, named.first),
    region: column(tensors.first, named.second),
    shape: column(tensors.second, shaped.first),
    dataType: column(tensors.second, shaped.second),
  };
}
