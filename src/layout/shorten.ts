/** Long names made to fit. */

import type { CssPixels } from '../model/units.ts';
import type { TextMeasurer, TextStyle } from './display-list.ts';

/** Longer ones are cut before they are measured: no picture has room for them. */
const LONGEST = 2000;

/** The text, or its two ends with `…` between them: both say more of a path than its middle. Empty where nothing fits. */
export function shortenedMiddle(text: string, width: CssPixels, measure: TextMeasurer, style: TextStyle): string {
  if (text.length <= LONGEST && measure(text, style) <= width) return text;
  // By code points: half a surrogate pair is no character.
  const start = Array.from(text.slice(0, LONGEST / 2));
  const end = Array.from(text.slice(-LONGEST / 2));
  const cut = (kept: number): string =>
    `${start.slice(0, Math.ceil(kept / 2)).join('')}…${end.slice(end.length - Math.floor(kept / 2)).join('')}`;
  let low = 0;
  let high = Math.min(start.length + end.length, Array.from(text.slice(0, LONGEST)).length) - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(cut(middle), style) <= width) low = middle;
    else high = middle - 1;
  }
  return low <= 0 || measure(cut(low), style) > width ? '' : cut(low);
}
