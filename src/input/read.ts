/** Reading a dropped file, so that every error of doing so is one `RefusalError` with a sentence. */

import { RefusalError } from '../model/problems.ts';
import type { ByteTarget } from './consumer.ts';
import { PieceReader } from './piece-reader.ts';
import type { ByteSource } from './types.ts';

/** The bytes from `start` to `end`; fewer where the source is shorter. Throws `RefusalError` (`unreadable`). */
export async function readBytes(source: ByteSource, start: number, end: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await source.slice(start, Math.min(end, source.size)).arrayBuffer());
  } catch (error) {
    throw unreadable(error);
  }
}

/**
 * Pushes a source from its start into `out` until that is full. Throws `RefusalError`
 * (`unreadable`), and whatever `out` and `onRead` throw.
 */
export async function forEachPiece(
  source: ByteSource,
  out: ByteTarget,
  onRead?: (bytes: number) => void,
): Promise<void> {
  const input = new PieceReader(source);
  try {
    while (!out.full) {
      const piece = await input.read().catch((error: unknown) => {
        throw unreadable(error);
      });
      if (piece === null) break;
      onRead?.(piece.length);
      const waiting = piece.length > 0 && out.push(piece);
      if (waiting) await waiting;
    }
  } finally {
    await input.cancel();
  }
}

/** The refusal for a file that was dropped but cannot be read any more. */
export function unreadable(error: unknown): RefusalError {
  const detail = error instanceof Error && error.message ? ` (${error.message})` : '';
  return new RefusalError(
    'unreadable',
    `The file could not be read${detail}: it may have been changed, moved or unmounted since it was chosen. ` +
      'Choose it again.',
  );
}
