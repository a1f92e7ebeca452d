/**
 * Reads a source piece by piece into memory that is used again.
 *
 * The stream of a `Blob` is a byte stream in Chromium and Firefox: it writes where it is told to. A stream that is
 * asked without a place makes new memory for each piece, which costs up to half of the time of reading. A stream that
 * takes no place (an older Safari, Node's files) is read in the plain way.
 */

import type { ByteSource } from './types.ts';

/** A piece fills it at most; a smaller one has more turns of the event loop, a larger one holds more output back. */
const PIECE_BYTES = 1 << 20;

/**
 * The readers that are at work. Chromium (156) collects the stream of a Blob while a read into a given place is pending,
 * unless something that lives holds its reader; the read then never ends. A function that waits for it does not count.
 */
const AT_WORK = new Set<ReadableStreamBYOBReader>();

export class PieceReader {
  private readonly next: () => Promise<ReadableStreamReadResult<Uint8Array>>;
  private readonly stream: { cancel(): Promise<void> };
  private readonly placing: ReadableStreamBYOBReader | null = null;

  constructor(source: ByteSource) {
    const stream = source.stream();
    const placing = byteReader(stream);
    if (placing === null) {
      const plain = stream.getReader();
      this.stream = plain;
      this.next = () => plain.read();
      return;
    }
    AT_WORK.add(placing);
    this.placing = placing;
    this.stream = placing;
    // One byte more than there should be: the end is then seen by the read that reaches it.
    const length = Math.min(PIECE_BYTES, source.size + 1);
    let idle = new ArrayBuffer(length);
    let given = new ArrayBuffer(length);
    this.next = async () => {
      const result = await placing.read(new Uint8Array(idle));
      idle = given;
      // After a cancel there is none.
      if (result.value) given = result.value.buffer;
      return result;
    };
  }

  /**
   * The next bytes, null at the end. They are overwritten by the read after the next, so that one piece can be worked
   * on while the next is read. Rejects with what the source says where it cannot be read.
   */
  async read(): Promise<Uint8Array | null> {
    try {
      const { done, value } = await this.next();
      if (!done) return value;
    } catch (error) {
      this.letGo();
      throw error;
    }
    this.letGo();
    return null;
  }

  /** Ends the reading; never rejects. */
  async cancel(): Promise<void> {
    this.letGo();
    await this.stream.cancel().catch(() => {});
  }

  private letGo(): void {
    if (this.placing !== null) AT_WORK.delete(this.placing);
  }
}

function byteReader(stream: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return stream.getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}
