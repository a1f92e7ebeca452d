/**
 * Orders rows by 64-bit keys, without comparing them: a sort by comparison of five million rows takes seconds, this
 * one a few tenths. Equal keys keep their order.
 */

/** A key as two unsigned halves. */
export interface SortKeys {
  high: Uint32Array;
  low: Uint32Array;
}

const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;

/** Row numbers in ascending order of their keys (least significant digit first, four digits). */
export function orderByKeys({ high, low }: SortKeys): Uint32Array {
  const { length } = low;
  let order = new Uint32Array(length);
  for (let row = 0; row < length; row++) order[row] = row;
  let spare = new Uint32Array(length);
  const counts = new Uint32Array(DIGITS);
  for (const [column, shift] of [
    [low, 0],
    [low, DIGIT_BITS],
    [high, 0],
    [high, DIGIT_BITS],
  ] as const) {
    counts.fill(0);
    for (let row = 0; row < length; row++) counts[(column[row] >>> shift) & (DIGITS - 1)]++;
    // One digit for all rows orders nothing; it is the rule for addresses' upper halves.
    if (length > 0 && counts[(column[0] >>> shift) & (DIGITS - 1)] === length) continue;
    let next = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const count = counts[digit];
      counts[digit] = next;
      next += count;
    }
    for (let i = 0; i < length; i++) spare[counts[(column[order[i]] >>> shift) & (DIGITS - 1)]++] = order[i];
    [order, spare] = [spare, order];
  }
  return order;
}

/** Keys that order as the numbers do, from −∞ to ∞; NaN comes last. */
export function numberKeys(values: Float64Array): SortKeys {
  const { length } = values;
  const keys: SortKeys = { high: new Uint32Array(length), low: new Uint32Array(length) };
  const float = new Float64Array(1);
  const halves = new Uint32Array(float.buffer);
  const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
  const [lowHalf, highHalf] = isLittleEndian ? [0, 1] : [1, 0];
  for (let row = 0; row < length; row++) {
    // -0 would come before 0, to which it is equal.
    float[0] = Number.isNaN(values[row]) ? NaN : values[row] + 0;
    const high = halves[highHalf];
    const low = halves[lowHalf];
    // Negative numbers order the other way round by their bits.
    const isNegative = high >>> 31 === 1 && !Number.isNaN(float[0]);
    keys.high[row] = isNegative ? ~high : high | 0x80000000;
    keys.low[row] = isNegative ? ~low : low;
  }
  return keys;
}

/** In place: keys that order the other way round. */
export function reverseKeys({ high, low }: SortKeys): void {
  for (let row = 0; row < low.length; row++) {
    high[row] = ~high[row];
    low[row] = ~low[row];
  }
}
