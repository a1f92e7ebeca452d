/**
 * The contract between what was dropped and the readers.
 *
 *     dropped files ──walk──▶ entries (a path and its bytes) ──▶ a reader for each, chosen by the first bytes
 *
 * Bytes are pushed, not pulled: a reader takes a chunk and returns, so no record waits for a promise and the chunk's
 * buffer can go back to its pool at once.
 */

import type { OomText } from '../model/oom-text.ts';
import type { RefusalCode } from '../model/problems.ts';
import type { Profile } from '../model/profile.ts';
import type { Snapshot } from '../model/snapshot.ts';

/** The part of `Blob` that reading needs. A `File` is one; the command line has its own over a file descriptor. */
export interface ByteSource {
  readonly size: number;
  stream(): ReadableStream<Uint8Array>;
  slice(start: number, end: number): ByteSource;
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface DroppedFile {
  /** File name, or the path within a dropped folder. */
  path: string;
  source: ByteSource;
  /** Milliseconds since 1970; 0 where unknown. */
  lastModified: number;
}

/** One named run of bytes: a bare file, or a member of an archive. */
export interface Entry {
  /** The path as a person would write it: `profile.tar.gz/plugins/profile/run/host.xplane.pb`. */
  path: string;
  /** Where the bytes lie in one piece (a bare, uncompressed file); null inside archives and compressed files. */
  source: ByteSource | null;
  lastModified: number;
}

/**
 * What a walk delivers, in this order for every entry: `begin`, any number of `chunk`, then `end` or `fail`.
 * Chunks are 1 byte or longer and belong to the walk: they are overwritten after `chunk` has returned.
 */
export interface EntrySink {
  /** False to pass over the entry: its bytes are skipped, and no other call is made for it. */
  begin(entry: Entry): boolean;
  chunk(bytes: Uint8Array): void | Promise<void>;
  end(): void | Promise<void>;
  /**
   * The entry ends here because the container is damaged (`damaged`), cut (`truncated`) or too large; what was
   * delivered before is true.
   */
  fail(reason: string, code?: RefusalCode): void | Promise<void>;
}

/** A reader of one format. Never keeps a chunk: what it needs later, it copies. */
export interface FormatReader<Outcome = ReadOutcome> {
  push(chunk: Uint8Array): void;
  /** Throws `RefusalError` where the bytes are not a profile at all. */
  end(): Outcome | ReadAgain<Outcome>;
}

/** The bytes must be pushed once more, from the start, into `reader`; `why` is shown with the progress. */
export interface ReadAgain<Outcome> {
  kind: 'again';
  reader: FormatReader<Outcome>;
  why: string;
}

export type ReadOutcome =
  | { kind: 'profile'; profile: Profile }
  /** One instant: a pprof dump. Several of them dropped together are a series. */
  | { kind: 'snapshot'; snapshot: Snapshot }
  /** Messages about memory that ran out, from a text. */
  | { kind: 'oom'; text: OomText };
