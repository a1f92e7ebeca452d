/** The names of allocations in columns. */

import { formatAddress, parseAddress } from './address.ts';
import type { AllocationName } from './allocation-rows.ts';
import type { NamedAllocations } from './blocks.ts';

export function nameOfRow({ start, end, addressLow, addressHigh }: NamedAllocations, row: number): AllocationName {
  return {
    start: Number.isNaN(start[row]) ? null : start[row],
    end: Number.isNaN(end[row]) ? null : end[row],
    address: formatAddress(addressLow[row], addressHigh[row]),
  };
}

/** The row of that name; -1 where there is none. */
export function rowOfName(allocations: NamedAllocations, name: AllocationName | null): number {
  const address = name === null ? null : parseAddress(name.address);
  if (name === null || address === null) return -1;
  const { length, start, end, addressLow, addressHigh } = allocations;
  for (let row = 0; row < length; row++) {
    if (addressLow[row] !== address.low || addressHigh[row] !== address.high) continue;
    if (isTime(start[row], name.start) && isTime(end[row], name.end)) return row;
  }
  return -1;
}

export function sameAllocation(a: AllocationName | null, b: AllocationName | null): boolean {
  if (a === null || b === null) return a === b;
  return a.start === b.start && a.end === b.end && a.address === b.address;
}

function isTime(stated: number, named: number | null): boolean {
  return named === null ? Number.isNaN(stated) : stated === named;
}
