/**
 * Growing columns in segments of 65,536 rows. A segment is one constant until a value differs, so that the many stats
 * that never change in a file (bytes_reserved, id, data_type) cost nothing, and growing never copies.
 *
 * A value is 64 bits in two halves: an int64 keeps all of its bits (addresses and ids exceed 2^53), a double is stored
 * as its bits. Which of the two a column holds is its reader's business.
 */

const SEGMENT_BITS = 16;
const SEGMENT_ROWS = 1 << SEGMENT_BITS;
const SEGMENT_MASK = SEGMENT_ROWS - 1;

/** The bits of a row that was never set: as a double a NaN, as an int64 no size, address or id that any writer makes. */
const ABSENT_LOW = 0xbeef0001;
const ABSENT_HIGH = 0x7ff4dead;

export class Column64 {
  /** Per segment: its words (low, high, low, high …), or null while it is constant. */
  private readonly words: (Uint32Array | null)[] = [];
  private readonly constantLow: number[] = [];
  private readonly constantHigh: number[] = [];
  /** The segment being filled, and the first row in it that is not set. */
  private segment = -1;
  private next = 0;

  /** Sets a row; rows are set in ascending order, each at most once, and may be left out. */
  set(row: number, low: number, high: number): void {
    const segment = row >>> SEGMENT_BITS;
    const index = row & SEGMENT_MASK;
    if (segment !== this.segment) this.advance(segment);
    let words = this.words[segment];
    if (words === null) {
      if (index === this.next && low === this.constantLow[segment] && high === this.constantHigh[segment]) {
        this.next = index + 1;
        return;
      }
      if (this.next === 0 && index === 0) {
        this.constantLow[segment] = low;
        this.constantHigh[segment] = high;
        this.next = 1;
        return;
      }
      words = this.materialise(segment);
    }
    for (let i = this.next; i < index; i++) {
      words[2 * i] = ABSENT_LOW;
      words[2 * i + 1] = ABSENT_HIGH;
    }
    words[2 * index] = low;
    words[2 * index + 1] = high;
    this.next = index + 1;
  }

  /** Reads a row into `cell`. False where the row was never set. */
  read(row: number): boolean {
    const segment = row >>> SEGMENT_BITS;
    const index = row & SEGMENT_MASK;
    if (segment >= this.words.length || (segment === this.segment && index >= this.next)) return false;
    const words = this.words[segment];
    if (words === null) {
      cell.low = this.constantLow[segment];
      cell.high = this.constantHigh[segment];
    } else {
      cell.low = words[2 * index];
      cell.high = words[2 * index + 1];
    }
    return cell.low !== ABSENT_LOW || cell.high !== ABSENT_HIGH;
  }

  /** Gives the memory back before the column itself can go. */
  clear(): void {
    this.words.length = 0;
    this.segment = -1;
  }

  private advance(segment: number): void {
    this.closeSegment();
    while (this.words.length < segment) {
      this.words.push(null);
      this.constantLow.push(ABSENT_LOW);
      this.constantHigh.push(ABSENT_HIGH);
    }
    this.words.push(null);
    this.constantLow.push(ABSENT_LOW);
    this.constantHigh.push(ABSENT_HIGH);
    this.segment = segment;
    this.next = 0;
  }

  /** A segment that is left before its end has absent rows behind the last one set. */
  private closeSegment(): void {
    if (this.segment < 0 || this.next === SEGMENT_ROWS) return;
    const words = this.words[this.segment] ?? this.materialise(this.segment);
    for (let i = this.next; i < SEGMENT_ROWS; i++) {
      words[2 * i] = ABSENT_LOW;
      words[2 * i + 1] = ABSENT_HIGH;
    }
  }

  private materialise(segment: number): Uint32Array {
    const words = new Uint32Array(2 * SEGMENT_ROWS);
    for (let i = 0; i < this.next; i++) {
      words[2 * i] = this.constantLow[segment];
      words[2 * i + 1] = this.constantHigh[segment];
    }
    this.words[segment] = words;
    return words;
  }
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
  length = 0;
  private readonly segments: Int32Array[] = [];

  push(value: number): void {
    const segment = this.length >>> SEGMENT_BITS;
    if (segment === this.segments.length) this.segments.push(new Int32Array(SEGMENT_ROWS));
    this.segments[segment][this.length & SEGMENT_MASK] = value;
    this.length++;
  }

  get(row: number): number {
    return this.segments[row >>> SEGMENT_BITS][row & SEGMENT_MASK];
  }

  set(row: number, value: number): void {
    this.segments[row >>> SEGMENT_BITS][row & SEGMENT_MASK] = value;
  }

  clear(): void {
    this.segments.length = 0;
    this.length = 0;
  }
}

/** A dense growing column of doubles. */
export class ColumnDouble {
  length = 0;
  private readonly segments: Float64Array[] = [];

  push(value: number): void {
    const segment = this.length >>> SEGMENT_BITS;
    if (segment === this.segments.length) this.segments.push(new Float64Array(SEGMENT_ROWS));
    this.segments[segment][this.length & SEGMENT_MASK] = value;
    this.length++;
  }

  get(row: number): number {
    return this.segments[row >>> SEGMENT_BITS][row & SEGMENT_MASK];
  }

  clear(): void {
    this.segments.length = 0;
    this.length = 0;
  }
}
