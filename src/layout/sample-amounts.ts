/** Amounts in tables and labels: with a sign, with the exact number, or without what they count. */

import { amountsOfType, type FlameAmounts } from '../model/amounts.ts';
import { formatCount } from '../model/format.ts';
import type { SampleType } from '../model/snapshot.ts';

/** The same where the name stands beside it, as in the head of a column: `412` and not `412 allocations`. */
export function bareAmountsOf(sampleType: SampleType): FlameAmounts {
  if (sampleType.unit !== 'count' && sampleType.unit !== '') return amountsOfType(sampleType);
  return { short: formatCount, exact: formatCount };
}

/** The amount with its sign, also where it rose: `+31.3 MiB`. */
export function signed(amount: number, text: (amount: number) => string): string {
  return amount > 0 ? `+${text(amount)}` : text(amount);
}

/** `1.37 GiB (1,471,026,299 bytes)`; once where both are the same. */
export function bothAmounts(amount: number, { short, exact }: FlameAmounts): string {
  const rounded = short(amount);
  const whole = exact(amount);
  return rounded === whole ? whole : `${rounded} (${whole})`;
}
