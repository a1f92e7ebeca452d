/** A sink that writes down what a walk told it, and objects to calls out of order. */

import type { RefusalCode } from '../../model/problems.ts';
import type { ByteSource, Entry, EntrySink } from '../types.ts';
import { joinedBytes } from '../../model/joined-bytes.ts';

export interface RecordedEntry {
  path: string;
  source: ByteSource | null;
  lastModified: number;
  bytes: Uint8Array<ArrayBuffer>;
  /** `open` for one that was neither ended nor failed. */
  end: 'open' | 'end' | 'fail';
  reason: string;
  code: RefusalCode | null;
}

export class RecordingSink implements EntrySink {
  readonly entries: RecordedEntry[] = [];
  readonly refusedPaths: string[] = [];
  private readonly wants: (path: string) => boolean;
  private readonly delay: boolean;
  private chunks: Uint8Array[] = [];
  private busy = false;

  /** `delay`: every call takes a turn of the event loop, and reads the chunk only after it. */
  constructor(options: { wants?: (path: string) => boolean; delay?: boolean } = {}) {
    this.wants = options.wants ?? (() => true);
    this.delay = options.delay ?? false;
  }

  /** Entries as `path: text`, for short expectations. */
  texts(): string[] {
    return this.entries.map(({ path, bytes }) => `${path}: ${new TextDecoder().decode(bytes)}`);
  }

  begin(entry: Entry): boolean {
    if (this.entries.at(-1)?.end === 'open') throw new Error(`${entry.path} begins within another entry`);
    if (!this.wants(entry.path)) {
      this.refusedPaths.push(entry.path);
      return false;
    }
    this.chunks = [];
    this.entries.push({ ...entry, bytes: new Uint8Array(0), end: 'open', reason: '', code: null });
    return true;
  }

  chunk(bytes: Uint8Array): void | Promise<void> {
    const entry = this.current();
    if (entry.source) throw new Error(`${entry.path} is bare and has chunks`);
    if (bytes.length === 0) throw new Error(`${entry.path}: an empty chunk`);
    if (!this.delay) {
      this.chunks.push(bytes.slice());
      return undefined;
    }
    return this.later(() => this.chunks.push(bytes.slice()));
  }

  end(): void | Promise<void> {
    const entry = this.current();
    entry.bytes = joinedBytes(this.chunks);
    entry.end = 'end';
  }

  fail(reason: string, code?: RefusalCode): void | Promise<void> {
    const entry = this.current();
    Object.assign(entry, { bytes: joinedBytes(this.chunks), end: 'fail', reason, code: code ?? null });
  }

  private current(): RecordedEntry {
    const entry = this.entries.at(-1);
    if (!entry || entry.end !== 'open') throw new Error('no entry is open');
    if (this.busy) throw new Error(`${entry.path}: called before the last call was done`);
    return entry;
  }

  private async later(what: () => void): Promise<void> {
    this.busy = true;
    await Promise.resolve();
    what();
    this.busy = false;
  }
}
