/**
 * The bytes of one zip member.
 *
 * Deflated members are inflated natively as *gzip*: a gzip header before the data, and after it the checksum and length
 * that the directory states. The platform then checks both at its own speed, where `deflate-raw` would leave the
 * checksum to a script. Small ones are inflated by pako in one go: starting a native stream takes longer than that.
 */

import { formatExactBytes } from '../model/format.ts';
import { startsWith, uint16 } from './bytes.ts';
import type { ByteTarget, Failure } from './consumer.ts';
import { crc32 } from '../model/crc32.ts';
import { skipping } from './gunzip.ts';
import { Inflater } from './inflater.ts';
import type { InflateBudget } from './limits.ts';
import { inflateNatively } from './native-inflate.ts';
import { forEachPiece } from './read.ts';
import { SourceWindow } from './source-window.ts';
import type { ByteSource } from './types.ts';
import type { ZipMember } from './zip-directory.ts';
import { LOCAL_HEADER, LOCAL_HEADER_BYTES } from './zip-directory.ts';

export const STORED = 0;
export const DEFLATED = 8;

/** Up to this size a member is read with its neighbours and inflated by pako. */
export const SMALL_BYTES = 2 ** 20;

const OTHER_METHODS: Record<number, string> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'xz',
  98: 'PPMd',
  99: 'AES',
};

/** Why a member cannot be read at all; null where it can. */
export function unreadableMember(member: ZipMember): Failure | null {
  if (member.encrypted || member.method === 99) {
    return {
      code: 'unreadable',
      reason: 'This member of the zip is encrypted. Unpack it with its password and drop the file itself.',
    };
  }
  if (member.method === STORED || member.method === DEFLATED) return null;
  const name = OTHER_METHODS[member.method];
  return {
    code: 'unreadable',
    reason:
      `This member of the zip is compressed by ${name ?? `method ${member.method}`}, which cannot be read here ` +
      '(stored and deflated members can). Unpack it and drop the file itself, or zip it again.',
  };
}

/** Reads members of one zip, keeping what they can share: the window over the file, and pako's tables. */
export class ZipMemberReader {
  readonly window: SourceWindow;
  private readonly budget: InflateBudget;
  private readonly inflater = new Inflater('raw');

  constructor(source: ByteSource, budget: InflateBudget) {
    this.window = new SourceWindow(source);
    this.budget = budget;
  }

  /**
   * Where the data of a member begin, by its local header, whose name and extra field may differ in length from the
   * directory's; null where there is no local header.
   */
  async dataStart(member: ZipMember): Promise<number | null> {
    const header = await this.window.read(member.offset, member.offset + LOCAL_HEADER_BYTES);
    if (header.length < LOCAL_HEADER_BYTES || !startsWith(header, LOCAL_HEADER)) return null;
    return member.offset + LOCAL_HEADER_BYTES + uint16(header, 26) + uint16(header, 28);
  }

  /**
   * Pushes the bytes of a member whose data begin at `start` into `out`. Gives what is wrong with them, null where
   * nothing is. Throws `RefusalError` (source, budget) and whatever `out` throws.
   */
  async push(member: ZipMember, start: number, out: ByteTarget): Promise<Failure | null> {
    const end = start + member.compressedBytes;
    const small = member.compressedBytes <= SMALL_BYTES;
    const cut = end > this.window.size;
    const data = small ? await this.window.read(start, end) : this.window.source.slice(start, end);
    const checked = new CheckedOutput(out, this.budget);
    if (member.method === STORED) {
      await feed(data, checked);
      return checked.compare(member, cut);
    }
    if (data instanceof Uint8Array) return this.inflate(member, data, checked, cut);
    const unchecked = new CheckedOutput(out, this.budget, false);
    const gzip = { source: data, head: GZIP_HEADER, tail: gzipTrailer(member) };
    const native = await inflateNatively(gzip, unchecked, () => {});
    if (native.end !== 'error') return unchecked.compare(member, cut);
    checked.skip(native.bytes);
    return this.inflate(member, data, checked, cut);
  }

  /** The way that tells what is wrong. */
  private async inflate(
    member: ZipMember,
    data: Uint8Array | ByteSource,
    out: CheckedOutput,
    cut: boolean,
  ): Promise<Failure | null> {
    const { inflater } = this;
    inflater.reset();
    await feed(data, rawInflating(inflater, out));
    if (inflater.error === null || out.full) return out.compare(member, cut);
    return {
      code: 'damaged',
      reason:
        `This member of the zip is damaged (${inflater.error}, after ${formatExactBytes(out.bytes)} of ` +
        `${formatExactBytes(member.bytes)}). Copy the archive again, in binary mode.`,
    };
  }
}

async function feed(data: Uint8Array | ByteSource, out: ByteTarget): Promise<void> {
  if (!(data instanceof Uint8Array)) await forEachPiece(data, out);
  else if (data.length > 0) await out.push(data);
}

/** Inflates what is pushed into `out`, until the deflate data end, are damaged, or `out` is full. */
export function rawInflating(
  inflater: Inflater,
  out: ByteTarget,
): ByteTarget {
  return {
    get full() {
      return inflater.ended || inflater.error !== null || out.full;
    },
    async push(bytes) {
      for (const piece of inflater.inflate(bytes)) {
        const waiting = out.push(piece);
        if (waiting) await waiting;
        if (out.full) return;
      }
    },
  };
}

/** RFC 1952: magic, method 8, no flags, no time, no extra flags, system unknown. */
const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);

function gzipTrailer(member: ZipMember): Uint8Array<ArrayBuffer> {
  const trailer = new Uint8Array(8);
  const view = new DataView(trailer.buffer);
  view.setUint32(0, member.crc, true);
  view.setUint32(4, member.bytes % 2 ** 32, true);
  return trailer;
}

/** Counts and, where nobody else does, checks what comes out. */
export class CheckedOutput implements ByteTarget {
  bytes = 0;
  private crc = 0;
  private out: ByteTarget;
  private readonly budget: InflateBudget;
  private readonly withCrc: boolean;

  constructor(out: ByteTarget, budget: InflateBudget, withCrc = true) {
    this.out = out;
    this.budget = budget;
    this.withCrc = withCrc;
  }

  get full(): boolean {
    return this.out.full;
  }

  /** The first `bytes` are checked, but not pushed on: they were before. */
  skip(bytes: number): void {
    if (bytes > 0) this.out = skipping(this.out, bytes);
  }

  push(bytes: Uint8Array): void | Promise<void> {
    this.bytes += bytes.length;
    this.budget.spend(bytes.length);
    if (this.withCrc) this.crc = crc32(bytes, this.crc);
    return this.out.push(bytes);
  }

  /**
   * What is wrong with what came out; null where it is what the directory promised, or nobody wanted the rest. `cut`:
   * the file ends before the member's data do.
   */
  compare(member: Pick<ZipMember, 'bytes' | 'crc'>, cut: boolean): Failure | null {
    if (this.full) return null;
    const right = this.bytes === member.bytes && (!this.withCrc || this.crc === member.crc);
    if (right) return null;
    if (cut) {
      return {
        code: 'truncated',
        reason:
          `${formatExactBytes(this.bytes)} of ${formatExactBytes(member.bytes)} came out of this member of the zip; the rest is ` +
          'missing. Copy or download the archive again.',
      };
    }
    const wrong =
      this.bytes === member.bytes
        ? 'its checksum is not the one that the archive states'
        : `${formatExactBytes(this.bytes)} came out, where the archive states ${formatExactBytes(member.bytes)}`;
    return {
      code: 'damaged',
      reason: `This member of the zip is damaged: ${wrong}. Copy the archive again, in binary mode.`,
    };
  }
}
