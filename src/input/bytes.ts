/** Little-endian numbers and text out of byte arrays. */

/** The unsigned 16-bit number at `at`. */
export function uint16(bytes: Uint8Array, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8);
}

/** The unsigned 32-bit number at `at`. */
export function uint32(bytes: Uint8Array, at: number): number {
  return (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0;
}

/** The unsigned 64-bit number at `at`; exact below 2^53, which is more than any file here can span. */
export function uint64(bytes: Uint8Array, at: number): number {
  return uint32(bytes, at + 4) * 2 ** 32 + uint32(bytes, at);
}

/** Whether `bytes` hold `expected` at `at`. */
export function startsWith(bytes: Uint8Array, expected: readonly number[], at = 0): boolean {
  if (bytes.length < at + expected.length) return false;
  return expected.every((byte, i) => bytes[at + i] === byte);
}

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });
const LATIN1 = new TextDecoder('latin1');

/** Text of a name: UTF-8 where it is valid, else one character a byte (old archives carry Latin-1 or code page 437). */
export function nameText(bytes: Uint8Array): string {
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return LATIN1.decode(bytes);
  }
}

/** `bytes` up to the first zero byte. */
export function untilZero(bytes: Uint8Array): Uint8Array {
  const zero = bytes.indexOf(0);
  return zero < 0 ? bytes : bytes.subarray(0, zero);
}
