/** The far end of a walk: bytes that are no container go to the sink. */

import type { ByteConsumer, Failure } from './consumer.ts';
import type { Entry, EntrySink } from './types.ts';

/** An error of the sink on its way through the readers of containers, which must not take it for one of theirs. */
export class SinkError extends Error {
  constructor(cause: unknown) {
    super('the sink of a walk failed', { cause });
  }
}

/**
 * Calls a sink, keeping count of entries and of whether one is open. Whatever the sink throws comes out as a
 * `SinkError`.
 */
export class SinkGuard {
  entries = 0;
  private readonly sink: EntrySink;
  private isOpen = false;

  constructor(sink: EntrySink) {
    this.sink = sink;
  }

  /** A file that the consumer streams itself. */
  async bare(entry: Entry): Promise<void> {
    if (this.begin(entry)) await this.end();
  }

  begin(entry: Entry): boolean {
    this.entries++;
    this.isOpen = guarded(() => this.sink.begin(entry));
    return this.isOpen;
  }

  chunk(bytes: Uint8Array): void | Promise<void> {
    return settled(guarded(() => this.sink.chunk(bytes)));
  }

  end(): void | Promise<void> {
    this.isOpen = false;
    return settled(guarded(() => this.sink.end()));
  }

  /** Ends the entry that is open, if any. */
  fail(failure: Failure): void | Promise<void> {
    if (!this.isOpen) return undefined;
    this.isOpen = false;
    return settled(guarded(() => this.sink.fail(failure.reason, failure.code)));
  }
}

function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new SinkError(error);
  }
}

function settled(waiting: void | Promise<void>): void | Promise<void> {
  return waiting?.catch((error: unknown) => {
    throw new SinkError(error);
  });
}

/** A member that is no container itself, or what a compressed file holds. */
export class EntryConsumer implements ByteConsumer {
  private readonly sink: SinkGuard;
  private readonly wanted: boolean;

  constructor(sink: SinkGuard, entry: Entry) {
    this.sink = sink;
    this.wanted = sink.begin(entry);
  }

  get full(): boolean {
    return !this.wanted;
  }

  push(bytes: Uint8Array): void | Promise<void> {
    return this.wanted ? this.sink.chunk(bytes) : undefined;
  }

  end(): void | Promise<void> {
    return this.wanted ? this.sink.end() : undefined;
  }

  fail(failure: Failure): void | Promise<void> {
    return this.wanted ? this.sink.fail(failure) : undefined;
  }
}
