/**
 * Bytes of a link's data, written and read one number after the other. Small whole numbers take one byte; whatever is
 * no whole number below 2^52 takes nine. The reader never reads beyond the end and never gives NaN or an infinity.
 */

import { Unfit } from '../checked.ts';

/** Whole numbers up to here are written in the short form: with a sign bit they still fit a Float64 exactly. */
const LARGEST_SHORT = 2 ** 52;
/** Stands before eight bytes of Float64. */
const LONG_FORM = 0;

export class ByteWriter {
  private bytes = new Uint8Array(4096);
  private length = 0;

  byte(value: number): void {
    if (this.length === this.bytes.length) {
      const grown = new Uint8Array(this.bytes.length * 2);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    this.bytes[this.length++] = value;
  }

  /** A whole number from 0 to 2^53, seven bits a byte, the lowest first. */
  count(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** Any finite number: 1 + zigzag of a whole one, else LONG_FORM and a Float64. */
  number(value: number): void {
    if (Number.isInteger(value) && Math.abs(value) < LARGEST_SHORT) {
      this.count(value < 0 ? -2 * value : 2 * value + 1);
      return;
    }
    this.byte(LONG_FORM);
    const long = new DataView(new ArrayBuffer(8));
    long.setFloat64(0, value, true);
    for (let i = 0; i < 8; i++) this.byte(long.getUint8(i));
  }

  raw(values: Uint8Array): void {
    for (const value of values) this.byte(value);
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

export class ByteReader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Bytes that were not read. */
  get left(): number {
    return this.bytes.length - this.at;
  }

  get isAtEnd(): boolean {
    return this.left === 0;
  }

  byte(): number {
    if (this.at >= this.bytes.length) throw new Unfit();
    return this.bytes[this.at++];
  }

  /** At most `most`, which is at most 2^53. */
  count(most: number): number {
    let value = 0;
    let scale = 1;
    for (let last = 0x80; last >= 0x80; scale *= 0x80) {
      last = this.byte();
      value += (last % 0x80) * scale;
      // Bytes that add nothing may go on for ever.
      if (value > most || scale > Number.MAX_SAFE_INTEGER) throw new Unfit();
    }
    return value;
  }

  number(): number {
    const value = this.count(2 ** 53);
    if (value !== LONG_FORM) return value % 2 === 0 ? -(value / 2) : (value - 1) / 2;
    const long = new DataView(new ArrayBuffer(8));
    for (let i = 0; i < 8; i++) long.setUint8(i, this.byte());
    const found = long.getFloat64(0, true);
    if (!Number.isFinite(found)) throw new Unfit();
    return found;
  }

  raw(length: number): Uint8Array {
    if (length > this.bytes.length - this.at) throw new Unfit();
    this.at += length;
    return this.bytes.slice(this.at - length, this.at);
  }
}
