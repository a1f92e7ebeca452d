/**
 * The identity of a file: SHA-256 over the SHA-256 digests of its 8 MiB pieces, as 64 hex digits. WebCrypto digests
 * nothing piece by piece, so that one digest of the whole would need the whole in memory.
 */

const PIECE_BYTES = 8 * 2 ** 20;

/** What is needed of a `Blob`, or of a file on the disk. */
export interface Pieces {
  size: number;
  slice: (start: number, end: number) => { arrayBuffer: () => Promise<ArrayBuffer> };
}

export interface ContentIdOptions {
  /** Bytes that were read, of all files. */
  onProgress?: (bytes: number) => void;
  signal?: AbortSignal;
}

/**
 * Of several files (a folder, a series of dumps) it is SHA-256 over their ids in ascending order, so that it does not
 * matter how they were dropped. Null where a file cannot be read, where the page has no WebCrypto (it is served
 * neither by https nor from this machine), or where the signal has ended it.
 */
export async function contentIdOf(files: readonly Pieces[], options: ContentIdOptions = {}): Promise<string | null> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (subtle === undefined || files.length === 0) return null;
  const sha256 = async (bytes: BufferSource): Promise<Uint8Array> => new Uint8Array(await subtle.digest('SHA-256', bytes));
  let read = 0;
  try {
    const ids: Uint8Array[] = [];
    for (const file of files) {
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < file.size; at += PIECE_BYTES) {
        const piece = await file.slice(at, at + PIECE_BYTES).arrayBuffer();
        if (options.signal?.aborted === true) return null;
        pieces.push(await sha256(piece));
        read += piece.byteLength;
        options.onProgress?.(read);
      }
      ids.push(await sha256(joined(pieces)));
    }
    const inOrder = ids.toSorted((a, b) => (hex(a) < hex(b) ? -1 : 1));
    return hex(inOrder.length === 1 ? inOrder[0] : await sha256(joined(inOrder)));
  } catch {
    return null;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.length * 32);
  for (const [index, part] of parts.entries()) whole.set(part, index * 32);
  return whole;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
