/**
 * What the ids in samples stand for: locations, functions, mappings. Kept as string indices and dense ids, in columns,
 * until the string table has come. Id 0 means "none" in the format; but writers that count from 0 exist, so it is an id
 * like any other, which mostly has no record.
 */

import { doubled } from '../../model/pair-table.ts';
import { FieldCursor } from '../protobuf/field-cursor.ts';
import { int64 } from '../protobuf/varint.ts';
import { FUNCTION, LINE, LOCATION, MAPPING } from './fields.ts';
import { IdTable } from './id-table.ts';
import { stringIndex } from './sample-columns.ts';

/** What became of a record: `double` is one whose id was taken before, which nothing can refer to. */
export type Recorded = 'added' | 'double' | 'malformed';

const NONE = -1;

/** Dense id → row of the record with that id, or -1 where the file holds none. */
class RecordRows {
  length = 0;
  private rows = new Int32Array(0);

  get(id: number): number {
    return id >= 0 && id < this.rows.length ? this.rows[id] - 1 : NONE;
  }

  /** False where the id has a record already. */
  add(id: number): boolean {
    while (id >= this.rows.length) this.rows = doubled(this.rows);
    if (this.rows[id] !== 0) return false;
    this.rows[id] = ++this.length;
    return true;
  }
}

export class LocationColumns {
  readonly ids = new IdTable();
  readonly rows = new RecordRows();
  addressLow = new Uint32Array(128);
  addressHigh = new Uint32Array(128);
  /** Dense mapping id; -1 for none. */
  mapping = new Int32Array(128);
  /** Lines of row i are those from `lineStart[i]` up to `lineStart[i + 1]`, innermost inlined call first. */
  lineStart = new Uint32Array(128);
  /** Dense function id. */
  lineFunction = new Int32Array(128);
  lineNumber = new Float64Array(128);
  withoutLines = 0;
  private readonly field = new FieldCursor();
  private readonly lineField = new FieldCursor();
  private readonly mappingIds: IdTable;
  private readonly functionIds: IdTable;

  constructor(mappingIds: IdTable, functionIds: IdTable) {
    this.mappingIds = mappingIds;
    this.functionIds = functionIds;
  }

  add(bytes: Uint8Array, start: number, end: number): Recorded {
    const row = this.rows.length;
    if (row + 2 > this.lineStart.length) this.grow();
    let id = NONE;
    let mapping = NONE;
    let addressLow = 0;
    let addressHigh = 0;
    let lineEnd = this.lineStart[row];
    let linesReadable = true;
    const field = this.field.over(bytes, start, end);
    while (field.next()) {
      const { number, low, high } = field;
      if (field.isVarint) {
        if (number === LOCATION.id) id = this.ids.intern(low, high);
        else if (number === LOCATION.mappingId) mapping = this.mappingIds.intern(low, high);
        else if (number === LOCATION.address) [addressLow, addressHigh] = [low, high];
      } else if (field.isBytes && number === LOCATION.line) {
        if (lineEnd === this.lineNumber.length) this.growLines();
        if (this.readLine(bytes, field.start, field.stop, lineEnd)) lineEnd++;
        else linesReadable = false;
      }
    }
    if (field.damaged || !linesReadable) return 'malformed';
    if (id === NONE) id = this.ids.intern(0, 0);
    if (!this.rows.add(id)) return 'double';
    this.mapping[row] = mapping;
    this.addressLow[row] = addressLow;
    this.addressHigh[row] = addressHigh;
    if (lineEnd === this.lineStart[row]) this.withoutLines++;
    this.lineStart[row + 1] = lineEnd;
    return 'added';
  }

  /** Address of a row as pprof prints it. */
  address(row: number): string {
    return `0x${((BigInt(this.addressHigh[row]) << 32n) | BigInt(this.addressLow[row])).toString(16)}`;
  }

  private readLine(bytes: Uint8Array, start: number, end: number, line: number): boolean {
    let functionId = NONE;
    let number = 0;
    const field = this.lineField.over(bytes, start, end);
    while (field.next()) {
      if (!field.isVarint) continue;
      if (field.number === LINE.functionId) functionId = this.functionIds.intern(field.low, field.high);
      else if (field.number === LINE.line) number = int64(field.low, field.high);
    }
    this.lineFunction[line] = functionId === NONE ? this.functionIds.intern(0, 0) : functionId;
    this.lineNumber[line] = number;
    return !field.damaged;
  }

  private grow(): void {
    this.addressLow = doubled(this.addressLow);
    this.addressHigh = doubled(this.addressHigh);
    this.mapping = doubled(this.mapping);
    this.lineStart = doubled(this.lineStart);
  }

  private growLines(): void {
    this.lineFunction = doubled(this.lineFunction);
    this.lineNumber = doubled(this.lineNumber);
  }
}

export class FunctionColumns {
  readonly ids = new IdTable();
  readonly rows = new RecordRows();
  /** String indices. */
  name = new Int32Array(128);
  file = new Int32Array(128);
  startLine = new Float64Array(128);
  private readonly field = new FieldCursor();

  add(bytes: Uint8Array, start: number, end: number): Recorded {
    const row = this.rows.length;
    if (row === this.name.length) {
      this.name = doubled(this.name);
      this.file = doubled(this.file);
      this.startLine = doubled(this.startLine);
    }
    let id = NONE;
    let name = 0;
    let systemName = 0;
    let file = 0;
    let startLine = 0;
    const field = this.field.over(bytes, start, end);
    while (field.next()) {
      if (!field.isVarint) continue;
      const { number, low, high } = field;
      if (number === FUNCTION.id) id = this.ids.intern(low, high);
      else if (number === FUNCTION.name) name = stringIndex(low, high);
      else if (number === FUNCTION.systemName) systemName = stringIndex(low, high);
      else if (number === FUNCTION.filename) file = stringIndex(low, high);
      else if (number === FUNCTION.startLine) startLine = int64(low, high);
    }
    if (field.damaged) return 'malformed';
    if (id === NONE) id = this.ids.intern(0, 0);
    if (!this.rows.add(id)) return 'double';
    this.name[row] = name === 0 ? systemName : name;
    this.file[row] = file;
    this.startLine[row] = startLine;
    return 'added';
  }
}

export class MappingColumns {
  readonly ids = new IdTable();
  readonly rows = new RecordRows();
  /** String index of the binary's path, by row. Files hold few mappings: no columns. */
  readonly file: number[] = [];

  add(bytes: Uint8Array, start: number, end: number): Recorded {
    let id = NONE;
    let file = 0;
    const field = new FieldCursor(bytes, start, end);
    while (field.next()) {
      if (!field.isVarint) continue;
      if (field.number === MAPPING.id) id = this.ids.intern(field.low, field.high);
      else if (field.number === MAPPING.filename) file = stringIndex(field.low, field.high);
    }
    if (field.damaged) return 'malformed';
    if (id === NONE) id = this.ids.intern(0, 0);
    if (!this.rows.add(id)) return 'double';
    this.file.push(file);
    return 'added';
  }
}
