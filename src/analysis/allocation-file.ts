/**
 * The allocations of a query as comma-separated values (RFC 4180) or as JSON, in pieces: the whole of millions of rows
 * fits in no string.
 */

import { formatAddress } from '../model/address.ts';
import type { AllocationListQuery } from '../model/allocation-rows.ts';
import { csvText } from '../model/csv.ts';
import type { Profile } from '../model/profile.ts';
import type { AllocatorIndex, EventIndex } from '../model/units.ts';
import { listAllocations } from './allocation-list.ts';
import { OriginLookup } from './allocation-origins.ts';
import type { Lifetimes } from './lifetimes.ts';

export type AllocationFileFormat = 'csv' | 'json';

const COLUMNS = [
  'held_bytes',
  'requested_bytes',
  'start_ps',
  'end_ps',
  'lifetime_ps',
  'class',
  'call_site',
  'program',
  'address',
] as const;
const ROWS_PER_PIECE = 8192;

interface RowWriter {
  head: string;
  /** Before every row, the first one and those after it. */
  first: string;
  next: string;
  tail: string;
  /** The cell of a column; null where nothing is known. */
  cell: (column: number, value: number | string | null) => string;
}

const WRITERS: Record<AllocationFileFormat, RowWriter> = {
  csv: {
    head: COLUMNS.join(','),
    first: '\r\n',
    next: '\r\n',
    tail: '\r\n',
    cell: (column, value) => (column === 0 ? '' : ',') + (typeof value === 'string' ? csvText(value) : String(value ?? '')),
  },
  json: {
    head: '[',
    first: '\n {',
    next: '},\n {',
    tail: '}\n]\n',
    cell: (column, value) => `${column === 0 ? '' : ','}"${COLUMNS[column]}":${JSON.stringify(value)}`,
  },
};

/**
 * Null, or an empty cell: the start of an allocation from before the capture, the end of one that is alive when it ends,
 * sizes and origins that are not known. Times are picoseconds after the profile's origin.
 */
export function* allocationFile(
  format: AllocationFileFormat,
  profile: Profile,
  lifetimes: Lifetimes,
  allocator: AllocatorIndex,
  query: AllocationListQuery,
): Generator<string> {
  const { head, first, next, tail, cell } = WRITERS[format];
  const { events } = profile;
  const { start: starts, end: ends } = lifetimes.allocations;
  const { order } = listAllocations(profile, lifetimes, allocator, query);
  const lookup = OriginLookup.of(profile);
  /** The cells of each stack's origin, -2 for memory from before the capture: rows share them. */
  const origins = new Map<number, string>();
  const originOf = (start: EventIndex): string => {
    const stack = start < 0 ? -2 : events.stack[start];
    let cells = origins.get(stack);
    if (cells === undefined) {
      const { callSite, program, class: kind } = lookup.wordsOf(start);
      cells = cell(5, kind) + cell(6, callSite) + cell(7, program);
      origins.set(stack, cells);
    }
    return cells;
  };
  yield head;
  for (let at = 0; at < order.length; at += ROWS_PER_PIECE) {
    let piece = '';
    for (let row = at; row < Math.min(order.length, at + ROWS_PER_PIECE); row++) {
      const start = starts[order[row]];
      const end = ends[order[row]];
      const event = start < 0 ? end : start;
      const requested = events.requested[event];
      piece += row === 0 ? first : next;
      piece += cell(0, events.held[event]) + cell(1, Number.isNaN(requested) ? null : requested);
      piece += cell(2, start < 0 ? null : events.time[start]) + cell(3, end < 0 ? null : events.time[end]);
      piece += cell(4, start < 0 || end < 0 ? null : events.time[end] - events.time[start]);
      piece += originOf(start) + cell(8, formatAddress(events.addressLow[event], events.addressHigh[event]));
    }
    yield piece;
  }
  yield order.length === 0 && format === 'json' ? ']\n' : tail;
}
