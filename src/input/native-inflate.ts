/**
 * Inflating by the platform's `DecompressionStream`, about twice as fast as any script and off the JavaScript heap.
 *
 * Two things about it shape the code around it. An error drops the output that was queued (131 KB of 3 MB came out
 * before trailing junk), so an error here only says "ask pako". And platforms differ in what they call an error:
 * Node 20 reads on into a second member and ignores trailing zeros, browsers refuse both.
 */

import { RefusalError } from '../model/problems.ts';
import type { ByteTarget } from './consumer.ts';
import { PieceReader } from './piece-reader.ts';
import { unreadable } from './read.ts';
import type { ByteSource } from './types.ts';

/** Compressed bytes, with what has to stand around them to make them a gzip file. */
export interface GzipBytes {
  source: ByteSource;
  head?: Uint8Array<ArrayBuffer>;
  tail?: Uint8Array<ArrayBuffer>;
}

export interface NativeOutcome {
  /** Bytes that were delivered. */
  bytes: number;
  /** `stopped`: the consumer wanted no more. `error`: something is wrong, and output may be missing. */
  end: 'whole' | 'stopped' | 'error';
}

/**
 * Pushes what comes out of `compressed` into `out`, as fast as `out` takes it and no faster. `onRead` is told of each
 * piece of compressed bytes that was read. Throws `RefusalError` (`unreadable`) where
 * the source itself cannot be read, and whatever `out` throws.
 */
export async function inflateNatively(
  compressed: GzipBytes,
  out: ByteTarget,
  onRead: (bytes: number) => void,
): Promise<NativeOutcome> {
  const inflating = new DecompressionStream('gzip');
  const input = new PieceReader(compressed.source);
  const feeding = feed(compressed, input, inflating.writable.getWriter(), onRead);
  const output = inflating.readable.getReader();
  let bytes = 0;
  let end: NativeOutcome['end'] = 'whole';
  try {
    while (!out.full) {
      let piece: ReadableStreamReadResult<Uint8Array>;
      try {
        piece = await output.read();
      } catch {
        end = 'error';
        break;
      }
      if (piece.done) break;
      bytes += piece.value.length;
      const waiting = out.push(piece.value);
      if (waiting) await waiting;
    }
  } finally {
    // Also after an error of `out`: the feeding must not be left waiting for room that nobody makes.
    await Promise.allSettled([output.cancel(), input.cancel()]);
  }
  const readError = await feeding;
  if (readError) throw readError;
  return { bytes, end: end === 'whole' && out.full ? 'stopped' : end };
}

/** Writes the compressed bytes; gives the error of reading them, which is not one of inflating. Never rejects. */
async function feed(
  compressed: GzipBytes,
  input: PieceReader,
  writer: WritableStreamDefaultWriter<BufferSource>,
  onRead: (bytes: number) => void,
): Promise<RefusalError | null> {
  // Errors of writing show at the reading end too; here they only mean that feeding is over.
  writer.closed.catch(() => {});
  try {
    if (compressed.head) await write(writer, compressed.head);
    let next = readPiece(input);
    for (;;) {
      const piece = await next;
      if (piece instanceof RefusalError) {
        await writer.abort().catch(() => {});
        return piece;
      }
      if (piece === null) break;
      // The next piece is read while this one is inflated. Waiting for the write, not for `ready`: Node 20 counts
      // pieces where it should count bytes, and would take a whole file before it makes anybody wait.
      next = readPiece(input);
      onRead(piece.length);
      await write(writer, piece);
    }
    if (compressed.tail) await write(writer, compressed.tail);
    await writer.close();
  } catch {
    // Inflating failed, or the reading end was cancelled: either is seen there.
  }
  return null;
}

async function readPiece(input: PieceReader): Promise<Uint8Array | RefusalError | null> {
  return input.read().catch((error: unknown) => unreadable(error));
}

function write(writer: WritableStreamDefaultWriter<BufferSource>, bytes: Uint8Array): Promise<void> {
  // The bytes of a file never lie in shared memory, which is all that the narrower type rules out.
  return writer.write(bytes as Uint8Array<ArrayBuffer>);
}
