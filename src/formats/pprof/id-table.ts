/**
 * Gives each 64-bit id of the file a dense index. The format allows any id; in practice they count from 1, so small
 * ones are looked up in an array, and the others (addresses, hashes) in a hash table with all their bits.
 */

import { doubled, PairTable } from '../../model/pair-table.ts';

/** Above this an id no longer gets a place in the array: a file with one id of a billion would cost gigabytes. */
const DIRECT_LIMIT = 1 << 22;

export class IdTable {
  /** Number of distinct ids. */
  length = 0;
  /** Index + 1 of a small id; 0 where it was not seen. */
  private direct = new Int32Array(128);
  private readonly large = new PairTable();
  /** Index by the row in `large`. */
  private largeIndex = new Int32Array(16);

  /** The id's index: ids have the order in which they were first seen. */
  intern(low: number, high: number): number {
    if (high === 0 && low < DIRECT_LIMIT) {
      while (low >= this.direct.length) this.direct = doubled(this.direct);
      const known = this.direct[low];
      if (known !== 0) return known - 1;
      this.direct[low] = ++this.length;
      return this.length - 1;
    }
    const rows = this.large.length;
    const row = this.large.intern(low | 0, high | 0);
    if (row === rows) {
      if (row === this.largeIndex.length) this.largeIndex = doubled(this.largeIndex);
      this.largeIndex[row] = this.length++;
    }
    return this.largeIndex[row];
  }
}
