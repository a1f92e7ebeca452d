/**
 * Bytes of a message that is being written, whose length must stand before it.
 *
 *     line  ▐events▐events▐ ──message(3)──▶ plane  ▐…▐3 len▐events▐events▐ ──message(1)──▶ space
 *
 * Parts of a larger message are moved into the one around it, not copied: a plane may have hundreds of MB.
 */

import { WIRE_BYTES } from './varint.ts';

const PART_BYTES = 1 << 18;
/** What is shorter is copied: many small parts cost more than their bytes. */
const COPIED_BYTES = 1 << 16;

export class ByteParts {
  length = 0;
  private readonly full: Uint8Array<ArrayBuffer>[] = [];
  private part = new Uint8Array(0);
  private used = 0;

  /** Copies the bytes between two positions. */
  write(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (this.used + length > this.part.length) {
      this.flush();
      this.part = new Uint8Array(Math.max(length, Math.min(PART_BYTES, Math.max(256, this.length))));
    }
    this.part.set(bytes.subarray(start, end), this.used);
    this.used += length;
    this.length += length;
  }

  /** A length-delimited field. `content` is used up. */
  message(field: number, content: ByteParts): void {
    const header = [...varintBytes(field * 8 + WIRE_BYTES), ...varintBytes(content.length)];
    this.write(Uint8Array.from(header), 0, header.length);
    if (content.length < COPIED_BYTES) {
      for (const part of content.finish()) this.write(part, 0, part.length);
      return;
    }
    this.flush();
    this.full.push(...content.finish());
    this.length += content.length;
  }

  /** All that was written, in order. Nothing can be written after it. */
  finish(): Uint8Array<ArrayBuffer>[] {
    this.flush();
    return this.full;
  }

  private flush(): void {
    if (this.used > 0) this.full.push(this.part.subarray(0, this.used));
    this.part = new Uint8Array(0);
    this.used = 0;
  }
}

/** A non-negative whole number below 2^53 as a varint. */
function varintBytes(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return bytes;
}
