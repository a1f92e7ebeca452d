/** The zlib stream of a link's data, synchronous and of limited length. */

import { deflate, Z_NO_FLUSH, Z_OK, Z_STREAM_END, ZStream, zlibInflate, zlibInflateInit2 } from 'pako';
import { Unfit } from '../checked.ts';

/** Thirty times what the longest link that is written inflates to. */
const MOST_INFLATED = 2 ** 20;
const PIECE_BYTES = 2 ** 16;
/** zlib's code for its own wrapper, with the largest window. */
const ZLIB_WINDOW = 15;

export function deflated(bytes: Uint8Array): Uint8Array {
  return deflate(bytes, { level: 9, memLevel: 9 });
}

/** Piece by piece: a few bytes could inflate to gigabytes. Throws `Unfit`, also where anything follows the stream. */
export function inflated(bytes: Uint8Array): Uint8Array {
  const stream = new ZStream();
  if (zlibInflateInit2(stream, ZLIB_WINDOW) !== Z_OK) throw new Error('pako did not start');
  stream.input = bytes;
  stream.avail_in = bytes.length;
  const whole: Uint8Array[] = [];
  let length = 0;
  for (let status: number = Z_OK; status !== Z_STREAM_END; ) {
    stream.output = new Uint8Array(PIECE_BYTES);
    stream.next_out = 0;
    stream.avail_out = PIECE_BYTES;
    status = zlibInflate(stream, Z_NO_FLUSH);
    length += stream.next_out;
    // A stream that needs more than there is makes no progress, which zlib calls an error of the buffer.
    if ((status !== Z_OK && status !== Z_STREAM_END) || length > MOST_INFLATED) throw new Unfit();
    whole.push(stream.output.subarray(0, stream.next_out));
  }
  if (stream.avail_in > 0) throw new Unfit();
  const joined = new Uint8Array(length);
  let at = 0;
  for (const piece of whole) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
