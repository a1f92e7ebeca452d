import { CUT, WIRE_BYTES, WIRE_FIXED32, WIRE_FIXED64, WIRE_VARINT, readVarint, uint64, varint } from './varint.ts';

/**
 * Walks the fields of one small message that lies whole in memory. The hottest paths (events of a trace, samples of a
 * pprof) drive `readVarint` themselves; what reads very many small messages moves one cursor from each to the next.
 *
 *     const field = new FieldCursor(bytes, start, end);
 *     while (field.next()) if (field.number === 2) name = field.text();
 *     if (field.damaged) …
 */
export class FieldCursor {
  number = 0;
  wireType = 0;
  /** A varint's or fixed value's halves. */
  low = 0;
  high = 0;
  /** Extent of a length-delimited value. */
  start = 0;
  stop = 0;
  /** True where the message ended inside a field, or a field has a wire type that these schemas never use. */
  damaged = false;

  constructor(
    private bytes: Uint8Array = NO_BYTES,
    private position = 0,
    private end = 0,
  ) {}

  /** Moves to the start of another message. */
  over(bytes: Uint8Array, start: number, end: number): this {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
    this.damaged = false;
    return this;
  }

  next(): boolean {
    if (this.position >= this.end) return false;
    let position = readVarint(this.bytes, this.position, this.end);
    if (position === CUT) return this.fail();
    this.number = varint.low >>> 3;
    this.wireType = varint.low & 7;
    if (this.number === 0) return this.fail();
    switch (this.wireType) {
      case WIRE_VARINT:
        position = readVarint(this.bytes, position, this.end);
        if (position === CUT) return this.fail();
        this.low = varint.low;
        this.high = varint.high;
        break;
      case WIRE_BYTES: {
        position = readVarint(this.bytes, position, this.end);
        if (position === CUT) return this.fail();
        const length = uint64(varint.low, varint.high);
        if (position + length > this.end) return this.fail();
        this.start = position;
        this.stop = position + length;
        position = this.stop;
        break;
      }
      case WIRE_FIXED64:
        if (position + 8 > this.end) return this.fail();
        this.low = this.word(position);
        this.high = this.word(position + 4);
        position += 8;
        break;
      case WIRE_FIXED32:
        if (position + 4 > this.end) return this.fail();
        this.low = this.word(position);
        this.high = 0;
        position += 4;
        break;
      default:
        return this.fail();
    }
    this.position = position;
    return true;
  }

  get isVarint(): boolean {
    return this.wireType === WIRE_VARINT;
  }

  /** Length-delimited: text, bytes, a sub-message or packed numbers. */
  get isBytes(): boolean {
    return this.wireType === WIRE_BYTES;
  }

  /** A cursor on a sub-message. */
  message(): FieldCursor {
    return new FieldCursor(this.bytes, this.start, this.stop);
  }

  /** The value as text; malformed UTF-8 becomes U+FFFD. */
  text(): string {
    return decodeText(this.bytes, this.start, this.stop);
  }

  private word(position: number): number {
    const b = this.bytes;
    return (b[position] | (b[position + 1] << 8) | (b[position + 2] << 16) | (b[position + 3] << 24)) >>> 0;
  }

  private fail(): false {
    this.damaged = true;
    this.position = this.end;
    return false;
  }
}

const NO_BYTES = new Uint8Array(0);

const decoder = new TextDecoder();

/** UTF-8 text of a part of a chunk. */
export function decodeText(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}
