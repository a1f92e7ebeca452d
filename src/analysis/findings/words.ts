import { formatBytes } from '../../model/format.ts';
import type { Bytes } from '../../model/units.ts';

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

/** A count at the start of a sentence: `Seven`, `1,024`. */
export function countWord(count: number): string {
  return NUMBERS[count] ?? count.toLocaleString('en-US');
}

/** `860 MiB`, or `320 MiB to 860 MiB`. */
export function sizeRange(sizes: readonly Bytes[]): string {
  const least = formatBytes(Math.min(...sizes));
  const greatest = formatBytes(Math.max(...sizes));
  return least === greatest ? least : `${least} to ${greatest}`;
}

/** ` under layer_stack.py: __call__`, or nothing. */
export function under(callSite: string): string {
  return callSite === '' ? '' : ` under ${callSite}`;
}
