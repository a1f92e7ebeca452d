/**
 * The fixed set of buffers in which bytes cross from the inflate worker to the data worker and back. A fresh buffer
 * for every chunk would pile up uncollected, to gigabytes; a fixed set also stops the faster of the two workers.
 */

/** Eight half megabytes: enough that neither worker waits for the other's hiccups. */
const BUFFERS = 8;
const BUFFER_BYTES = 512 * 1024;

export class BufferPool {
  private readonly free: ArrayBuffer[] = Array.from({ length: BUFFERS }, () => new ArrayBuffer(BUFFER_BYTES));
  private waiting: ((buffer: ArrayBuffer) => void) | null = null;

  /** The next free buffer: at once where there is one, else when the other side gives one back. */
  take(): ArrayBuffer | Promise<ArrayBuffer> {
    return this.free.pop() ?? new Promise((resolve) => (this.waiting = resolve));
  }

  give(buffer: ArrayBuffer): void {
    const { waiting } = this;
    this.waiting = null;
    if (waiting) waiting(buffer);
    else this.free.push(buffer);
  }
}
