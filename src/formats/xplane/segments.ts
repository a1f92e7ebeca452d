/**
 * Growing columns in segments of 65,536 rows. A segment is one constant until a value differs, so that the many stats
 * that never change in a file (bytes_reserved, id, data_type) cost nothing, and growing never copies.
 *
 * A value is 64 bits in two halves: an int64 keeps all of its bits (addresses and ids exceed 2^53), a double is stored
 * as its bits. Which of the two a column holds is its reader's business.
 */

import { int64 } from '../protobuf/varint.ts';

const SEGMENT_BITS = 16;
const SEGMENT_ROWS = 1 << SEGMENT_BITS;
const SEGMENT_MASK = SEGMENT_ROWS - 1;
/** What a column begins with: a run of a thousand hosts has a thousand small files, each with all of these columns. */
const FIRST_ROWS = 256;

/** The bits of a row that was never set: as a double a NaN, as an int64 no size, address or id that any writer makes. */
const ABSENT_LOW = 0xbeef0001;
const ABSENT_HIGH = 0x7ff4dead;

export class Column64 {
  /** Per segment that is complete: its words (low, high, low, high …), or null where it is constant. */
  private readonly words: (Uint32Array | null)[] = [];
  private readonly constantLow: number[] = [];
  private readonly constantHigh: number[] = [];
  /** The segment being filled: its number, the first row in it that is not set, and its words or its constant. */
  private segment = 0;
  private next = 0;
  private current: Uint32Array | null = null;
  private low = 0;
  private high = 0;

  /** Sets a row; rows are set in ascending order, each at most once, and may be left out. */
  set(row: number, low: number, high: number): void {
    if (row >>> SEGMENT_BITS !== this.segment) this.advance(row >>> SEGMENT_BITS);
    const index = row & SEGMENT_MASK;
    let { current } = this;
    if (current === null) {
      if (index === this.next && low === this.low && high === this.high) {
        this.next = index + 1;
        return;
      }
      if (index === 0) {
        this.low = low;
        this.high = high;
        this.next = 1;
        return;
      }
      current = this.materialise(index);
    }
    if (2 * index >= current.length) current = this.enlarge(current, index);
    if (index !== this.next) this.leaveOut(current, index);
    current[2 * index] = low;
    current[2 * index + 1] = high;
    this.next = index + 1;
  }

  /** Reads a row into `cell`. False where the row was never set. */
  read(row: number): boolean {
    const segment = row >>> SEGMENT_BITS;
    const index = row & SEGMENT_MASK;
    if (segment > this.segment || (segment === this.segment && index >= this.next)) return false;
    const words = segment === this.segment ? this.current : this.words[segment];
    if (words !== null) {
      cell.low = words[2 * index];
      cell.high = words[2 * index + 1];
    } else {
      cell.low = segment === this.segment ? this.low : this.constantLow[segment];
      cell.high = segment === this.segment ? this.high : this.constantHigh[segment];
    }
    return cell.low !== ABSENT_LOW || cell.high !== ABSENT_HIGH;
  }

  /**
   * Writes rows 0 to `count` − 1 into `target`, row i to `target[place[i]]`, or `target[i]` where `place` is null. Rows
   * that were never set are passed over. Whole segments at a time: this is how columns of millions become the model's.
   */
  copyInto(target: Float64Array, count: number, place: Uint32Array | null, asDouble: boolean): void {
    for (let segment = 0; segment * SEGMENT_ROWS < count && segment <= this.segment; segment++) {
      const first = segment * SEGMENT_ROWS;
      const isCurrent = segment === this.segment;
      const rows = Math.min(isCurrent ? this.next : SEGMENT_ROWS, count - first);
      const words = isCurrent ? this.current : this.words[segment];
      if (words === null) {
        const low = isCurrent ? this.low : this.constantLow[segment];
        const high = isCurrent ? this.high : this.constantHigh[segment];
        if (low === ABSENT_LOW && high === ABSENT_HIGH) continue;
        const value = asDouble ? doubleOf(low, high) : int64(low, high);
        for (let i = 0; i < rows; i++) target[place === null ? first + i : place[first + i]] = value;
        continue;
      }
      const doubles = new Float64Array(words.buffer);
      for (let i = 0; i < rows; i++) {
        const low = words[2 * i];
        const high = words[2 * i + 1];
        if (low === ABSENT_LOW && high === ABSENT_HIGH) continue;
        const value = asDouble ? doubles[i] : int64(low, high);
        target[place === null ? first + i : place[first + i]] = value;
      }
    }
  }

  /** Whether rows 0 to `count` − 1 all have one value, or none of them has any. Says no where it cannot tell cheaply. */
  isConstant(count: number): boolean {
    const segments = Math.ceil(count / SEGMENT_ROWS);
    if (segments === 0 || this.segment >= segments) return segments === 0;
    if (this.segment < segments - 1 || this.current !== null) return false;
    if (count - this.segment * SEGMENT_ROWS !== this.next) return false;
    for (let segment = 0; segment < this.segment; segment++) {
      const isSame = this.constantLow[segment] === this.low && this.constantHigh[segment] === this.high;
      if (this.words[segment] !== null || !isSame) return false;
    }
    return true;
  }

  /** Gives the memory back before the column itself can go. */
  clear(): void {
    this.words.length = 0;
    this.current = null;
    this.segment = 0;
    this.next = 0;
  }

  private advance(segment: number): void {
    // A segment that is left before its end has absent rows behind the last one set.
    if (this.next < SEGMENT_ROWS) {
      const words = this.current ?? this.materialise(SEGMENT_ROWS - 1);
      this.leaveOut(words.length < 2 * SEGMENT_ROWS ? this.enlarge(words, SEGMENT_ROWS - 1) : words, SEGMENT_ROWS);
    }
    this.words.push(this.current);
    this.constantLow.push(this.low);
    this.constantHigh.push(this.high);
    while (this.words.length < segment) {
      this.words.push(null);
      this.constantLow.push(ABSENT_LOW);
      this.constantHigh.push(ABSENT_HIGH);
    }
    this.segment = segment;
    this.next = 0;
    this.current = null;
  }

  private leaveOut(words: Uint32Array, end: number): void {
    for (let i = this.next; i < end; i++) {
      words[2 * i] = ABSENT_LOW;
      words[2 * i + 1] = ABSENT_HIGH;
    }
  }

  /** The constant written out, with room for row `index` of the segment. */
  private materialise(index: number): Uint32Array {
    const words = new Uint32Array(2 * roomFor(index, this.segment));
    for (let i = 0; i < this.next; i++) {
      words[2 * i] = this.low;
      words[2 * i + 1] = this.high;
    }
    this.current = words;
    return words;
  }

  private enlarge(words: Uint32Array, index: number): Uint32Array {
    const larger = new Uint32Array(2 * roomFor(index, this.segment));
    larger.set(words);
    this.current = larger;
    return larger;
  }
}

/** Rows for which a segment has room, `index` among them. Only the first one grows: the others follow a full one. */
function roomFor(index: number, segment: number): number {
  let rows = segment === 0 ? FIRST_ROWS : SEGMENT_ROWS;
  while (rows <= index) rows *= 2;
  return rows;
}

/** What `Column64.read` read. */
export const cell = { low: 0, high: 0 };

const bits = new DataView(new ArrayBuffer(8));

/** The double whose bits these halves are. */
export function doubleOf(low: number, high: number): number {
  bits.setUint32(0, low, true);
  bits.setUint32(4, high, true);
  return bits.getFloat64(0, true);
}

/** A dense growing column of int32, readable and writable at any row. */
export class Column32 {
  private readonly segments: Int32Array[] = [];
  /** The segment being filled, and how far it is. */
  private current = new Int32Array(0);
  private filled = 0;
  private before = 0;

  get length(): number {
    return this.before + this.filled;
  }

  push(value: number): void {
    if (this.filled === this.current.length) this.grow();
    this.current[this.filled++] = value;
  }

  get(row: number): number {
    return this.segments[row >>> SEGMENT_BITS][row & SEGMENT_MASK];
  }

  set(row: number, value: number): void {
    this.segments[row >>> SEGMENT_BITS][row & SEGMENT_MASK] = value;
  }

  clear(): void {
    this.segments.length = 0;
    this.current = new Int32Array(0);
    this.filled = 0;
    this.before = 0;
  }

  private grow(): void {
    const isFirst = this.segments.length <= 1 && this.filled < SEGMENT_ROWS;
    if (isFirst) {
      const larger = new Int32Array(Math.max(FIRST_ROWS, 2 * this.filled));
      larger.set(this.current);
      this.current = larger;
      this.segments[0] = larger;
      return;
    }
    this.before += this.filled;
    this.filled = 0;
    this.current = new Int32Array(SEGMENT_ROWS);
    this.segments.push(this.current);
  }
}

/**
 * A dense growing column of doubles. A class of its own and not one for both: a method that sees two kinds of arrays is
 * compiled for neither, and these are called for every span.
 */
export class ColumnDouble {
  private readonly segments: Float64Array[] = [];
  private current = new Float64Array(0);
  private filled = 0;
  private before = 0;

  get length(): number {
    return this.before + this.filled;
  }

  push(value: number): void {
    if (this.filled === this.current.length) this.grow();
    this.current[this.filled++] = value;
  }

  get(row: number): number {
    return this.segments[row >>> SEGMENT_BITS][row & SEGMENT_MASK];
  }

  clear(): void {
    this.segments.length = 0;
    this.current = new Float64Array(0);
    this.filled = 0;
    this.before = 0;
  }

  private grow(): void {
    const isFirst = this.segments.length <= 1 && this.filled < SEGMENT_ROWS;
    if (isFirst) {
      const larger = new Float64Array(Math.max(FIRST_ROWS, 2 * this.filled));
      larger.set(this.current);
      this.current = larger;
      this.segments[0] = larger;
      return;
    }
    this.before += this.filled;
    this.filled = 0;
    this.current = new Float64Array(SEGMENT_ROWS);
    this.segments.push(this.current);
  }
}
