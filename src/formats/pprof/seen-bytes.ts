/**
 * Recognises a stack or a label by its bytes. Large dumps have few distinct ones and many samples, so most are seen
 * again: then comparing 200 bytes takes the place of decoding a hundred ids and looking each up.
 */

import { doubled } from '../../model/pair-table.ts';

/** The cache is left alone once it is full, if fewer than one run of bytes in this many was found. */
const WORTHWHILE = 8;

export const NOT_SEEN = -2;
/** Behind an entry's begin in the table. */
const VALUE = 1;

export class SeenBytes {
  private store = new Uint8Array(1 << 12);
  private storeView = new DataView(this.store.buffer);
  /** What was looked at last, mostly the same chunk as before, and the view of it. */
  private bytes: Uint8Array = this.store;
  private view: DataView = this.storeView;
  private stored = 0;
  private entries = 0;
  /** Where the bytes of each entry begin in `store`, and its value: one behind the other. The next one's begin is its end. */
  private table = new Int32Array(256);
  /** Entry + 1, or 0 for a free slot. */
  private slots = new Int32Array(256);
  private found = 0;
  private missed = 0;
  private isClosed = false;
  private readonly limit: number;

  /** @param limit bytes that are kept: a file with more distinct ones gains little from being told repeated ones */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** What was added for equal bytes, else `NOT_SEEN`. */
  find(bytes: Uint8Array, start: number, end: number): number {
    if (this.isClosed) return NOT_SEEN;
    const view = this.viewOf(bytes);
    const mask = this.slots.length - 1;
    for (let slot = hashOf(view, start, end) & mask; ; slot = (slot + 1) & mask) {
      const entry = this.slots[slot] - 1;
      if (entry < 0) break;
      if (this.isEqual(entry, view, start, end)) {
        this.found++;
        return this.table[2 * entry + VALUE];
      }
    }
    this.missed++;
    return NOT_SEEN;
  }

  /** For bytes that were not found. False where there is no room left for them. */
  add(bytes: Uint8Array, start: number, end: number, value: number): boolean {
    if (this.isClosed) return false;
    const length = end - start;
    if (this.stored + length > this.limit) {
      this.isClosed = this.found < this.missed / WORTHWHILE;
      return false;
    }
    while (this.stored + length > this.store.length) {
      this.store = doubled(this.store);
      this.storeView = new DataView(this.store.buffer);
    }
    if (2 * (this.entries + 2) > this.table.length) this.grow();
    this.store.set(bytes.subarray(start, end), this.stored);
    this.stored += length;
    const entry = this.entries++;
    this.table[2 * entry + VALUE] = value;
    this.table[2 * (entry + 1)] = this.stored;
    this.place(entry, hashOf(this.viewOf(bytes), start, end));
    return true;
  }

  private viewOf(bytes: Uint8Array): DataView {
    if (this.bytes !== bytes) {
      this.bytes = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    return this.view;
  }

  private isEqual(entry: number, view: DataView, start: number, end: number): boolean {
    const from = this.table[2 * entry];
    const length = end - start;
    if (this.table[2 * (entry + 1)] - from !== length) return false;
    let at = 0;
    for (; at + 4 <= length; at += 4) {
      if (this.storeView.getInt32(from + at, true) !== view.getInt32(start + at, true)) return false;
    }
    for (; at < length; at++) {
      if (this.storeView.getUint8(from + at) !== view.getUint8(start + at)) return false;
    }
    return true;
  }

  private place(entry: number, hash: number): void {
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = entry + 1;
  }

  private grow(): void {
    this.table = doubled(this.table);
    this.slots = new Int32Array(2 * this.slots.length);
    for (let entry = 0; entry < this.entries; entry++) {
      this.place(entry, hashOf(this.storeView, this.table[2 * entry], this.table[2 * (entry + 1)]));
    }
  }
}

/**
 * Four bytes at a time, which a `DataView` reads at any place, in two sums that do not wait for each other; what is left
 * over, byte by byte.
 */
function hashOf(view: DataView, start: number, end: number): number {
  let hash = end - start;
  let other = 0;
  let at = start;
  for (; at + 8 <= end; at += 8) {
    hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e3779b1) ^ (hash >>> 15);
    other = Math.imul(other ^ view.getInt32(at + 4, true), 0x85ebca6b) ^ (other >>> 13);
  }
  for (; at < end; at++) hash = Math.imul(hash ^ view.getUint8(at), 0x01000193);
  hash ^= other;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return hash ^ (hash >>> 15);
}
