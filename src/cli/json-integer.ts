/** A number, or its decimal digits from 2^53 on, where JSON readers begin to round. */
export type JsonInteger = number | string;

/** Integers that JSON readers round become strings of digits. */
export function jsonInteger(value: number | bigint): JsonInteger {
  if (typeof value === 'bigint') {
    return value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(Number.MIN_SAFE_INTEGER)
      ? value.toString()
      : Number(value);
  }
  return Number.isSafeInteger(value) ? value : BigInt(value).toString();
}
