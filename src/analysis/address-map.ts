/**
 * Which allocation is alive at an address: an open-addressing hash table over typed arrays, keyed by allocator and
 * 64-bit address. A `Map` would need a text or BigInt for each key, and there are millions of events.
 */
export class AddressMap {
  private capacity = 1 << 12;
  private size = 0;
  private low = new Uint32Array(this.capacity);
  private high = new Uint32Array(this.capacity);
  private allocator = new Uint16Array(this.capacity);
  /** Allocation index + 1; 0 is an empty slot. */
  private value = new Int32Array(this.capacity);

  /** The allocation alive at the address, or -1. */
  get(allocator: number, low: number, high: number): number {
    return this.value[this.find(allocator, low, high)] - 1;
  }

  set(allocator: number, low: number, high: number, allocation: number): void {
    if (this.size * 2 >= this.capacity) this.grow();
    const slot = this.find(allocator, low, high);
    if (this.value[slot] === 0) this.size++;
    this.low[slot] = low;
    this.high[slot] = high;
    this.allocator[slot] = allocator;
    this.value[slot] = allocation + 1;
  }

  /** Removes the address, moving later entries of its probe run up, so that no tombstones collect. */
  delete(allocator: number, low: number, high: number): void {
    let hole = this.find(allocator, low, high);
    if (this.value[hole] === 0) return;
    this.size--;
    const mask = this.capacity - 1;
    let slot = hole;
    for (;;) {
      slot = (slot + 1) & mask;
      if (this.value[slot] === 0) break;
      const home = this.hash(this.allocator[slot], this.low[slot], this.high[slot]);
      // An entry may fill the hole only if its home is not between the hole and where it stands.
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      this.low[hole] = this.low[slot];
      this.high[hole] = this.high[slot];
      this.allocator[hole] = this.allocator[slot];
      this.value[hole] = this.value[slot];
      hole = slot;
    }
    this.value[hole] = 0;
  }

  private find(allocator: number, low: number, high: number): number {
    const mask = this.capacity - 1;
    let slot = this.hash(allocator, low, high);
    while (
      this.value[slot] !== 0 &&
      (this.low[slot] !== low || this.high[slot] !== high || this.allocator[slot] !== allocator)
    ) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Addresses are multiples of 256 as a rule, so the low bits must be mixed before they are masked. */
  private hash(allocator: number, low: number, high: number): number {
    let mixed = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d) ^ Math.imul(high + 1, 0x297a2d39) ^ Math.imul(allocator, 0x9e3779b1);
    mixed = Math.imul(mixed ^ (mixed >>> 12), 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & (this.capacity - 1);
  }

  private grow(): void {
    const { low, high, allocator, value } = this;
    this.capacity *= 2;
    this.low = new Uint32Array(this.capacity);
    this.high = new Uint32Array(this.capacity);
    this.allocator = new Uint16Array(this.capacity);
    this.value = new Int32Array(this.capacity);
    for (let i = 0; i < value.length; i++) {
      if (value[i] === 0) continue;
      const slot = this.find(allocator[i], low[i], high[i]);
      this.low[slot] = low[i];
      this.high[slot] = high[i];
      this.allocator[slot] = allocator[i];
      this.value[slot] = value[i];
    }
  }
}
