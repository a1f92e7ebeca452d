/** Bytes in memory as what was dropped. */

import type { ByteSource, DroppedFile } from '../types.ts';

/** `chunkBytes`: how many bytes a read of the stream gives. */
export function memorySource(bytes: Uint8Array, chunkBytes = 65536): ByteSource {
  return {
    size: bytes.length,
    stream() {
      let at = 0;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= bytes.length) controller.close();
          else controller.enqueue(bytes.subarray(at, at + chunkBytes));
          at += chunkBytes;
        },
      });
    },
    slice: (start, end) => memorySource(bytes.subarray(start, end), chunkBytes),
    arrayBuffer: () => Promise.resolve(bytes.slice().buffer),
  };
}

export function droppedFile(path: string, bytes: Uint8Array, chunkBytes?: number): DroppedFile {
  return { path, source: memorySource(bytes, chunkBytes), lastModified: 0 };
}
