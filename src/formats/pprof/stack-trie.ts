/**
 * Stacks that share their outer frames: each row is a key (a location) below another row, and outer rows come first.
 *
 *     keys a b c        row   parent  key
 *     keys a b d          0     -1     a
 *                         1      0     b
 *                         2      1     c
 *                         3      1     d
 *
 * Most rows of a large profile have exactly one row below them. So the first row below each is noted beside it, and
 * only the second and later ones go through a hash table: a stack that is new costs three writes for each frame.
 */

import { doubled, PairTable } from '../../model/pair-table.ts';

export class StackTrie {
  length = 0;
  /** Longer than `length`: the rest is room to grow. */
  parent = new Int32Array(128);
  key = new Int32Array(128);
  /** By row + 1, so that the place above all rows has one too: first row below it + 1, or 0. */
  private firstBelow = new Int32Array(128);
  /** (row, key) of all others below a row. */
  private readonly others = new PairTable();
  /** Row of each pair in `others`. */
  private rowOfOther = new Int32Array(64);

  /** The row of a key below another row; a new one where there was none. `parent` is -1 for the outermost. */
  intern(parent: number, key: number): number {
    const first = this.firstBelow[parent + 1] - 1;
    if (first < 0) {
      const row = this.append(parent, key);
      this.firstBelow[parent + 1] = row + 1;
      return row;
    }
    if (this.key[first] === key) return first;
    const known = this.others.length;
    const other = this.others.intern(parent, key);
    if (other === known) {
      if (other === this.rowOfOther.length) this.rowOfOther = doubled(this.rowOfOther);
      this.rowOfOther[other] = this.append(parent, key);
    }
    return this.rowOfOther[other];
  }

  private append(parent: number, key: number): number {
    const row = this.length++;
    if (row === this.key.length) {
      this.parent = doubled(this.parent);
      this.key = doubled(this.key);
    }
    if (row + 1 === this.firstBelow.length) this.firstBelow = doubled(this.firstBelow);
    this.parent[row] = parent;
    this.key[row] = key;
    return row;
  }
}
