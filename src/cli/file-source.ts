import { open, stat } from 'node:fs/promises';
import type { ByteSource } from '../input/types.ts';

const CHUNK_BYTES = 1 << 20;

/** A file on the disk as a byte source. It opens the file for each reading, so that hundreds cost no descriptors. */
export class FileSource implements ByteSource {
  private constructor(
    private readonly path: string,
    private readonly start: number,
    readonly size: number,
  ) {}

  /** Throws what `stat` throws; a folder has no bytes and throws too. */
  static async of(path: string): Promise<{ source: FileSource; lastModified: number }> {
    const facts = await stat(path);
    if (facts.isDirectory()) throw new Error('is a folder');
    return { source: new FileSource(path, 0, facts.size), lastModified: facts.mtimeMs };
  }

  slice(start: number, end: number): FileSource {
    const from = Math.min(start, this.size);
    return new FileSource(this.path, this.start + from, Math.max(0, Math.min(end, this.size) - from));
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const handle = await open(this.path);
    try {
      const bytes = new Uint8Array(this.size);
      const { bytesRead } = await handle.read(bytes, 0, this.size, this.start);
      return bytes.buffer.slice(0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  stream(): ReadableStream<Uint8Array> {
    const { path, start, size } = this;
    let position = 0;
    let handle: Awaited<ReturnType<typeof open>> | null = null;
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          handle ??= await open(path);
          const bytes = new Uint8Array(Math.min(CHUNK_BYTES, size - position));
          const { bytesRead } = bytes.length > 0 ? await handle.read(bytes, 0, bytes.length, start + position) : { bytesRead: 0 };
          position += bytesRead;
          if (bytesRead > 0) controller.enqueue(bytes.subarray(0, bytesRead));
          if (bytesRead === 0 || position >= size) {
            await handle.close();
            controller.close();
          }
        },
        async cancel() {
          await handle?.close();
        },
      },
      { highWaterMark: 0 },
    );
  }
}
