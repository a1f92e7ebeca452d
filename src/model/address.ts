/** 64-bit addresses: two halves in columns, hexadecimal for people and in links. */

/** `0x7f5b60254000` */
export function formatAddress(low: number, high: number): string {
  return high === 0 ? `0x${low.toString(16)}` : `0x${high.toString(16)}${low.toString(16).padStart(8, '0')}`;
}

/** The two halves; null where the text is no address. */
export function parseAddress(text: string): { low: number; high: number } | null {
  const digits = /^0x([0-9a-f]{1,16})$/i.exec(text)?.[1];
  if (digits === undefined) return null;
  const padded = digits.padStart(16, '0');
  return { high: Number.parseInt(padded.slice(0, 8), 16), low: Number.parseInt(padded.slice(8), 16) };
}

/** a − b in bytes; exact where they lie less than 2^53 apart. */
export function addressDistance(a: { low: number; high: number }, b: { low: number; high: number }): number {
  return (a.high - b.high) * 2 ** 32 + (a.low - b.low);
}
