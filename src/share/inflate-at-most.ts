/** Inflating what anybody may have written: never more than a limit comes out. */

import { joinedBytes } from '../model/joined-bytes.ts';
import { Inflate } from 'pako';

/** A piece this small inflates to 4 MiB at most, which is then thrown away. */
const PIECE_BYTES = 4096;

/** zlib data inflated; null where it is damaged or cut, or where it is longer than `most`. */
export function inflateAtMost(data: Uint8Array, most: number): Uint8Array | null {
  const inflate = new Inflate();
  const pieces: Uint8Array[] = [];
  let length = 0;
  inflate.onData = (piece) => {
    length += piece.length;
    if (length <= most) pieces.push(piece);
  };
  inflate.onEnd = () => undefined;
  for (let at = 0; at < data.length && !inflate.ended && length <= most; at += PIECE_BYTES) {
    if (!inflate.push(data.subarray(at, at + PIECE_BYTES), false)) return null;
  }
  if (!inflate.ended || inflate.err !== 0 || length > most) return null;
  return joinedBytes(pieces);
}
