/**
 * gzip (RFC 1952): one or more members, each a header, deflate data, CRC-32 and length modulo 2^32.
 *
 * Files are inflated by the native stream; where that fails or cannot be trusted, pako reads the file once more from
 * the start and what was delivered already is skipped. gzip inside another container is inflated by pako at once:
 * nothing there could be read a second time.
 */

import { formatExactBytes } from '../model/format.ts';
import { uint32 } from './bytes.ts';
import type { ByteConsumer, ByteTarget, Failure } from './consumer.ts';
import { Inflater } from './inflater.ts';
import type { InflateBudget } from './limits.ts';
import { inflateNatively } from './native-inflate.ts';
import { forEachPiece, readBytes } from './read.ts';
import type { ByteSource } from './types.ts';

export interface GzipOutcome {
  /** Null where every member was whole. */
  failure: Failure | null;
  /** Something odd that cost no data; null where there is nothing to say. */
  remark: string | null;
}

/** What a file is inflated with, besides its bytes. */
export interface InflateHooks {
  /** Told of each piece of compressed bytes that was read for the first time. */
  onRead(bytes: number): void;
  budget: InflateBudget;
}

/**
 * Inflates a gzip file into `out`, whose end is due by the outcome. Throws
 * `RefusalError` where the source cannot be read or the budget is spent, and whatever `out` throws.
 */
export async function gunzip(source: ByteSource, out: ByteTarget, hooks: InflateHooks): Promise<GzipOutcome> {
  const counted = budgeted(out, hooks.budget);
  const native = await inflateNatively({ source }, counted, (bytes) => hooks.onRead(bytes));
  if (native.end === 'stopped') return { failure: null, remark: null };
  // A native stream that reads on into a second member, or over trailing zeros, does so in silence. The length that
  // the file ends with then differs from what came out.
  if (native.end === 'whole' && (await statedLength(source)) === native.bytes % 2 ** 32) {
    return { failure: null, remark: null };
  }
  const members = new GzipMembers(skipping(counted, native.bytes));
  await forEachPiece(source, members);
  return members.finish();
}

async function statedLength(source: ByteSource): Promise<number> {
  const tail = await readBytes(source, Math.max(0, source.size - 4), source.size);
  return tail.length === 4 ? uint32(tail, 0) : -1;
}

/** Passes bytes on and counts them against the budget. */
function budgeted(out: ByteTarget, budget: InflateBudget): ByteTarget {
  return {
    get full() {
      return out.full;
    },
    push(bytes) {
      budget.spend(bytes.length);
      return out.push(bytes);
    },
  };
}

/** Drops the first `bytes` that are pushed: they were delivered before. */
export function skipping(out: ByteTarget, bytes: number): ByteTarget {
  return {
    get full() {
      return out.full;
    },
    push(piece) {
      if (bytes >= piece.length) {
        bytes -= piece.length;
        return undefined;
      }
      const rest = piece.subarray(bytes);
      bytes = 0;
      return out.push(rest);
    },
  };
}

const MAGIC = [0x1f, 0x8b, 0x08];

/**
 * The members of a gzip file that is pushed in pieces of any size.
 *
 *     member ──stream ends──▶ between ──1f 8b 08──▶ member …
 *                                └──anything else──▶ trailing: counted, not read
 *
 * Zeros between members are padding of tapes and block devices, and may be followed by another member.
 */
export class GzipMembers {
  private readonly out: ByteTarget;
  private readonly inflater = new Inflater('gzip');
  private state: 'member' | 'between' | 'trailing' | 'failed' = 'member';
  /** How many bytes of the magic stand at the end of what was read between members. */
  private magicSeen = 0;
  private members = 0;
  private bytesOut = 0;
  private zeros = 0;
  private junk = 0;

  constructor(out: ByteTarget) {
    this.out = out;
  }

  get full(): boolean {
    return this.state === 'failed' || this.out.full;
  }

  async push(bytes: Uint8Array): Promise<void> {
    let at = 0;
    while (at < bytes.length && !this.full) {
      if (this.state === 'member') at += await this.inflate(at === 0 ? bytes : bytes.subarray(at));
      else if (this.state === 'between') at = await this.lookForMember(bytes, at);
      else {
        this.junk += bytes.length - at;
        return;
      }
    }
  }

  /** Gives the number of bytes that the member took. */
  private async inflate(bytes: Uint8Array): Promise<number> {
    const { inflater } = this;
    for (const piece of inflater.inflate(bytes)) {
      this.bytesOut += piece.length;
      const waiting = this.out.push(piece);
      if (waiting) await waiting;
      if (this.out.full) return bytes.length;
    }
    if (inflater.error !== null) this.state = 'failed';
    if (!inflater.ended) return bytes.length;
    this.members++;
    this.state = 'between';
    this.magicSeen = 0;
    return bytes.length - inflater.unused;
  }

  /** Gives the position behind what was looked at. */
  private async lookForMember(bytes: Uint8Array, at: number): Promise<number> {
    const byte = bytes[at];
    if (byte === MAGIC[this.magicSeen]) {
      this.magicSeen++;
      if (this.magicSeen < MAGIC.length) return at + 1;
      // The magic may have come in an earlier piece, so it is given again rather than stepped back to.
      this.inflater.reset();
      this.state = 'member';
      this.zeros = 0;
      await this.inflate(Uint8Array.from(MAGIC));
    } else if (byte === 0 && this.magicSeen === 0) {
      this.zeros++;
    } else {
      this.junk = this.zeros + this.magicSeen + 1;
      this.state = 'trailing';
    }
    return at + 1;
  }

  /** What to say of the whole file, once every byte was pushed. */
  finish(): GzipOutcome {
    if (this.out.full) return { failure: null, remark: null };
    if (this.state === 'failed') return { failure: this.damage(), remark: null };
    if (this.state === 'member') return { failure: this.cut(), remark: null };
    const trailing = this.junk || this.zeros + this.magicSeen;
    if (trailing === 0) return { failure: null, remark: null };
    const what = this.junk || this.magicSeen ? 'that are not gzip data' : 'of zeros';
    return { failure: null, remark: `${formatExactBytes(trailing)} ${what} follow the compressed data and were ignored.` };
  }

  private cut(): Failure {
    const came =
      this.bytesOut === 0
        ? 'before anything came out'
        : `after ${formatExactBytes(this.bytesOut)} came out; how much is missing is not stated in the file`;
    return {
      code: 'truncated',
      reason: `The compressed data ends early, ${came}. Copy or download the file again.`,
    };
  }

  private damage(): Failure {
    const where = this.members > 0 ? ` in part ${this.members + 1}` : '';
    const came = this.bytesOut === 0 ? 'nothing came out' : `${formatExactBytes(this.bytesOut)} came out before`;
    return {
      code: 'damaged',
      reason:
        `The compressed data is damaged${where} (${this.inflater.error}; ${came}). ` +
        'Copy the file again, in binary mode.',
    };
  }
}

/** gzip inside another container: pushed in, inflated by pako, pushed on. */
export class GunzipConsumer implements ByteConsumer {
  private readonly members: GzipMembers;
  private readonly out: ByteConsumer;
  private readonly onRemark: (sentence: string) => void;

  constructor(out: ByteConsumer, budget: InflateBudget, onRemark: (sentence: string) => void) {
    this.members = new GzipMembers(budgeted(out, budget));
    this.out = out;
    this.onRemark = onRemark;
  }

  get full(): boolean {
    return this.members.full;
  }

  push(bytes: Uint8Array): Promise<void> {
    return this.members.push(bytes);
  }

  async end(): Promise<void> {
    const { failure, remark } = this.members.finish();
    if (remark !== null) this.onRemark(remark);
    if (failure) await this.out.fail(failure);
    else await this.out.end();
  }

  async fail(failure: Failure): Promise<void> {
    await this.out.fail(failure);
  }
}
