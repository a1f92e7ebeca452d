/** Which allocations a typed filter lets through: by what their row says, and not by what it shows nowhere. */

import { formatAddress } from '../model/address.ts';
import { formatBytes, formatExactBytes } from '../model/format.ts';
import type { AllocationTable, Profile } from '../model/profile.ts';
import { textMatch } from '../model/text-match.ts';
import type { AllocationIndex, Bytes, StackIndex } from '../model/units.ts';
import { CLASS_BEFORE_CAPTURE, OriginLookup } from './allocation-origins.ts';

export interface AllocationFilter {
  /** Null where everything passes. */
  passes: ((allocation: AllocationIndex) => boolean) | null;
  fault: string | null;
}

/**
 * Matches call site, program, class, sizes (`256 MiB`, `268,435,456 bytes`) and address. Each distinct stack and size
 * is matched once: rows share them.
 */
export function allocationFilter(profile: Profile, allocations: AllocationTable, typed: string): AllocationFilter {
  if (typed.trim() === '') return { passes: null, fault: null };
  const { matches, literal, fault } = textMatch(typed);
  if (fault !== null) return { passes: null, fault };
  const { events } = profile;
  const lookup = OriginLookup.of(profile);
  const stackMatches = remember((stack: StackIndex) => {
    const { callSite, program, class: kind } = lookup.wordsOfStack(stack);
    return [callSite, program, kind].some((text) => text !== null && matches(text));
  });
  const sizeMatches = remember((bytes: Bytes) => matches(formatBytes(bytes)) || matches(formatExactBytes(bytes)));
  // Millions of rows have an address and perhaps a size of their own to be written out, so it is worth knowing that none
  // can match: sizes are digits and the letters of `KiB`, `PiB` and `bytes`.
  const mayBeAddress = literal === null || /^[0-9a-fx]*$/.test(literal);
  const mayBeSize = literal === null || /^[0-9., bytesikmgp]*$/.test(literal);
  const matchesBefore = matches(CLASS_BEFORE_CAPTURE);
  const passes = (allocation: AllocationIndex): boolean => {
    const start = allocations.start[allocation];
    const event = start < 0 ? allocations.end[allocation] : start;
    return (
      (start < 0 ? matchesBefore : stackMatches(events.stack[event])) ||
      (mayBeAddress && matches(formatAddress(events.addressLow[event], events.addressHigh[event]))) ||
      (mayBeSize && sizeMatches(events.held[event])) ||
      (mayBeSize && !Number.isNaN(events.requested[event]) && sizeMatches(events.requested[event]))
    );
  };
  return { passes, fault: null };
}

function remember(test: (value: number) => boolean): (value: number) => boolean {
  const known = new Map<number, boolean>();
  return (value) => {
    let result = known.get(value);
    if (result === undefined) {
      result = test(value);
      known.set(value, result);
    }
    return result;
  };
}
