/**
 * All labels of a sample at once, known by their bytes. Writers put them last, and few combinations of them make up a
 * file: a device and a kind, a thread. One look takes the place of one for each label.
 */

import { SeenBytes } from './seen-bytes.ts';

export class LabelRuns {
  /** Rows of the labels of all runs; run i has those from `start[i]` up to `start[i + 1]`. */
  readonly labels: number[] = [];
  readonly start: number[] = [0];
  private readonly seen: SeenBytes;

  /** @param limit bytes of distinct runs that are kept */
  constructor(limit: number) {
    this.seen = new SeenBytes(limit);
  }

  /** Index of the run that has these bytes, else `NOT_SEEN`. */
  find(bytes: Uint8Array, start: number, end: number): number {
    return this.seen.find(bytes, start, end);
  }

  /** Keeps the run `rows[from … to)`, which these bytes stand for and which was not found. */
  add(bytes: Uint8Array, start: number, end: number, rows: Uint32Array, from: number, to: number): void {
    if (!this.seen.add(bytes, start, end, this.start.length - 1)) return;
    for (let at = from; at < to; at++) this.labels.push(rows[at]);
    this.start.push(this.labels.length);
  }
}
