/**
 * Counts line breaks four bytes at a time: every byte of a log goes through here, to say in which line a message is.
 */

const NEWLINE = 10;
const FOUR_NEWLINES = 0x0a0a0a0a;
const LOW_BITS = 0x7f7f7f7f;
const NONE = new Uint32Array(0);

/** Line breaks within `bytes[from … to)`. */
export function countLines(bytes: Uint8Array, from: number, to: number): number {
  let lines = 0;
  let at = from;
  while (at < to && (bytes.byteOffset + at) % 4 !== 0) if (bytes[at++] === NEWLINE) lines++;
  const whole = (to - at) >> 2;
  // Of less than one group of four nothing is aligned.
  const quads = whole > 0 ? new Uint32Array(bytes.buffer, bytes.byteOffset + at, whole) : NONE;
  for (let i = 0; i < quads.length; i++) {
    // A byte of `other` is 0 where the text has a newline; the highest bit of each such byte ends up in `marks`.
    const other = quads[i] ^ FOUR_NEWLINES;
    const marks = ~(((other & LOW_BITS) + LOW_BITS) | other | LOW_BITS);
    // The sum of the four marks, in the highest byte of the product.
    if (marks !== 0) lines += Math.imul(marks >>> 7, 0x01010101) >>> 24;
  }
  for (at += quads.length * 4; at < to; at++) if (bytes[at] === NEWLINE) lines++;
  return lines;
}
