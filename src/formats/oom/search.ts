/**
 * Finds the words of messages in bytes, fast enough for logs of hundreds of megabytes: the search of Wu and Manber
 * (A fast algorithm for multi-pattern searching, 1994). All needles are compared by their first `window` bytes. The
 * last two of them are looked up in a table that says how far the next candidate is; most steps skip several bytes.
 */

export class NeedleSearch {
  /** Bytes by which needles are compared; the length of the shortest. */
  readonly window: number;
  /** Index of the needle at the position that `next` gave. */
  found = -1;
  private readonly shift: Uint8Array;
  /** By the block of two bytes in which their windows end: index into `groups`, 0 for none. */
  private readonly groupOf = new Uint16Array(0x10000);
  private readonly groups: { bytes: Uint8Array; id: number }[][] = [[]];

  /** No needle may be the beginning of another. */
  constructor(needles: readonly string[]) {
    this.window = Math.min(...needles.map((needle) => needle.length));
    this.shift = new Uint8Array(0x10000).fill(this.window - 1);
    for (const [id, needle] of needles.entries()) {
      const bytes = new TextEncoder().encode(needle);
      for (let i = 1; i < this.window; i++) {
        const block = bytes[i - 1] | (bytes[i] << 8);
        this.shift[block] = Math.min(this.shift[block], this.window - 1 - i);
      }
      const last = bytes[this.window - 2] | (bytes[this.window - 1] << 8);
      if (this.groupOf[last] === 0) this.groupOf[last] = this.groups.push([]) - 1;
      this.groups[this.groupOf[last]].push({ bytes, id });
    }
  }

  /**
   * Position of the first needle that begins at `from` or later and lies wholly within the bytes; -1 where there is
   * none. `found` then says which needle it is.
   */
  next(bytes: Uint8Array, from: number): number {
    const { window, shift } = this;
    const end = bytes.length;
    let at = from + window - 1;
    while (at < end) {
      const block = bytes[at - 1] | (bytes[at] << 8);
      const skip = shift[block];
      if (skip > 0) {
        at += skip;
        continue;
      }
      const start = at - window + 1;
      this.found = this.needleAt(bytes, start, block);
      if (this.found >= 0) return start;
      at++;
    }
    return -1;
  }

  private needleAt(bytes: Uint8Array, start: number, block: number): number {
    for (const { bytes: needle, id } of this.groups[this.groupOf[block]]) {
      // Most candidates fail at their first byte.
      if (bytes[start] !== needle[0] || start + needle.length > bytes.length) continue;
      let i = 0;
      while (i < needle.length && bytes[start + i] === needle[i]) i++;
      if (i === needle.length) return id;
    }
    return -1;
  }
}
