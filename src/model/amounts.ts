/** How the numbers of a profile are written: sizes, times, or counts of what a sample type names. */

import { formatBytes, formatCount, formatDuration, formatExactBytes } from './format.ts';
import type { SampleType } from './snapshot.ts';

/** What the widths of a flame view or the rows of a table count, in words. A dump may count other things than bytes. */
export interface FlameAmounts {
  short: (amount: number) => string;
  exact: (amount: number) => string;
}

export const BYTES: FlameAmounts = { short: formatBytes, exact: formatExactBytes };

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
