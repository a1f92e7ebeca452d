/**
 * Sizes as XLA prints them. BFC and GPU code print `B KiB MiB GiB TiB` (tsl/platform/numbers.cc,
 * HumanReadableNumBytes), TPU code and the CUDA driver wrapper print `B K M G T`. All are binary; two decimals, one for
 * KiB.
 */

import type { StatedSize } from '../../model/oom.ts';
import { pattern } from './pattern.ts';

const UNIT_BYTES: Record<string, number> = {
  B: 1,
  K: 2 ** 10,
  M: 2 ** 20,
  G: 2 ** 30,
  T: 2 ** 40,
  P: 2 ** 50,
  E: 2 ** 60,
};

const UNIT = '(?:[KMGTPE]i?B|[KMGTPE]|B)';

/**
 * Source of a pattern that matches one size. A letter may follow, because pastes lose line breaks (`2.00GXLA label:`),
 * but not where the unit stands apart from the number (`InUse: 25` and `MaxInUse` on the next line).
 */
export const SIZE = String.raw`\d{1,20}(?:\.\d{1,9})?(?:${UNIT}|\s${UNIT}(?![A-Za-z]))`;

/** Source of a pattern for a count of bytes; people and log viewers add thousands separators. */
export const INT = String.raw`\d{1,3}(?:,\d{3}){1,8}|\d{1,25}`;

const PARTS = /^(\d+)(?:\.(\d+))?\s*(?:([KMGTPE])(?:i?B)?|B)$/;

/** A size known to the byte. */
export function exactSize(bytes: number, text?: string): StatedSize {
  return text === undefined ? { bytes, exact: true } : { bytes, exact: true, text: text.replace(/\s+/g, '') };
}

/** A count of bytes in digits. Counts of 2^53 and more keep their digits as text. */
export function exactFromDigits(digits: string, text?: string): StatedSize {
  const plain = digits.replace(/[,\s]/g, '');
  const bytes = Number(plain);
  return Number.isSafeInteger(bytes) ? exactSize(bytes, text) : { bytes, exact: true, text: plain };
}

/**
 * A size in units. Bytes are exact. Others were rounded to the last digit, half of it either way, and before that XLA
 * divides by all smaller units but one in whole numbers, which loses up to 1/1024 of the unit (nothing for KiB):
 * `16.32GiB` was printed for 17,528,956,160 bytes, which is 16.325 GiB.
 */
export function parseSize(text: string): StatedSize | null {
  const compact = text.replace(/\s+/g, '');
  const match = PARTS.exec(compact);
  if (!match) return null;
  const [, whole = '', decimals = '', letter = 'B'] = match;
  const unit = UNIT_BYTES[letter] ?? 1;
  const value = Number(decimals === '' ? whole : `${whole}.${decimals}`);
  if (unit === 1 || value === 0) return exactSize(Math.round(value * unit), compact);
  const half = (unit * 10 ** -decimals.length) / 2;
  const floored = unit > UNIT_BYTES['K'] ? unit / 1024 : 0;
  return { bytes: Math.round(value * unit), exact: false, text: compact, pm: Math.floor(half + floored) + 1 };
}

const ONE_SIZE = pattern(`(${SIZE})`);

/** The first size in a text. */
export function firstSize(text: string): StatedSize | null {
  const match = ONE_SIZE.exec(text);
  return match?.[1] === undefined ? null : parseSize(match[1]);
}

/** An optional capture of `SIZE`. */
export function sizeOf(text: string | undefined): StatedSize | undefined {
  return text === undefined ? undefined : (parseSize(text) ?? undefined);
}
