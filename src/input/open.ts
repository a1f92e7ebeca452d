/**
 * Opens what is dropped, container within container, until there are only entries: a source or a run of bytes is
 * looked at by its first block and given to the reader of its container, whose members come back here.
 */

import type { ProblemLog, Refusal } from '../model/problems.ts';
import { RefusalError } from '../model/problems.ts';
import { NOBODY } from './consumer.ts';
import type { ByteConsumer, Failure } from './consumer.ts';
import { CONTAINER_HEAD_BYTES, containerOf } from './container.ts';
import { EntryConsumer } from './entry.ts';
import type { SinkGuard } from './entry.ts';
import { GunzipConsumer, gunzip } from './gunzip.ts';
import { BudgetSpent, InflateBudget } from './limits.ts';
import type { WalkLimits } from './limits.ts';
import { passedOver } from './passed-over.ts';
import type { PassedOverKind } from './passed-over.ts';
import { forEachPiece, readBytes } from './read.ts';
import { TarConsumer } from './tar.ts';
import type { ByteSource, DroppedFile } from './types.ts';
import { ZipBuffer } from './zip-buffer.ts';
import { endsAsZip } from './zip-directory.ts';
import type { ZipEvents } from './zip-events.ts';
import { readZip } from './zip.ts';

export interface OpenContext {
  sink: SinkGuard;
  limits: WalkLimits;
  refusals: Refusal[];
  problems: ProblemLog;
  onPassedOver(path: string, kind: PassedOverKind): void;
  /** Bytes of the dropped file up to which it has been gone through. */
  onReached(bytes: number): void;
}

/** Where in the nest something lies. */
interface Place {
  path: string;
  modified: number;
  /** Containers around it. */
  depth: number;
}

/** One dropped file, with all that is in it. */
export class Opener {
  private readonly context: OpenContext;
  private readonly budget: InflateBudget;
  private readonly dropped: DroppedFile;
  private reached = 0;

  constructor(dropped: DroppedFile, context: OpenContext) {
    this.dropped = dropped;
    this.context = context;
    this.budget = new InflateBudget(context.limits, dropped.source.size);
  }

  /** Throws `RefusalError` where the file cannot be opened or read on, and whatever the sink throws. */
  open(): Promise<void> {
    const { path, lastModified, source } = this.dropped;
    return this.openSource({ path, modified: lastModified, depth: 0 }, source);
  }

  private async openSource(place: Place, source: ByteSource): Promise<void> {
    const head = source.size === 0 ? new Uint8Array(0) : await readBytes(source, 0, CONTAINER_HEAD_BYTES);
    const kind = containerOf(head) ?? ((await endsAsZip(source)) ? 'zip' : null);
    if (kind !== null && this.isTooDeep(place)) return;
    if (kind === 'gzip') {
      const inside = this.opening({ ...place, depth: place.depth + 1 });
      const onRead = this.readCounter(place);
      const outcome = await gunzip(source, inside, { onRead, budget: this.budget });
      if (outcome.remark !== null) this.context.problems.add(place.path, outcome.remark);
      if (outcome.failure) await inside.fail(outcome.failure);
      else await inside.end();
    } else if (kind === 'zip') {
      await this.openZip(place, source);
    } else if (kind === 'tar') {
      const tar = this.tar(place);
      await forEachPiece(source, tar, this.readCounter(place));
      await tar.end();
    } else {
      await this.context.sink.bare({ path: place.path, source, lastModified: place.modified });
    }
  }

  /** Only reading the dropped file itself is progress; a zip within it says itself how far it is. */
  private readCounter(place: Place): (bytes: number) => void {
    if (place.depth > 0) return () => {};
    return (bytes) => {
      this.reached += bytes;
      this.context.onReached(this.reached);
    };
  }

  private isTooDeep(place: Place): boolean {
    if (place.depth < this.context.limits.depth) return false;
    this.refuse(place.path, {
      code: 'too-large',
      reason:
        `This archive lies in ${place.depth} others, one in the other; more are not opened. ` +
        'Unpack some of them and drop the profile.',
    });
    return true;
  }

  /** A consumer that opens what is pushed into it. */
  private opening(place: Place): ByteConsumer {
    return new Opening(
      (head) => this.consumerFor(place, head),
      (failure) => this.refuse(place.path, failure),
    );
  }

  private consumerFor(place: Place, head: Uint8Array): ByteConsumer {
    const kind = containerOf(head);
    if (kind === null) {
      return new EntryConsumer(this.context.sink, {
        path: place.path,
        source: null,
        lastModified: place.modified,
      });
    }
    if (this.isTooDeep(place)) return NOBODY;
    if (kind === 'tar') return this.tar(place);
    if (kind === 'gzip') {
      const inside = this.opening({ ...place, depth: place.depth + 1 });
      return new GunzipConsumer(inside, this.budget, (remark) => this.context.problems.add(place.path, remark));
    }
    return new ZipBuffer(
      this.context.limits,
      (source) => this.attempt(place, () => this.openZip(place, source)),
      (failure) => this.refuse(place.path, failure),
    );
  }

  /** Opens a container within another, so that one that cannot be read does not end the other. */
  private async attempt(place: Place, open: () => Promise<void>): Promise<void> {
    try {
      await open();
    } catch (error) {
      if (!(error instanceof RefusalError) || error instanceof BudgetSpent) throw error;
      const failure = { code: error.code, reason: error.message };
      await this.context.sink.fail(failure);
      this.refuse(place.path, failure);
    }
  }

  private tar(place: Place): TarConsumer {
    return new TarConsumer({
      member: (name, modified) => this.member(place, name, modified),
      problem: (sentence) => this.context.problems.add(place.path, sentence),
      failed: (failure) => this.refuse(place.path, failure),
    });
  }

  private async openZip(place: Place, source: ByteSource): Promise<void> {
    const events: ZipEvents = {
      member: (name, modified) => this.member(place, name, modified),
      nested: async (name, modified, nested) => {
        const inside = this.memberPlace(place, name, modified);
        if (inside) await this.attempt(inside, () => this.openSource(inside, nested));
      },
      refused: (name, failure) => {
        if (passedOver(name) === null) this.refuse(`${place.path}/${name}`, failure);
      },
      failed: (failure) => this.refuse(place.path, failure),
      reached: (position) => {
        if (place.depth === 0) this.context.onReached(position);
      },
    };
    await readZip(source, events, this.context.limits, this.budget);
  }

  private member(archive: Place, name: string, modified: number): ByteConsumer | null {
    const place = this.memberPlace(archive, name, modified);
    return place && this.opening(place);
  }

  private memberPlace(archive: Place, name: string, modified: number): Place | null {
    const path = `${archive.path}/${name}`;
    const kind = passedOver(name);
    if (kind !== null) {
      this.context.onPassedOver(path, kind);
      return null;
    }
    return { path, modified: modified || archive.modified, depth: archive.depth + 1 };
  }

  private refuse(file: string, failure: Failure): void {
    this.context.refusals.push({ file, ...failure });
  }
}

/** Collects the first block, then hands all bytes to the consumer that it calls for. */
class Opening implements ByteConsumer {
  private readonly choose: (head: Uint8Array) => ByteConsumer;
  private readonly refuse: (failure: Failure) => void;
  private head: Uint8Array | null = null;
  private headFill = 0;
  private chosen: ByteConsumer | null = null;

  constructor(choose: (head: Uint8Array) => ByteConsumer, refuse: (failure: Failure) => void) {
    this.choose = choose;
    this.refuse = refuse;
  }

  get full(): boolean {
    return this.chosen?.full ?? false;
  }

  push(bytes: Uint8Array): void | Promise<void> {
    if (this.chosen) return this.chosen.push(bytes);
    if (this.headFill === 0 && bytes.length >= CONTAINER_HEAD_BYTES) {
      this.chosen = this.choose(bytes);
      return this.chosen.full ? undefined : this.chosen.push(bytes);
    }
    this.head ??= new Uint8Array(CONTAINER_HEAD_BYTES);
    const taken = bytes.subarray(0, CONTAINER_HEAD_BYTES - this.headFill);
    this.head.set(taken, this.headFill);
    this.headFill += taken.length;
    return this.headFill < CONTAINER_HEAD_BYTES ? undefined : this.pushHeadAnd(bytes.subarray(taken.length));
  }

  private async pushHeadAnd(rest: Uint8Array): Promise<void> {
    const chosen = await this.settle();
    if (rest.length > 0 && !chosen.full) await chosen.push(rest);
  }

  /** Chooses by what there is of the first block. */
  private async settle(): Promise<ByteConsumer> {
    if (this.chosen) return this.chosen;
    const head = this.head?.subarray(0, this.headFill) ?? new Uint8Array(0);
    this.chosen = this.choose(head);
    if (head.length > 0 && !this.chosen.full) await this.chosen.push(head);
    return this.chosen;
  }

  async end(): Promise<void> {
    await (await this.settle()).end();
  }

  async fail(failure: Failure): Promise<void> {
    // Nothing came out: there is no entry that could say so.
    if (!this.chosen && this.headFill === 0) this.refuse(failure);
    else await (await this.settle()).fail(failure);
  }
}
