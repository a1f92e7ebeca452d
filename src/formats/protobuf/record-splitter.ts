/**
 * Cuts a stream of chunks into the top-level fields of one protobuf message, wherever the chunks happen to end.
 *
 *     chunks    [ tag len ······ tag len ···|····· tag len | ······· ]
 *     fields      └──── in place ────┘└─ copied together ─┘ …
 *
 * A field that lies within one chunk is handed on in place; only one that is spread over several is copied. So a file
 * of any size costs no more memory than its longest field.
 */

import { LostTail } from './lost-tail.ts';
import { CUT, readVarint, uint64, varint, WIRE_BYTES, WIRE_FIXED32, WIRE_FIXED64, WIRE_VARINT } from './varint.ts';

export interface FieldSink {
  /** A length-delimited field; its bytes are overwritten after the call. `offset` is its place in the stream. */
  bytesField(field: number, bytes: Uint8Array, start: number, end: number, offset: number): void;
  /** A varint field. */
  varintField(field: number, low: number, high: number, offset: number): void;
}

/** Why reading stopped before the end of the stream. Nothing after that place can be told apart any more. */
export interface StreamDamage {
  offset: number;
  reason: 'cut' | 'not-protobuf';
  /** What stands there is nothing but zeros, as a sentence; null where it is anything else. */
  padding: string | null;
}

/** Bytes of the longest varint. */
const VARINT_LIMIT = 10;

export class RecordSplitter {
  damage: StreamDamage | null = null;
  /** Bytes pushed so far. */
  bytes = 0;
  private readonly sink: FieldSink;
  private readonly tail = new LostTail();
  /** The beginning of a field that the last chunk did not hold to its end. */
  private carry = new Uint8Array(1024);
  private carried = 0;

  constructor(sink: FieldSink) {
    this.sink = sink;
  }

  /** Never keeps the chunk. After damage the rest of the stream is passed over. */
  push(chunk: Uint8Array): void {
    const before = this.bytes;
    this.bytes += chunk.length;
    let position = 0;
    while (this.damage === null && this.carried > 0 && position < chunk.length) {
      position += this.fillCarry(chunk, position, before + position);
    }
    const rest = this.damage === null ? this.readFields(chunk, position, before) : position;
    if (this.damage !== null) this.tail.add(chunk, rest);
    else if (rest < chunk.length) this.keep(chunk, rest, chunk.length);
  }

  /** A field that never came to its end is damage. */
  end(): void {
    if (this.damage !== null) {
      // A field that was carried over begins with no zero.
      if (this.carried === 0 && this.tail.isPadding) this.damage.padding = this.tail.sentence;
    } else if (this.carried > 0) {
      this.damage = { offset: this.bytes - this.carried, reason: 'cut', padding: null };
    }
  }

  /** Copies what the carried field needs, reads it once it is whole, and returns how much of the chunk was used. */
  private fillCarry(chunk: Uint8Array, position: number, offset: number): number {
    const wanted = fieldLength(this.carry, 0, this.carried);
    const start = offset - this.carried;
    if (wanted === NOT_PROTOBUF) {
      this.damage = { offset: start, reason: 'not-protobuf', padding: null };
      return 0;
    }
    const missing = (wanted === INCOMPLETE ? this.carried + 1 : wanted) - this.carried;
    const taken = Math.min(missing, chunk.length - position);
    this.keep(chunk, position, position + taken);
    if (this.carried === wanted || fieldLength(this.carry, 0, this.carried) === this.carried) {
      this.readField(this.carry, 0, this.carried, start);
      this.carried = 0;
    }
    return taken;
  }

  /** Reads all whole fields from `position` on. Returns where the first incomplete one starts. */
  private readFields(chunk: Uint8Array, position: number, before: number): number {
    while (position < chunk.length) {
      const tag = chunk[position];
      // Nearly all fields have a tag of one byte and a length of one or two: those are read without a call.
      if ((tag & 0x87) === WIRE_BYTES && tag > 7 && position + 2 < chunk.length) {
        const low = chunk[position + 1];
        const high = low < 0x80 ? 0 : chunk[position + 2];
        if (high < 0x80) {
          const start = position + (low < 0x80 ? 2 : 3);
          const end = start + ((low & 0x7f) | (high << 7));
          if (end > chunk.length) return position;
          this.sink.bytesField(tag >>> 3, chunk, start, end, before + position);
          position = end;
          continue;
        }
      }
      const length = fieldLength(chunk, position, chunk.length);
      if (length === NOT_PROTOBUF) {
        this.damage = { offset: before + position, reason: 'not-protobuf', padding: null };
        return position;
      }
      if (length === INCOMPLETE || position + length > chunk.length) return position;
      this.readField(chunk, position, position + length, before + position);
      position += length;
    }
    return position;
  }

  private readField(bytes: Uint8Array, start: number, end: number, offset: number): void {
    let position = readVarint(bytes, start, end);
    const field = varint.low >>> 3;
    const wireType = varint.low & 7;
    if (wireType === WIRE_BYTES) {
      position = readVarint(bytes, position, end);
      this.sink.bytesField(field, bytes, position, end, offset);
    } else if (wireType === WIRE_VARINT) {
      readVarint(bytes, position, end);
      this.sink.varintField(field, varint.low, varint.high, offset);
    }
  }

  private keep(chunk: Uint8Array, start: number, end: number): void {
    const length = this.carried + end - start;
    if (length > this.carry.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.carry.length));
      larger.set(this.carry.subarray(0, this.carried));
      this.carry = larger;
    }
    this.carry.set(chunk.subarray(start, end), this.carried);
    this.carried = length;
  }
}

const INCOMPLETE = -1;
const NOT_PROTOBUF = -2;

/** Length of the field at `position`, header included. It may reach beyond `end`. */
function fieldLength(bytes: Uint8Array, position: number, end: number): number {
  const afterTag = readVarint(bytes, position, end);
  if (afterTag === CUT) return end - position < VARINT_LIMIT ? INCOMPLETE : NOT_PROTOBUF;
  const wireType = varint.low & 7;
  if (varint.high !== 0 || varint.low >>> 3 === 0) return NOT_PROTOBUF;
  if (wireType === WIRE_FIXED64) return afterTag + 8 - position;
  if (wireType === WIRE_FIXED32) return afterTag + 4 - position;
  if (wireType !== WIRE_VARINT && wireType !== WIRE_BYTES) return NOT_PROTOBUF;
  const afterValue = readVarint(bytes, afterTag, end);
  if (afterValue === CUT) return end - afterTag < VARINT_LIMIT ? INCOMPLETE : NOT_PROTOBUF;
  if (wireType === WIRE_VARINT) return afterValue - position;
  if (varint.high > 0x1fffff) return NOT_PROTOBUF;
  return afterValue + uint64(varint.low, varint.high) - position;
}
