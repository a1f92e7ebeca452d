/** How the numbers of a pprof sample type are written: sizes, times, or counts of what the type names. */

import { formatCount, formatDuration } from '../model/format.ts';
import type { SampleType } from '../model/snapshot.ts';
import type { FlameAmounts } from './icicle-labels.ts';
import { BYTES } from './icicle-labels.ts';

/** Picoseconds in the units of time that pprof writers use. */
const PICOSECONDS: Record<string, number | undefined> = {
  nanoseconds: 1e3,
  ns: 1e3,
  microseconds: 1e6,
  us: 1e6,
  milliseconds: 1e9,
  ms: 1e9,
  seconds: 1e12,
  s: 1e12,
};

/** `1.37 GiB`, `1.20 s`, `412 allocations`; a unit that is not known stands after the number as it is. */
export function amountsOfType({ type, unit }: SampleType): FlameAmounts {
  if (unit === 'bytes' || unit === 'byte') return BYTES;
  const picoseconds = PICOSECONDS[unit];
  if (picoseconds !== undefined) {
    return {
      short: (amount) => formatDuration(amount * picoseconds),
      exact: (amount) => `${formatCount(amount)} ${unit}`,
    };
  }
  const counted = (amount: number): string => `${formatCount(amount)} ${nounOf(type, unit, amount)}`.trimEnd();
  return { short: counted, exact: counted };
}

function nounOf(type: string, unit: string, amount: number): string {
  const noun = unit === 'count' || unit === '' ? type : unit;
  return Math.abs(amount) === 1 && /[^s]s$/.test(noun) ? noun.slice(0, -1) : noun;
}

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
