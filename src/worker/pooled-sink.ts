import type { Entry, EntrySink } from '../input/types.ts';
import type { BufferPool } from './buffer-pool.ts';
import type { EntryMessage } from './protocol.ts';

/** Sends the entries of a walk to the data worker, their bytes packed into full buffers of the pool. */
export class PooledSink implements EntrySink {
  private buffer: ArrayBuffer | null = null;
  private view = new Uint8Array(0);
  private filled = 0;

  constructor(
    private readonly pool: BufferPool,
    private readonly send: (message: EntryMessage, transfer: ArrayBuffer[]) => void,
  ) {}

  begin({ path, source, lastModified }: Entry): boolean {
    // In a browser every source is a Blob: it crosses as a handle, and the data worker streams it itself.
    this.send({ type: 'begin', path, source: source instanceof Blob ? source : null, lastModified }, []);
    return true;
  }

  /** Gives a promise only where the pool is empty: most chunks cost no turn of the event loop. */
  chunk(bytes: Uint8Array): void | Promise<void> {
    let position = 0;
    while (position < bytes.length) {
      if (this.buffer === null) {
        const buffer = this.pool.take();
        if (buffer instanceof Promise) return this.continueWith(buffer, bytes.subarray(position));
        this.use(buffer);
      }
      const taken = Math.min(bytes.length - position, this.view.length - this.filled);
      this.view.set(bytes.subarray(position, position + taken), this.filled);
      this.filled += taken;
      position += taken;
      if (this.filled === this.view.length) this.flush();
    }
  }

  end(): void {
    this.flush();
    this.send({ type: 'end' }, []);
  }

  fail(reason: string): void {
    this.flush();
    this.send({ type: 'fail', reason }, []);
  }

  private async continueWith(pending: Promise<ArrayBuffer>, bytes: Uint8Array): Promise<void> {
    this.use(await pending);
    await this.chunk(bytes);
  }

  private use(buffer: ArrayBuffer): void {
    this.buffer = buffer;
    this.view = new Uint8Array(buffer);
    this.filled = 0;
  }

  private flush(): void {
    if (this.buffer === null) return;
    if (this.filled === 0) this.pool.give(this.buffer);
    else this.send({ type: 'chunk', buffer: this.buffer, length: this.filled }, [this.buffer]);
    this.buffer = null;
  }
}
