/**
 * Memory rows as the model's columns, in order of time. One column after the other, each giving back the memory of the
 * candidate columns it was made from: the peak of memory is one set of columns, not two.
 */

import { ALLOCATION, DEALLOCATION, allocatorKind, type Allocator, type EventTable } from '../../model/profile.ts';
import type { ProblemLog } from '../../model/problems.ts';
import type { Bytes } from '../../model/units.ts';
import { callOffsets } from './calls.ts';
import type { MemoryRows } from './memory-rows.ts';
import {
  ADDRESS_STAT,
  ALLOCATOR_NAME_STAT,
  ALLOCATOR_NUMBER_STATS,
  FRAGMENTATION_STAT,
  FREE_STAT,
  HELD_STAT,
  IN_USE_STAT,
  LIFETIME_PEAK_STAT,
  MEMORY_ALLOCATION,
  REQUESTED_STAT,
  RESERVED_STAT,
} from './names.ts';
import { cell } from './segments.ts';
import type { PlaneReader } from './plane.ts';
import { eachRow, numberColumn, positions } from './row-columns.ts';
import type { PlaneStacks } from './stacks.ts';
import { numberStat, textStat } from './stat-columns.ts';

/** More allocators than a Uint16 holds are no allocators. */
const MAX_ALLOCATORS = 65_535;

export function buildEventTable(
  rows: MemoryRows,
  stacksOf: (plane: PlaneReader) => PlaneStacks,
  problems: ProblemLog,
  where: string,
): { events: EventTable; allocators: Allocator[]; lastLifetimePeak: Bytes[] } {
  const { length } = rows;
  const position = positions(rows);
  const at = (row: number): number => (position === null ? row : position[row]);

  const { ids, column: allocator } = allocatorColumn(rows, at, problems, where);
  const kind = new Uint8Array(length);
  eachRow(rows, ({ plane }) => {
    const allocations = new Set<number>();
    for (const [id, name] of plane.eventNames) if (name === MEMORY_ALLOCATION) allocations.add(id);
    return (candidate, row) => {
      kind[at(row)] = allocations.has(plane.candidates.metadataId.get(candidate)) ? ALLOCATION : DEALLOCATION;
    };
  });
  const stack = new Int32Array(length);
  const call = new Int32Array(length);
  const firstCall = callOffsets(rows);
  eachRow(rows, ({ plane }) => {
    const stacks = stacksOf(plane);
    const first = firstCall.get(plane) ?? 0;
    return (candidate, row) => {
      const span = plane.candidates.span.get(candidate);
      stack[at(row)] = stacks.stackOf(span);
      call[at(row)] = span < 0 ? -1 : first + span;
    };
  });
  const addressLow = new Uint32Array(length);
  const addressHigh = new Uint32Array(length);
  const addresses = new Map(rows.planes.map(({ plane }) => [plane, numberStat(plane, ADDRESS_STAT)]));
  eachRow(rows, ({ plane }) => {
    const stat = addresses.get(plane) ?? numberStat(plane, ADDRESS_STAT);
    return (candidate, row) => {
      if (!stat.bits(candidate)) return;
      addressLow[at(row)] = cell.low;
      addressHigh[at(row)] = cell.high;
    };
  });

  for (const stat of addresses.values()) stat.clear();

  const numbers = (name: string): Float64Array => numberColumn(rows, position, name);
  const statedPeaks = numbers(LIFETIME_PEAK_STAT);
  const lifetimePeaks = largestPerAllocator(statedPeaks, allocator, ids.length);
  const lastLifetimePeak = ids.map(() => 0);
  for (let row = 0; row < length; row++) lastLifetimePeak[allocator[at(row)]] = statedPeaks[at(row)] || 0;
  const fragmentation = new Float32Array(numbers(FRAGMENTATION_STAT));
  const requested = numbers(REQUESTED_STAT);
  const held = numbers(HELD_STAT);
  const inUse = numbers(IN_USE_STAT);
  const reserved = withoutGaps(numbers(RESERVED_STAT));
  const free = numbers(FREE_STAT);
  const capacity = capacities(allocator, ids.length, inUse, reserved, free);

  const lineTimes = linesOfAllocators(rows, at, allocator, ids.length);
  const time = new Float64Array(length);
  const line = new Uint16Array(length);
  for (let row = 0; row < length; row++) {
    time[at(row)] = rows.time[row];
    line[at(row)] = rows.eventLine[row];
  }

  const allocators = ids.map((id, index): Allocator => {
    const counts = countKinds(kind, allocator, index);
    return {
      id,
      kind: allocatorKind(id),
      host: null,
      ...counts,
      capacity: capacity.perAllocator[index],
      lifetimePeak: lifetimePeaks[index],
      ...lineTimes[index],
    };
  });
  const events: EventTable = {
    length,
    time,
    allocator,
    kind,
    addressLow,
    addressHigh,
    requested,
    held,
    inUse,
    reserved: constantOf(reserved),
    free: capacity.derived ? null : free,
    fragmentation,
    stack,
    call,
    line,
  };
  return { events, allocators, lastLifetimePeak };
}

function allocatorColumn(
  rows: MemoryRows,
  at: (row: number) => number,
  problems: ProblemLog,
  where: string,
): { ids: string[]; column: Uint16Array } {
  const found = new Map<string, number>();
  const column = new Uint16Array(rows.length);
  eachRow(rows, ({ plane }) => {
    const numberStats = ALLOCATOR_NUMBER_STATS.map((name) => numberStat(plane, name));
    const name = textStat(plane, ALLOCATOR_NAME_STAT);
    let lastId: string | null = null;
    let lastIndex = 0;
    return (candidate, row) => {
      let id: string | null = null;
      for (const stat of numberStats) {
        const number = stat.at(candidate);
        if (!Number.isNaN(number)) id = String(number);
      }
      // Names that are damaged or empty cannot be chosen from a list.
      id ??= name(candidate) || '(unnamed)';
      if (id === lastId) {
        column[at(row)] = lastIndex;
        return;
      }
      let index = found.get(id);
      if (index === undefined) {
        index = Math.min(found.size, MAX_ALLOCATORS - 1);
        if (index === found.size) found.set(id, index);
        else problems.add(where, 'There are more than 65,534 allocators; the others are counted as one.');
      }
      column[at(row)] = index;
      lastId = id;
      lastIndex = index;
    };
  });
  const ids = [...found.keys()];
  const sorted = [...ids].sort((a, b) => (a < b ? -1 : 1));
  const rank = ids.map((id) => sorted.indexOf(id));
  for (let i = 0; i < column.length; i++) column[i] = rank[column[i]];
  return { ids: sorted, column };
}

function largestPerAllocator(column: Float64Array, allocator: Uint16Array, count: number): (number | null)[] {
  const largest: (number | null)[] = Array.from({ length: count }, () => null);
  for (let i = 0; i < column.length; i++) {
    const known = largest[allocator[i]];
    if (known === null ? !Number.isNaN(column[i]) : column[i] > known) largest[allocator[i]] = column[i];
  }
  return largest;
}

/** Reserved bytes that are not stated are none. */
function withoutGaps(column: Float64Array): Float64Array {
  for (let i = 0; i < column.length; i++) if (Number.isNaN(column[i])) column[i] = 0;
  return column;
}

function constantOf(column: Float64Array): Float64Array | number {
  const first = column.length > 0 ? column[0] : 0;
  for (const value of column) if (value !== first) return column;
  return first;
}

/**
 * The capacity of each allocator, where reserved + in use + free never changes. `derived` says that every stated free
 * column follows from it, so that it need not be kept.
 */
function capacities(
  allocator: Uint16Array,
  count: number,
  inUse: Float64Array,
  reserved: Float64Array,
  free: Float64Array,
): { perAllocator: (number | null)[]; derived: boolean } {
  const sums = new Float64Array(count).fill(NaN);
  const varies = new Uint8Array(count);
  for (let i = 0; i < allocator.length; i++) {
    const index = allocator[i];
    const sum = reserved[i] + inUse[i] + free[i];
    if (Number.isNaN(sum)) continue;
    if (Number.isNaN(sums[index])) sums[index] = sum;
    else if (sums[index] !== sum) varies[index] = 1;
  }
  const perAllocator = Array.from(sums, (sum, index) => (Number.isNaN(sum) || varies[index] === 1 ? null : sum));
  return { perAllocator, derived: !varies.includes(1) };
}

function countKinds(kind: Uint8Array, allocator: Uint16Array, index: number): Pick<Allocator, 'allocations' | 'deallocations'> {
  let allocations = 0;
  let deallocations = 0;
  for (let i = 0; i < kind.length; i++) {
    if (allocator[i] !== index) continue;
    if (kind[i] === ALLOCATION) allocations++;
    else deallocations++;
  }
  return { allocations, deallocations };
}

function linesOfAllocators(
  rows: MemoryRows,
  at: (row: number) => number,
  allocator: Uint16Array,
  count: number,
): Pick<Allocator, 'lines' | 'lineStartsNs'>[] {
  const lineSets = Array.from({ length: count }, () => new Set<number>());
  let lastLine = -1;
  let lastAllocator = -1;
  for (let row = 0; row < rows.length; row++) {
    const own = allocator[at(row)];
    // Neighbours are nearly always alike, and a set is slow to ask millions of times.
    if (rows.line[row] === lastLine && own === lastAllocator) continue;
    lastLine = rows.line[row];
    lastAllocator = own;
    lineSets[own].add(lastLine);
  }
  return lineSets.map((lines) => {
    const starts = new Set([...lines].flatMap((line) => rows.lines[line].startsNs));
    return { lines: lines.size, lineStartsNs: [...starts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)) };
  });
}
