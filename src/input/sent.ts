/** From a message of another page (`postMessage`) to files. It may be anything: all of it is checked. */

import { displayPath } from './text.ts';
import type { DroppedFile } from './types.ts';

/** More than any series has; a longer list would only be slow to show. */
const MOST_FILES = 10_000;

/**
 * The files of `{ files: [{ name, buffer | blob }] }`; null where that is not what the message is. Of a buffer, a view
 * counts as the part that it shows. The bytes are not read.
 */
export function filesFromMessage(message: unknown): DroppedFile[] | null {
  const list = fieldOf(message, 'files');
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_FILES) return null;
  const files: DroppedFile[] = [];
  for (const item of list as unknown[]) {
    const source = sourceOf(item);
    if (source === null) return null;
    const name = fieldOf(item, 'name');
    const path = typeof name === 'string' ? displayPath(name) : '';
    files.push({
      path: path || `file ${files.length + 1}`,
      source,
      lastModified: source instanceof File ? source.lastModified : 0,
    });
  }
  return files;
}

function sourceOf(item: unknown): Blob | null {
  const blob = fieldOf(item, 'blob');
  if (blob instanceof Blob) return blob;
  const buffer = fieldOf(item, 'buffer');
  if (buffer instanceof ArrayBuffer) return new Blob([buffer]);
  if (!ArrayBuffer.isView(buffer)) return null;
  // A copy: the view may be of shared memory, which a blob does not take.
  return new Blob([new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength).slice()]);
}

/** A field of a message; undefined where it is no object or has none. */
export function fieldOf(message: unknown, name: string): unknown {
  if (typeof message !== 'object' || message === null) return undefined;
  return (message as Record<string, unknown>)[name];
}
