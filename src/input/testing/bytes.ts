/** Bytes for tests: text, and numbers as archives write them. */

/** UTF-8. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}

/** UTF-8 text of bytes that are known to be text. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Little-endian numbers, each in its own number of bytes: `littleEndian([2, 20], [4, crc])`. */
export function littleEndian(...fields: (readonly [bytes: number, value: number])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    fields.flatMap(([bytes, value]) =>
      Array.from({ length: bytes }, (_, i) => Math.floor(value / 2 ** (8 * i)) % 256),
    ),
  );
}

/** Bytes that do not compress, the same for the same seed. */
export function noise(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let state = seed >>> 0 || 1;
  for (let i = 0; i < length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = state;
  }
  return bytes;
}

/** Whether two runs of bytes are equal; `toEqual` takes a second for some hundred thousand of them. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
