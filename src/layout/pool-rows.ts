/**
 * Wraps a range of addresses into rows, as a map of a disk does, and leaves out the rows in which nothing is known:
 * pools lie scattered over far more addresses than they hold memory.
 *
 *     0x7f4000000000  [  ][ ]   [      ]
 *     0x7f4000400000  [          ][  ]
 *        1.2 GiB in which nothing is known
 *     0x7f4050000000  [ ]
 */

import { addressDistance, formatAddress } from '../model/address.ts';
import type { NamedAllocations } from '../model/blocks.ts';
import type { Bytes, CssPixels } from '../model/units.ts';

export interface PoolRow {
  /** Bytes from the first allocation's address to the row's; may be negative. */
  offset: Bytes;
  address: string;
  y: CssPixels;
  height: CssPixels;
}

/** Rows that are left out. */
export interface PoolBreak {
  bytes: Bytes;
  y: CssPixels;
  height: CssPixels;
}

export interface PoolRows {
  /** Bytes of one row, a power of two. */
  span: Bytes;
  rows: PoolRow[];
  breaks: PoolBreak[];
  /** Of each allocation, from the first one's address. */
  offsets: Float64Array;
  /** How far allocations reach up to each of them: ascending also where, events being lost, they overlap. */
  reaches: Float64Array;
}

const ROW: CssPixels = 18;
const BREAK: CssPixels = 14;
export const ROW_GAP: CssPixels = 2;
const SMALLEST_SPAN: Bytes = 256;

/** The shortest rows, of which all that hold something fit into the height. At least one row. */
export function poolRows(allocations: NamedAllocations, top: CssPixels, height: CssPixels): PoolRows {
  const offsets = offsetsOf(allocations);
  let span = SMALLEST_SPAN;
  let numbers = occupiedRows(allocations, offsets, span, mostRows(height));
  while (numbers === null || heightOf(numbers) > height) {
    if (numbers !== null && numbers.length === 1) break;
    span *= 2;
    numbers = occupiedRows(allocations, offsets, span, mostRows(height));
  }
  // What is left of the height makes rows higher, up to twice.
  const stretch = Math.min(2, Math.max(1, (height - breaksOf(numbers) * BREAK) / (numbers.length * ROW)));
  const rows: PoolRow[] = [];
  const breaks: PoolBreak[] = [];
  let y = top;
  const first = { low: allocations.addressLow[0] ?? 0, high: allocations.addressHigh[0] ?? 0 };
  const inFirst = withinRow(first, span);
  for (const [i, number] of numbers.entries()) {
    const skipped = i === 0 ? 0 : number - numbers[i - 1] - 1;
    if (skipped > 0) {
      breaks.push({ bytes: skipped * span, y, height: BREAK });
      y += BREAK;
    }
    const offset = number * span - inFirst;
    rows.push({ offset, address: shifted(first, offset), y, height: ROW * stretch - ROW_GAP });
    y += ROW * stretch;
  }
  return { span, rows, breaks, offsets, reaches: reachesOf(allocations, offsets) };
}

function offsetsOf({ length, addressLow, addressHigh }: NamedAllocations): Float64Array {
  const first = { low: addressLow[0], high: addressHigh[0] };
  const offsets = new Float64Array(length);
  for (let i = 0; i < length; i++) offsets[i] = addressDistance({ low: addressLow[i], high: addressHigh[i] }, first);
  return offsets;
}

function reachesOf({ length, held }: NamedAllocations, offsets: Float64Array): Float64Array {
  const reaches = new Float64Array(length);
  for (let i = 0; i < length; i++) reaches[i] = Math.max(i > 0 ? reaches[i - 1] : 0, offsets[i] + held[i]);
  return reaches;
}

function mostRows(height: CssPixels): number {
  return Math.max(1, Math.floor(height / ROW));
}

/** Ascending numbers of the rows that hold something, counted from the first; null where there are more than `most`. */
function occupiedRows(
  { length, held, addressLow, addressHigh }: NamedAllocations,
  offsets: Float64Array,
  span: Bytes,
  most: number,
): number[] | null {
  const inFirst = length === 0 ? 0 : withinRow({ low: addressLow[0], high: addressHigh[0] }, span);
  const numbers: number[] = [];
  let last = -1;
  for (let i = 0; i < length; i++) {
    const from = Math.floor((offsets[i] + inFirst) / span);
    const to = Math.floor((offsets[i] + inFirst + Math.max(1, held[i]) - 1) / span);
    if (to - from > most) return null;
    for (let row = Math.max(from, last + 1); row <= to; row++) {
      numbers.push(row);
      if (numbers.length > most) return null;
      last = row;
    }
  }
  return numbers.length > 0 ? numbers : [0];
}

function breaksOf(numbers: readonly number[]): number {
  return numbers.filter((number, i) => i > 0 && number > numbers[i - 1] + 1).length;
}

function heightOf(numbers: readonly number[]): CssPixels {
  return numbers.length * ROW + breaksOf(numbers) * BREAK;
}

/** Bytes from the beginning of the row that an address lies in. */
function withinRow({ low, high }: { low: number; high: number }, span: Bytes): Bytes {
  return Number(((BigInt(high) << 32n) | BigInt(low)) % BigInt(span));
}

function shifted({ low, high }: { low: number; high: number }, by: Bytes): string {
  const address = ((BigInt(high) << 32n) | BigInt(low)) + BigInt(by);
  return formatAddress(Number(address & 0xffff_ffffn), Number(address >> 32n));
}
