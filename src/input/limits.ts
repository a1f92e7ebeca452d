/**
 * What a walk will not do. The limits stand against archives made to exhaust the reader ("zip bombs"), and are far
 * above what profiles need: the most repetitive real profile seen inflates about 40 times.
 */

import { formatCount } from '../model/format.ts';
import { RefusalError } from '../model/problems.ts';
import { sizeText } from './text.ts';

export interface WalkLimits {
  /** Containers within containers; a `.tar.gz` counts as two. */
  depth: number;
  /** Bytes inflated for one dropped file. */
  inflatedBytes: number;
  /** Bytes inflated for each byte of the dropped file … */
  inflatedRatio: number;
  /** … which is looked at once this much came out: small files may be as repetitive as they like. */
  ratioFreeBytes: number;
  /** A zip inside another archive can only be read whole: it is kept (outside the JavaScript heap) up to this size. */
  bufferedZipBytes: number;
  /** Bytes of a zip's directory, about 100 for each member. */
  zipDirectoryBytes: number;
}

export const DEFAULT_LIMITS: WalkLimits = {
  depth: 8,
  inflatedBytes: 64 * 2 ** 30,
  inflatedRatio: 400,
  ratioFreeBytes: 2 ** 29,
  bufferedZipBytes: 2 ** 30,
  zipDirectoryBytes: 2 ** 28,
};

/** A limit of the whole dropped file: no part of it is read any further. */
export class BudgetSpent extends RefusalError {}

/** Counts what comes out of one dropped file, through all its containers. */
export class InflateBudget {
  private inflated = 0;
  private readonly limits: WalkLimits;
  private readonly droppedBytes: number;

  constructor(limits: WalkLimits, droppedBytes: number) {
    this.limits = limits;
    this.droppedBytes = droppedBytes;
  }

  /** Throws `BudgetSpent` where a limit is passed. */
  spend(bytes: number): void {
    this.inflated += bytes;
    if (this.inflated > this.limits.inflatedBytes) {
      throw new BudgetSpent(
        'too-large',
        `More than ${sizeText(this.limits.inflatedBytes)} came out of this archive; reading stopped there. ` +
          'Unpack it and drop only the profile.',
      );
    }
    const ratioLimit = Math.max(this.limits.ratioFreeBytes, this.droppedBytes * this.limits.inflatedRatio);
    if (this.inflated > ratioLimit) {
      throw new BudgetSpent(
        'too-large',
        `This archive unpacks to more than ${formatCount(this.limits.inflatedRatio)} times its size, as archives made ` +
          'to exhaust a reader do; reading stopped there. If you trust it, unpack it and drop the profile itself.',
      );
    }
  }
}
