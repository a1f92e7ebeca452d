/** Bytes that tell whether a text is UTF-16: its mark, or eight letters. */
export const TELLING_BYTES = 16;

/**
 * Whether a text is UTF-16, and in which order of bytes, by its first bytes: the mark, or, where a tool took it off, the
 * zeros that every other byte of English text is. Eight letters in a row: two are met in the head of a protobuf.
 */
export function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head.length < TELLING_BYTES) return null;
  if (lettersAt(head, 0) && zerosAt(head, 1)) return 'utf-16le';
  return lettersAt(head, 1) && zerosAt(head, 0) ? 'utf-16be' : null;
}

function zerosAt(head: Uint8Array, from: number): boolean {
  for (let at = from; at < TELLING_BYTES; at += 2) if (head[at] !== 0) return false;
  return true;
}

function lettersAt(head: Uint8Array, from: number): boolean {
  for (let at = from; at < TELLING_BYTES; at += 2) {
    const byte = head[at];
    if ((byte < 0x20 && !isSpace(byte)) || byte > 0x7e) return false;
  }
  return true;
}

function isSpace(byte: number): boolean {
  return byte === 9 || byte === 10 || byte === 13;
}
