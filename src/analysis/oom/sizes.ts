/** Sizes of a text in sentences and sums: a number keeps the precision with which it was printed. */

import { formatBytesBoth } from '../../model/format.ts';
import type { StatedSize } from '../../model/oom.ts';
import type { Bytes } from '../../model/units.ts';

import { statedSizeText } from '../../model/stated-size.ts';

export { statedSizeBoth as sizeWords, statedSizeText as shortSize } from '../../model/stated-size.ts';

export function bytesWords(bytes: Bytes): string {
  return formatBytesBoth(bytes);
}

/** A size that was derived: exact where all it comes from is. */
export function derived(bytes: Bytes, pm: Bytes): StatedSize {
  return pm === 0 ? { bytes, exact: true } : { bytes, exact: false, pm };
}

export function errorOf(size: StatedSize | undefined): Bytes {
  return size?.pm ?? 0;
}

export function plus(...sizes: StatedSize[]): StatedSize {
  const [only] = sizes;
  if (only && sizes.length === 1) return only;
  return derived(
    sizes.reduce((sum, size) => sum + size.bytes, 0),
    sizes.reduce((sum, size) => sum + errorOf(size), 0),
  );
}

export function minus(a: StatedSize, b: StatedSize): StatedSize {
  return derived(a.bytes - b.bytes, errorOf(a) + errorOf(b));
}

/** The two may be the same number. `slack` is what else may lie between them, such as alignment. */
export function mayBeEqual(a: StatedSize, b: StatedSize, slack: Bytes = 0): boolean {
  return Math.abs(a.bytes - b.bytes) <= errorOf(a) + errorOf(b) + slack;
}

/** Certainly greater, whatever the rounding. */
export function exceeds(a: StatedSize, b: StatedSize): boolean {
  return a.bytes - errorOf(a) > b.bytes + errorOf(b);
}

/** What rematerialization had to go by. A budget below 0 says that arguments and outputs alone are too much. */
export function budgetWords(budget: StatedSize): string {
  if (budget.bytes >= 0) return `with ${statedSizeText(budget)} left after arguments and outputs`;
  const text = budget.text?.replace('-', '');
  const short = { ...budget, bytes: -budget.bytes, ...(text === undefined ? {} : { text }) };
  return `with arguments and outputs alone ${statedSizeText(short)} over what there is`;
}
