/**
 * Random access to a source for a reader that goes mostly forward in small steps: a step within the window costs no
 * read. 10,000 small members of a zip are then some dozens of reads, not 20,000.
 */

import { readBytes } from './read.ts';
import type { ByteSource } from './types.ts';

const WINDOW_BYTES = 4 * 2 ** 20;

export class SourceWindow {
  readonly source: ByteSource;
  private start = 0;
  private bytes: Uint8Array = new Uint8Array(0);

  constructor(source: ByteSource) {
    this.source = source;
  }

  get size(): number {
    return this.source.size;
  }

  /**
   * The bytes from `start` to `end`, fewer where the source ends before. They are never written to again. Throws
   * `RefusalError` (`unreadable`).
   */
  async read(start: number, end: number): Promise<Uint8Array> {
    end = Math.min(end, this.source.size);
    if (start >= end) return new Uint8Array(0);
    if (start < this.start || end > this.start + this.bytes.length) {
      this.bytes = await readBytes(this.source, start, Math.max(end, start + WINDOW_BYTES));
      this.start = start;
    }
    return this.bytes.subarray(start - this.start, end - this.start);
  }
}
