/**
 * Events that may be memory events, before anybody knows their names.
 *
 * A plane's event and stat names follow its events in every file that jax.profiler writes, so a reader that wants one
 * pass has to keep what might matter: instant events (duration 0) with at least six stats. Their stats go into columns
 * keyed by stat id and by how the value is stored; the names that come later say which column is which. In all real
 * files seen, nothing but memory events looks like that. `PlaneReader` checks it: were it wrong, a second pass reads
 * by name.
 */

import { Column32, Column64, ColumnDouble } from './segments.ts';
import { CUT, fieldLength, readVarint, varint } from '../protobuf/varint.ts';
import { idKey } from './id-key.ts';

/** How XStat stores a value; the part of a column's key beside the stat's id. */
export const STORED_INTEGER = 0;
export const STORED_DOUBLE = 1;
/** Id of a stat metadata whose name is the value. */
export const STORED_REFERENCE = 2;
/** Index into `CandidateTable.texts`. */
export const STORED_TEXT = 3;

/** More rows than this in the first pass, and the plane is read again by name: something else looks like memory events. */
const MAX_ROWS = 24_000_000;

export class CandidateTable {
  readonly offset = new ColumnDouble();
  /** Ordinal of the line within the plane. */
  readonly line = new Column32();
  readonly metadataId = new Column32();
  /** Innermost enclosing span: a row of the plane's `SpanTable`, -1 where there is none. */
  readonly span = new Column32();
  /** Distinct values of stats that are stored as strings of their own. */
  readonly texts: string[] = [];
  overBudget = false;
  /** Rows whose stats could not be read. They keep their place: what was read before the damage holds. */
  damagedRows = 0;
  private readonly columns = new Map<number, Column64>();
  private readonly textIndex = new Map<string, number>();
  /** The columns of the previous row, in order: the next row nearly always has the same stats in the same order. */
  private readonly sequence: { key: number; column: Column64 }[] = [];

  get length(): number {
    return this.metadataId.length;
  }

  column(statId: number, stored: number): Column64 | undefined {
    return this.columns.get(statId * 4 + stored);
  }

  /** Adds a row; its stats lie in `bytes` between `start` and `end`, among other fields of the XEvent. */
  add(
    offset: number,
    line: number,
    metadataId: number,
    span: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    const row = this.metadataId.length;
    if (row >= MAX_ROWS) {
      this.overBudget = true;
      return;
    }
    this.offset.push(offset);
    this.line.push(line);
    this.metadataId.push(metadataId);
    this.span.push(span);
    let ordinal = 0;
    let position = start;
    while (position < end) {
      const tag = bytes[position++];
      if (tag !== 0x22) {
        // The event's own fields between the stats are varints; `event` has checked that all lengths fit.
        position = readVarint(bytes, position, end);
        if (position === CUT) break;
        continue;
      }
      let length = bytes[position++];
      if (length >= 0x80) {
        position = readVarint(bytes, position - 1, end);
        if (position === CUT) break;
        length = fieldLength();
      }
      if (length > end - position) break;
      if (!this.addStat(row, ordinal++, bytes, position, position + length)) this.damagedRows++;
      position += length;
    }
  }

  clear(): void {
    for (const column of this.columns.values()) column.clear();
    this.columns.clear();
    this.offset.clear();
    this.line.clear();
    this.metadataId.clear();
    this.span.clear();
  }

  /** XStat: 1 metadata_id, 2 double, 3 uint64, 4 int64, 5 string, 6 bytes, 7 reference (xplane.proto). */
  private addStat(row: number, ordinal: number, bytes: Uint8Array, start: number, end: number): boolean {
    let statId = 0;
    let stored = -1;
    let low = 0;
    let high = 0;
    let position = start;
    while (position < end) {
      const tag = bytes[position++];
      if (tag === 0x08 || tag === 0x18 || tag === 0x20 || tag === 0x38) {
        const byte = bytes[position];
        if (byte < 0x80) {
          low = byte;
          high = 0;
          position++;
        } else {
          position = readVarint(bytes, position, end);
          if (position === CUT) return false;
          low = varint.low;
          high = varint.high;
        }
        if (tag === 0x08) statId = idKey(low, high);
        else stored = tag === 0x38 ? STORED_REFERENCE : STORED_INTEGER;
      } else if (tag === 0x11) {
        if (position + 8 > end) return false;
        low = wordAt(bytes, position);
        high = wordAt(bytes, position + 4);
        position += 8;
        stored = STORED_DOUBLE;
      } else if (tag === 0x2a || tag === 0x32) {
        position = readVarint(bytes, position, end);
        if (position === CUT) return false;
        const length = fieldLength();
        if (length > end - position) return false;
        const stop = position + length;
        if (tag === 0x2a) {
          low = this.internText(bytes, position, stop);
          high = 0;
          stored = STORED_TEXT;
        }
        position = stop;
      } else {
        return false;
      }
    }
    if (stored >= 0) this.columnAt(ordinal, statId * 4 + stored).set(row, low, high);
    return true;
  }

  private columnAt(ordinal: number, key: number): Column64 {
    const expected = this.sequence[ordinal];
    if (expected !== undefined && expected.key === key) return expected.column;
    let column = this.columns.get(key);
    if (column === undefined) {
      column = new Column64();
      this.columns.set(key, column);
    }
    this.sequence[ordinal] = { key, column };
    return column;
  }

  private internText(bytes: Uint8Array, start: number, end: number): number {
    const text = new TextDecoder().decode(bytes.subarray(start, end));
    let index = this.textIndex.get(text);
    if (index === undefined) {
      index = this.texts.length;
      this.texts.push(text);
      this.textIndex.set(text, index);
    }
    return index;
  }
}

function wordAt(bytes: Uint8Array, position: number): number {
  return (
    (bytes[position] | (bytes[position + 1] << 8) | (bytes[position + 2] << 16) | (bytes[position + 3] << 24)) >>> 0
  );
}
