/**
 * Inflating by pako, for what the native stream cannot do: go on after a stream has ended, say how many bytes it did
 * not use, keep what came out before an error, and run without a promise for each piece.
 *
 * pako's own `Inflate` class hides the first two, so its zlib functions are driven directly.
 */

import {
  Z_BUF_ERROR,
  Z_NO_FLUSH,
  Z_OK,
  Z_STREAM_END,
  ZStream,
  zlibInflate,
  zlibInflateInit2,
  zlibInflateReset,
} from 'pako';

/** zlib's codes for what wraps the deflate data: 16 + 15 = gzip with the largest window, negative = nothing. */
const WINDOW_BITS = { gzip: 31, raw: -15 };

const PIECE_BYTES = 65536;

export class Inflater {
  /** The compressed stream has ended; `unused` bytes of the last input lie behind it. */
  ended = false;
  unused = 0;
  /** What is wrong with the data, in zlib's words; null while nothing is. */
  error: string | null = null;
  private readonly stream = new ZStream();
  private readonly piece = new Uint8Array(PIECE_BYTES);

  constructor(wrapper: 'gzip' | 'raw') {
    if (zlibInflateInit2(this.stream, WINDOW_BITS[wrapper]) !== Z_OK) throw new Error('pako did not start');
  }

  /** Makes ready for another stream. */
  reset(): void {
    zlibInflateReset(this.stream);
    this.ended = false;
    this.unused = 0;
    this.error = null;
  }

  /**
   * Inflates `bytes`, a piece of the stream of any size. Each piece that comes out is valid until the next one is
   * asked for. Stops at the end of the stream and at an error; look at `ended` and `error` afterwards.
   */
  *inflate(bytes: Uint8Array): Generator<Uint8Array, void> {
    const { stream } = this;
    stream.input = bytes;
    stream.next_in = 0;
    stream.avail_in = bytes.length;
    // Output may be waiting inside even when all input is taken: only a piece that is not full says that it is not.
    let more = bytes.length > 0;
    while (more) {
      stream.output = this.piece;
      stream.next_out = 0;
      stream.avail_out = PIECE_BYTES;
      const status = zlibInflate(stream, Z_NO_FLUSH);
      more = stream.avail_out === 0;
      if (stream.next_out > 0) yield this.piece.subarray(0, stream.next_out);
      if (status === Z_STREAM_END) {
        this.ended = true;
        more = false;
      } else if (status !== Z_OK && status !== Z_BUF_ERROR) {
        this.error = stream.msg || 'invalid data';
        more = false;
      }
    }
    this.unused = stream.avail_in;
  }
}
