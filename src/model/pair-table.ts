/**
 * Gives each distinct pair of 32-bit integers an index, in the order in which the pairs were first seen.
 *
 * This is what call trees are made of: the pair (parent, frame) is a node, and a node's parent always has the smaller
 * index. It is a hash table over typed arrays, because a `Map` with a key per pair needs an object or a string for each
 * of the millions of pairs in a large profile.
 */

const FIRST_CAPACITY = 64;
const LARGE_COLUMN = 1 << 16;

export class PairTable {
  /** Number of distinct pairs. */
  length = 0;
  /** The pairs, by index. Longer than `length`: the rest is room to grow. */
  first = new Int32Array(FIRST_CAPACITY);
  second = new Int32Array(FIRST_CAPACITY);
  /** Index + 1, or 0 for a free slot. Twice as long as the columns, so that probing stays short. */
  private slots = new Int32Array(2 * FIRST_CAPACITY);

  /** The pair's index; a new one where the pair was not seen before. */
  intern(first: number, second: number): number {
    const mask = this.slots.length - 1;
    let slot = hash(first, second) & mask;
    for (;;) {
      const index = this.slots[slot] - 1;
      if (index < 0) break;
      if (this.first[index] === first && this.second[index] === second) return index;
      slot = (slot + 1) & mask;
    }
    if (this.length === this.first.length) {
      this.grow();
      return this.intern(first, second);
    }
    const index = this.length++;
    this.first[index] = first;
    this.second[index] = second;
    this.slots[slot] = index + 1;
    return index;
  }

  private grow(): void {
    this.first = doubled(this.first);
    this.second = doubled(this.second);
    const slots = new Int32Array(2 * this.slots.length);
    const mask = slots.length - 1;
    for (let index = 0; index < this.length; index++) {
      let slot = hash(this.first[index], this.second[index]) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = index + 1;
    }
    this.slots = slots;
  }
}

type Column = Int32Array | Uint32Array | Float64Array | Uint8Array;

/** A copy with the same numbers and twice the room: columns grow by this, so that a push costs little on average. */
export function doubled<T extends Column>(column: T): T {
  const copy = new (column.constructor as new (length: number) => T)(Math.max(16, 2 * column.length));
  copy.set(column);
  return copy;
}

/**
 * The first `length` numbers of a column that has grown. A large one keeps its room, which is less than it holds: to copy
 * a million numbers takes longer than the room is worth. Many small ones, of a series of dumps, would add up.
 */
export function trimmed<T extends Column>(column: T, length: number): T {
  return (length > LARGE_COLUMN ? column.subarray(0, length) : column.slice(0, length)) as T;
}

/** Mixes all bits of both numbers into the low ones, which pick the slot (the finaliser of MurmurHash3). */
function hash(first: number, second: number): number {
  let h = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  h ^= h >>> 16;
  h = Math.imul(h, 0x7feb352d);
  h ^= h >>> 15;
  return h;
}
