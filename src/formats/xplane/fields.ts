import { CUT, WIRE_BYTES, WIRE_FIXED32, WIRE_FIXED64, WIRE_VARINT, readVarint, uint64, varint } from '../protobuf/varint.ts';

/**
 * Walks the fields of one small message that lies whole in memory. Not for hot paths: events are read by hand.
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
    readonly bytes: Uint8Array,
    private position: number,
    private readonly end: number,
  ) {}

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

const decoder = new TextDecoder();

/** UTF-8 text of a part of a chunk. */
export function decodeText(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}
