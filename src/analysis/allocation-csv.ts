/**
 * The allocations of a query as comma-separated values (RFC 4180), in pieces: the whole of millions of rows fits in no
 * string.
 */

import { formatAddress } from '../model/address.ts';
import type { AllocationListQuery } from '../model/allocation-rows.ts';
import { csvText } from '../model/csv.ts';
import type { Profile } from '../model/profile.ts';
import type { AllocatorIndex, EventIndex } from '../model/units.ts';
import { listAllocations } from './allocation-list.ts';
import { OriginLookup } from './allocation-origins.ts';
import type { Lifetimes } from './lifetimes.ts';

const HEADER = 'held_bytes,requested_bytes,start_ps,end_ps,lifetime_ps,class,call_site,program,address';
const ROWS_PER_PIECE = 8192;

/**
 * Empty cells: the start of an allocation from before the capture, the end of one that is alive when it ends, sizes and
 * origins that are not known. Times are picoseconds after the profile's origin.
 */
export function* allocationCsv(
  profile: Profile,
  lifetimes: Lifetimes,
  allocator: AllocatorIndex,
  query: AllocationListQuery,
): Generator<string> {
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
      cells = `${quoted(kind)},${quoted(callSite)},${quoted(program)}`;
      origins.set(stack, cells);
    }
    return cells;
  };
  yield `${HEADER}\r\n`;
  for (let first = 0; first < order.length; first += ROWS_PER_PIECE) {
    let piece = '';
    for (let row = first; row < Math.min(order.length, first + ROWS_PER_PIECE); row++) {
      const start = starts[order[row]];
      const end = ends[order[row]];
      const event = start < 0 ? end : start;
      const requested = events.requested[event];
      const from = start < 0 ? '' : events.time[start];
      const to = end < 0 ? '' : events.time[end];
      const lifetime = start < 0 || end < 0 ? '' : events.time[end] - events.time[start];
      const address = formatAddress(events.addressLow[event], events.addressHigh[event]);
      piece +=
        `${events.held[event]},${Number.isNaN(requested) ? '' : requested},${from},${to},${lifetime},` +
        `${originOf(start)},${address}\r\n`;
    }
    yield piece;
  }
}

function quoted(text: string | null): string {
  return text === null ? '' : csvText(text);
}
