/**
 * tar, pushed in pieces of any size: headers are collected, bodies go through without a copy.
 *
 *     [header][body, padded to 512] [header][body …] … [zeros][zeros]
 *
 * Long names come as members of their own before the one they name: pax (`x`, `g`) and GNU (`L`, `K`).
 */

import { formatExactBytes } from '../model/format.ts';
import { nameText, untilZero } from './bytes.ts';
import type { ByteConsumer, Failure } from './consumer.ts';
import type { PaxRecords, TarHeader } from './tar-header.ts';
import { hasTarMagic, isTarHeader, readPaxRecords, readTarHeader, TAR_BLOCK } from './tar-header.ts';
import { displayPath } from './text.ts';

export interface TarEvents {
  /** A regular file begins; null to pass over it. */
  member(name: string, modified: number): ByteConsumer | null;
  /** Something that cost no more than one member. */
  problem(sentence: string): void;
  /** The archive cannot be read to its end. The member that was open has been told before. */
  failed(failure: Failure): void;
}

/** Names and pax headers longer than this are not names; they are passed over. */
const MAX_META_BYTES = 2 ** 20;

/** Members that hold no file of their own. Capital letters that are not here are records of other makers of tar. */
const WITHOUT_FILE: Record<string, string> = {
  '1': 'a link',
  '2': 'a link',
  '3': 'a device',
  '4': 'a device',
  '5': 'a folder',
  '6': 'a pipe',
  D: 'a folder',
  M: 'the end of a file that began in another volume',
  N: 'a list of names',
  S: 'a sparse file',
  V: 'a label',
};

/** Worth a word where they are met: somebody may look for that file. */
const SAID = new Set(['1', '2', 'M', 'S']);

export class TarConsumer implements ByteConsumer {
  readonly full = false;
  private readonly events: TarEvents;
  private readonly block = new Uint8Array(TAR_BLOCK);
  private blockFill = 0;
  /** Position in the archive, for sentences. */
  private offset = 0;
  private bodyLeft = 0;
  private padLeft = 0;
  private member: ByteConsumer | null = null;
  /** The type of the header whose body is being collected, and that body. */
  private metaType = '';
  private meta: Uint8Array | null = null;
  private metaFill = 0;
  private globalPax: PaxRecords = {};
  private nextPax: PaxRecords | null = null;
  private nextName: string | null = null;
  private inSparseMap = false;
  private ended = false;
  /** Position of a damaged header, from which the next whole one is looked for; -1 while all is well. Zeros are not
   * taken for an end then, so that `ended` tells whether the damage lies behind one. */
  private lostAt = -1;

  constructor(events: TarEvents) {
    this.events = events;
  }

  push(bytes: Uint8Array): void | Promise<void> {
    // The middle of a large body, which is where nearly all bytes are: nothing to wait for but the member itself.
    if (this.bodyLeft > bytes.length && !this.inSparseMap) {
      this.offset += bytes.length;
      this.bodyLeft -= bytes.length;
      return this.body(bytes);
    }
    return this.pushAcross(bytes);
  }

  /** Bytes in which a body or a header begins or ends. */
  private async pushAcross(bytes: Uint8Array): Promise<void> {
    let at = 0;
    while (at < bytes.length) {
      if (this.bodyLeft > 0 && !this.inSparseMap) {
        const part = bytes.subarray(at, at + Math.min(this.bodyLeft, bytes.length - at));
        at += part.length;
        this.offset += part.length;
        this.bodyLeft -= part.length;
        const waiting = this.body(part);
        if (waiting) await waiting;
        if (this.bodyLeft === 0) await this.endBody();
      } else if (this.padLeft > 0 && !this.inSparseMap) {
        const skipped = Math.min(this.padLeft, bytes.length - at);
        at += skipped;
        this.offset += skipped;
        this.padLeft -= skipped;
      } else {
        const taken = Math.min(TAR_BLOCK - this.blockFill, bytes.length - at);
        this.block.set(bytes.subarray(at, at + taken), this.blockFill);
        at += taken;
        this.offset += taken;
        this.blockFill += taken;
        if (this.blockFill < TAR_BLOCK) continue;
        this.blockFill = 0;
        const waiting = this.header(this.block);
        if (waiting) await waiting;
      }
    }
  }

  private body(part: Uint8Array): void | Promise<void> {
    if (this.meta) {
      this.meta.set(part, this.metaFill);
      this.metaFill += part.length;
    } else if (this.member && !this.member.full) {
      return this.member.push(part);
    }
    return undefined;
  }

  private async endBody(): Promise<void> {
    const { member, meta } = this;
    this.member = null;
    this.meta = null;
    if (member) await member.end();
    if (!meta) return;
    if (this.metaType === 'L') this.nextName = nameText(untilZero(meta));
    else if (this.metaType === 'g') this.globalPax = readPaxRecords(meta, this.globalPax);
    else this.nextPax = readPaxRecords(meta, this.nextPax ?? this.globalPax);
  }

  private header(block: Uint8Array): void | Promise<void> {
    if (this.inSparseMap) {
      this.inSparseMap = block[504] !== 0;
      return undefined;
    }
    const lost = this.lostAt >= 0;
    if (!lost && block.every((byte) => byte === 0)) {
      // Two of these end an archive; another may follow it (`cat a.tar b.tar`), so reading goes on.
      this.ended = true;
      return undefined;
    }
    // Within what a damaged header described, bytes that look like one without a magic prove nothing.
    if ((lost && !hasTarMagic(block)) || !isTarHeader(block)) {
      if (!lost) this.lostAt = this.offset - TAR_BLOCK;
      return undefined;
    }
    if (lost) this.sayWhatWasLost(this.offset - TAR_BLOCK);
    this.ended = false;
    return this.begin(readTarHeader(block));
  }

  private begin(header: TarHeader): void | Promise<void> {
    const pax = this.nextPax ?? this.globalPax;
    const isMeta = 'LKxgX'.includes(header.type);
    const size = isMeta ? header.size : (pax.size ?? header.size);
    if (!Number.isSafeInteger(size)) {
      this.lostAt = this.offset - TAR_BLOCK;
      return undefined;
    }
    // Links and folders may state the size of what they point to, but have no body.
    this.bodyLeft = '123456'.includes(header.type) ? 0 : size;
    this.padLeft = (TAR_BLOCK - (this.bodyLeft % TAR_BLOCK)) % TAR_BLOCK;
    if (isMeta) {
      this.beginMeta(header.type, size);
      return undefined;
    }
    const name = displayPath(pax.path ?? this.nextName ?? header.name);
    this.nextPax = null;
    this.nextName = null;
    const what = WITHOUT_FILE[pax.sparse ? 'S' : header.type];
    if (what !== undefined || /[A-Z]/.test(header.type)) {
      this.inSparseMap = header.type === 'S' && header.sparseMapGoesOn;
      if (pax.sparse || SAID.has(header.type)) {
        this.events.problem(`${name} is ${what ?? 'no file'} and was passed over; drop the file itself.`);
      }
      return undefined;
    }
    this.member = this.events.member(name, header.modified);
    return this.bodyLeft === 0 ? this.endBody() : undefined;
  }

  private beginMeta(type: string, size: number): void {
    if (size > MAX_META_BYTES) {
      this.events.problem(`A name of ${formatExactBytes(size)} was passed over at byte ${this.offset - TAR_BLOCK}.`);
      return;
    }
    this.metaType = type;
    this.metaFill = 0;
    // GNU `K` names the target of a link, which is not read: its body is passed over like one without a consumer.
    this.meta = type === 'K' || size === 0 ? null : new Uint8Array(size);
  }

  private sayWhatWasLost(until: number): void {
    const bytes = until - this.lostAt;
    this.events.problem(
      this.ended
        ? `${formatExactBytes(bytes)} that are no archive follow its end (byte ${this.lostAt}) and were ignored.`
        : `A header at byte ${this.lostAt} is damaged; ${formatExactBytes(bytes)} were passed over to the next whole one.`,
    );
    this.lostAt = -1;
  }

  async end(): Promise<void> {
    if (this.bodyLeft > 0 || this.inSparseMap) {
      const missing = this.bodyLeft > 0 ? `: ${formatExactBytes(this.bodyLeft)} of the last file are missing` : '';
      await this.fail({
        code: 'truncated',
        reason: `The archive ends early, at byte ${this.offset}${missing}. Copy or download it again.`,
      });
    } else if (this.blockFill > 0 && !this.ended && this.lostAt < 0) {
      await this.fail({
        code: 'truncated',
        reason: `The archive ends within a header, at byte ${this.offset}; what followed is missing. Copy it again.`,
      });
    } else if (this.lostAt >= 0 && this.ended) {
      this.sayWhatWasLost(this.offset);
    } else if (this.lostAt >= 0) {
      this.events.failed({
        code: 'damaged',
        reason: `A header at byte ${this.lostAt} is damaged, and no whole one follows it. Copy the archive again.`,
      });
    } else if (!this.ended) {
      this.events.problem('The archive has no end mark: it may have been cut between two files.');
    }
  }

  async fail(failure: Failure): Promise<void> {
    const { member } = this;
    this.member = null;
    if (member) await member.fail(failure);
    this.events.failed(failure);
  }
}
