/**
 * What the ids in samples stand for: locations, functions, mappings. Kept as string indices and dense ids, in columns,
 * until the string table has come. Id 0 means "none" in the format; but writers that count from 0 exist, so it is an id
 * like any other, which mostly has no record.
 */

import { doubled } from '../../model/pair-table.ts';
import { readMessage } from '../protobuf/message.ts';
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
    const onVarint = (field: number, low: number, high: number): void => {
      if (field === LOCATION.id) id = this.ids.intern(low, high);
      else if (field === LOCATION.mappingId) mapping = this.mappingIds.intern(low, high);
      else if (field === LOCATION.address) [addressLow, addressHigh] = [low, high];
    };
    const onBytes = (field: number, lineStart: number, lineStop: number): void => {
      if (field !== LOCATION.line) return;
      if (lineEnd === this.lineNumber.length) this.growLines();
      if (this.readLine(bytes, lineStart, lineStop, lineEnd)) lineEnd++;
      else linesReadable = false;
    };
    if (!readMessage(bytes, start, end, onVarint, onBytes) || !linesReadable) return 'malformed';
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
    const readable = readMessage(bytes, start, end, (field, low, high) => {
      if (field === LINE.functionId) functionId = this.functionIds.intern(low, high);
      else if (field === LINE.line) number = int64(low, high);
    });
    this.lineFunction[line] = functionId === NONE ? this.functionIds.intern(0, 0) : functionId;
    this.lineNumber[line] = number;
    return readable;
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
    const readable = readMessage(bytes, start, end, (field, low, high) => {
      if (field === FUNCTION.id) id = this.ids.intern(low, high);
      else if (field === FUNCTION.name) name = stringIndex(low, high);
      else if (field === FUNCTION.systemName) systemName = stringIndex(low, high);
      else if (field === FUNCTION.filename) file = stringIndex(low, high);
      else if (field === FUNCTION.startLine) startLine = int64(low, high);
    });
    if (!readable) return 'malformed';
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
    const readable = readMessage(bytes, start, end, (field, low, high) => {
      if (field === MAPPING.id) id = this.ids.intern(low, high);
      else if (field === MAPPING.filename) file = stringIndex(low, high);
    });
    if (!readable) return 'malformed';
    if (id === NONE) id = this.ids.intern(0, 0);
    if (!this.rows.add(id)) return 'double';
    this.file.push(file);
    return 'added';
  }
}
