/** Labels with their names, and which of them say anything. */

import type { LabelTable } from '../../model/snapshot.ts';
import type { RawLabels } from './sample-columns.ts';
import { UNKNOWN_NAME } from './strings.ts';
import type { StringTable } from './strings.ts';

export interface ResolvedLabels {
  labels: LabelTable;
  /** Row in `labels` for each raw row; -1 for one that says nothing. */
  ofRawLabel: Int32Array;
}

/**
 * A label with neither text nor number is the number 0, which protobuf leaves out, or nothing at all; pprof drops it.
 * It is kept as 0 for `device` (JAX before 2022 wrote the number of the device, and device 0 so) and for keys that hold
 * numbers elsewhere in the file.
 */
export function resolveLabels(raw: RawLabels, strings: StringTable): ResolvedLabels {
  const count = raw.rows.length;
  const labels: LabelTable = {
    length: 0,
    key: new Int32Array(count),
    text: new Int32Array(count),
    numberLow: new Uint32Array(count),
    numberHigh: new Int32Array(count),
    unit: new Int32Array(count),
  };
  const numericKeys = new Set<number>([strings.intern('device')]);
  const rows = Array.from({ length: count }, (_, row) => readRow(raw, row, strings));
  for (const row of rows) if (isNumber(row)) numericKeys.add(row.key);
  const ofRawLabel = Int32Array.from(rows, (row) => {
    const isText = row.text !== 0;
    if (!isText && !isNumber(row) && !numericKeys.has(row.key)) return -1;
    const index = labels.length++;
    labels.key[index] = row.key;
    labels.text[index] = isText ? row.text : -1;
    labels.numberLow[index] = isText ? 0 : row.low;
    labels.numberHigh[index] = isText ? 0 : row.high;
    labels.unit[index] = row.unit;
    return index;
  });
  return { labels, ofRawLabel };
}

interface LabelRow {
  key: number;
  text: number;
  low: number;
  high: number;
  unit: number;
}

function isNumber(row: LabelRow): boolean {
  return row.text === 0 && (row.low !== 0 || row.high !== 0 || row.unit !== 0);
}

function readRow(raw: RawLabels, row: number, strings: StringTable): LabelRow {
  const keyAndText = raw.rows.first[row];
  const numberAndUnit = raw.rows.second[row];
  const number = raw.numberAndUnit.first[numberAndUnit];
  return {
    key: nameOf(raw.keyAndText.first[keyAndText], strings),
    text: nameOf(raw.keyAndText.second[keyAndText], strings),
    low: raw.numbers.first[number],
    high: raw.numbers.second[number],
    unit: strings.resolve(raw.numberAndUnit.second[numberAndUnit]),
  };
}

/** A label whose text was lost is still a label with a text. */
function nameOf(row: number, strings: StringTable): number {
  const name = strings.resolve(row);
  return row === 0 || strings.has(row) ? name : strings.intern(UNKNOWN_NAME);
}
