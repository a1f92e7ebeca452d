/**
 * Takes the entries of a walk, recognises each by its first bytes and reads it. The same in the data worker and on the
 * command line.
 */

import { readerFor, type ReaderOptions } from '../formats/registry.ts';
import { PieceReader } from '../input/piece-reader.ts';
import { recognise } from '../input/recognise.ts';
import type { ByteSource, Entry, EntrySink, FormatReader, ReadAgain, ReadOutcome } from '../input/types.ts';
import { RefusalError, type Problem, type Refusal } from '../model/problems.ts';

/** Bytes that recognising a format may look at. */
const HEAD_BYTES = 1 << 16;

/** What entries are read into. */
export interface ReaderKind<Outcome> {
  /** Null where the format is none of those that are read. */
  readerFor(format: string, options: ReaderOptions): FormatReader<Outcome> | null;
  /** Why a file of another format, named with its article, is not read. */
  notRead(title: string): string;
  /** Where an outcome lists what is wrong with it; null where it has no such list. */
  problemsOf(outcome: Outcome): Problem[] | null;
}

/** Entries become profiles, snapshots and texts. */
export const PROFILES: ReaderKind<ReadOutcome> = {
  readerFor,
  // All that is recognised and has no reader is what XLA writes as it compiles.
  notRead: (title) =>
    `This is ${title}: what the compiler plans, not what a run did, so Highwater does not open it. Drop the .xplane.pb ` +
    'of a jax.profiler trace of that program, or paste what compiled.memory_analysis() prints.',
  problemsOf(outcome) {
    if (outcome.kind === 'profile') return outcome.profile.problems;
    return outcome.kind === 'snapshot' ? outcome.snapshot.problems : null;
  },
};

export interface ReadEntry<Outcome = ReadOutcome> {
  path: string;
  /** Milliseconds since 1970; 0 where unknown. */
  lastModified: number;
  outcome: Outcome;
}

export interface EntryReaderOptions<Outcome> {
  /** False passes over an entry without looking at it. */
  wants(path: string): boolean;
  /** Called as soon as an entry has been read, so that what is not to be kept can go at once. */
  onRead(entry: ReadEntry<Outcome>): void;
  /** Called after each chunk with the number of profile bytes it had. */
  onBytes(bytes: number): void;
}

interface Current<Outcome> {
  entry: Entry;
  /** Null until the head has been looked at, or where the entry was refused: then the rest is passed over. */
  reader: FormatReader<Outcome> | null;
  head: Uint8Array;
  headLength: number;
  state: 'head' | 'reading' | 'refused';
  containerFault: string | null;
}

export class EntryReader<Outcome extends { kind: string } = ReadOutcome> implements EntrySink {
  /** By the entry's path: why it is no profile, or none that opens. */
  readonly refusals: Refusal[] = [];
  /** Entries whose bytes are needed a second time, with the reader that waits for them. */
  readonly again = new Map<string, { reader: FormatReader<Outcome>; why: string }>();
  private current: Current<Outcome> | null = null;
  private isSecondPass = false;

  constructor(
    private readonly kind: ReaderKind<Outcome>,
    private readonly options: EntryReaderOptions<Outcome>,
  ) {}

  /** From now on only the entries in `again` are read. A reader may ask for more passes than one. */
  beginSecondPass(): void {
    this.isSecondPass = true;
  }

  begin(entry: Entry): boolean {
    const waiting = this.again.get(entry.path);
    if (this.isSecondPass ? !waiting : !this.options.wants(entry.path)) return false;
    this.again.delete(entry.path);
    this.current = {
      entry,
      reader: waiting?.reader ?? null,
      head: new Uint8Array(0),
      headLength: 0,
      state: waiting ? 'reading' : 'head',
      containerFault: null,
    };
    return true;
  }

  chunk(bytes: Uint8Array): void {
    const { current } = this;
    if (current === null) return;
    this.options.onBytes(bytes.length);
    if (current.state === 'head') this.takeHead(current, bytes);
    else if (current.state === 'reading') this.feed(current, bytes);
  }

  async end(): Promise<void> {
    const { current } = this;
    if (current === null) return;
    if (current.entry.source !== null && !(await this.stream(current, current.entry.source))) return;
    if (current.state === 'head') this.decide(current, current.head.subarray(0, current.headLength));
    this.current = null;
    if (current.state !== 'reading' || current.reader === null) return;
    let outcome: Outcome | ReadAgain<Outcome>;
    try {
      outcome = current.reader.end();
    } catch (error) {
      this.refuse(current, error);
      return;
    }
    if (isAgain(outcome)) {
      this.again.set(current.entry.path, { reader: outcome.reader, why: outcome.why });
      return;
    }
    if (current.containerFault !== null) {
      this.kind.problemsOf(outcome)?.push({ where: current.entry.path, sentence: current.containerFault, count: 1 });
    }
    const { path, lastModified } = current.entry;
    this.options.onRead({ path, lastModified, outcome });
  }

  /** What came before the damage is read all the same; the profile then says what it lacks. */
  async fail(reason: string): Promise<void> {
    if (this.current === null) return;
    this.current.containerFault = reason;
    await this.end();
  }

  /** False where the file could not be read on: it was moved or changed after it was dropped. */
  private async stream(current: Current<Outcome>, source: ByteSource): Promise<boolean> {
    try {
      const reader = new PieceReader(source);
      for (;;) {
        const piece = await reader.read();
        if (piece === null) return true;
        this.chunk(piece);
        if (current.state !== 'refused') continue;
        await reader.cancel();
        return true;
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.refuse(current, new RefusalError('unreadable', `Reading stopped: ${why}. Is the file still there? Drop it again.`));
      this.current = null;
      return false;
    }
  }

  private takeHead(current: Current<Outcome>, bytes: Uint8Array): void {
    if (current.headLength === 0 && bytes.length >= HEAD_BYTES) {
      this.decide(current, bytes.subarray(0, HEAD_BYTES));
      if (current.state === 'reading') this.feed(current, bytes);
      return;
    }
    if (current.head.length === 0) current.head = new Uint8Array(HEAD_BYTES);
    const taken = Math.min(bytes.length, HEAD_BYTES - current.headLength);
    current.head.set(bytes.subarray(0, taken), current.headLength);
    current.headLength += taken;
    if (current.headLength < HEAD_BYTES) return;
    this.decide(current, current.head);
    if (current.state === 'reading') {
      this.feed(current, current.head);
      this.feed(current, bytes.subarray(taken));
    }
  }

  private decide(current: Current<Outcome>, head: Uint8Array): void {
    const { entry } = current;
    const isWhole = head.length < HEAD_BYTES;
    const size = entry.source?.size ?? (isWhole ? head.length : null);
    const recognised = recognise(head, entry.path, size);
    if (recognised.kind === 'refusal') {
      this.refuse(current, new RefusalError(recognised.code, recognised.reason));
      return;
    }
    const source = entry.source instanceof Blob ? entry.source : null;
    const reader = this.kind.readerFor(recognised.format, {
      name: entry.path,
      lastModified: entry.lastModified,
      ...(source ? { slice: (start: number, end: number) => source.slice(start, end) } : {}),
    });
    if (reader === null) {
      this.refuse(current, new RefusalError('wrong-kind', this.kind.notRead(recognised.title)));
      return;
    }
    current.reader = reader;
    current.state = 'reading';
    if (isWhole) this.feed(current, head);
  }

  private feed(current: Current<Outcome>, bytes: Uint8Array): void {
    try {
      current.reader?.push(bytes);
    } catch (error) {
      this.refuse(current, error);
    }
  }

  private refuse(current: Current<Outcome>, error: unknown): void {
    current.state = 'refused';
    current.reader = null;
    const file = current.entry.path;
    const fault = current.containerFault === null ? '' : ` ${current.containerFault}`;
    this.refusals.push(
      error instanceof RefusalError
        ? { file, code: error.code, reason: error.message + fault }
        : { file, code: 'internal', reason: internalFault(error) },
    );
  }
}

function isAgain<Outcome extends { kind: string }>(
  outcome: Outcome | ReadAgain<Outcome>,
): outcome is ReadAgain<Outcome> {
  return outcome.kind === 'again';
}

function internalFault(error: unknown): string {
  return `Highwater failed while reading this file (${String(error)}). This is a fault of Highwater: please report it with the file's first kilobytes.`;
}
