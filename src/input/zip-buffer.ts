/** A zip inside another archive: its directory comes last, so it is kept until it is whole. */

import type { ByteConsumer, Failure } from './consumer.ts';
import type { WalkLimits } from './limits.ts';
import { sizeText } from './text.ts';
import type { ByteSource } from './types.ts';

/** Bytes go into blobs, which browsers keep outside the JavaScript heap, in parts of this size. */
const PART_BYTES = 8 * 2 ** 20;

export class ZipBuffer implements ByteConsumer {
  full = false;
  private readonly limits: WalkLimits;
  private readonly open: (source: ByteSource) => Promise<void>;
  private readonly refuse: (failure: Failure) => void;
  private parts: Blob[] = [];
  private pieces: Uint8Array<ArrayBuffer>[] = [];
  private piecesBytes = 0;
  private bytes = 0;

  constructor(
    limits: WalkLimits,
    open: (source: ByteSource) => Promise<void>,
    refuse: (failure: Failure) => void,
  ) {
    this.limits = limits;
    this.open = open;
    this.refuse = refuse;
  }

  push(bytes: Uint8Array): void {
    this.bytes += bytes.length;
    if (this.bytes > this.limits.bufferedZipBytes) {
      this.full = true;
      this.parts = [];
      this.pieces = [];
      this.refuse({
        code: 'too-large',
        reason:
          `A zip inside another archive can only be read whole, and this one is larger than ` +
          `${sizeText(this.limits.bufferedZipBytes)}. Unpack the outer archive and drop the zip itself.`,
      });
      return;
    }
    this.pieces.push(bytes.slice());
    this.piecesBytes += bytes.length;
    if (this.piecesBytes >= PART_BYTES) this.endPart();
  }

  private endPart(): void {
    this.parts.push(new Blob(this.pieces));
    this.pieces = [];
    this.piecesBytes = 0;
  }

  async end(): Promise<void> {
    if (this.full) return;
    this.endPart();
    await this.open(new Blob(this.parts));
  }

  /** What there is of a cut zip is opened all the same: it finds out itself that its directory is missing. */
  fail(): Promise<void> {
    return this.end();
  }
}
