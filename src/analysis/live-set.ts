/** What is alive at a moment. */

import type { AllocationTable, Profile } from '../model/profile.ts';
import type { AllocatorIndex, Bytes, EventIndex } from '../model/units.ts';

export interface LiveSet {
  /** Known allocations grouped by size, the largest first. */
  rows: { bytes: Bytes; requested: Bytes; count: number }[];
  knownAllocations: number;
  knownBytes: Bytes;
  /** In use, but allocated before the capture. */
  beforeCaptureBytes: Bytes;
  /** In use after the event; reserved memory is not in it. */
  totalBytes: Bytes;
}

/** The live set of an allocator after one of its events. */
export function liveSetAfter(
  profile: Profile,
  allocations: AllocationTable,
  allocator: AllocatorIndex,
  event: EventIndex,
): LiveSet {
  const { events } = profile;
  const bySize = new Map<string, { bytes: Bytes; requested: Bytes; count: number }>();
  let knownAllocations = 0;
  let knownBytes = 0;
  for (let i = 0; i < allocations.length; i++) {
    const start = allocations.start[i];
    const end = allocations.end[i];
    if (start < 0 || start > event || (end >= 0 && end <= event) || events.allocator[start] !== allocator) continue;
    const bytes = events.held[start];
    const requested = events.requested[start];
    knownAllocations++;
    knownBytes += bytes;
    const row = bySize.get(`${bytes}/${requested}`);
    if (row) row.count++;
    else bySize.set(`${bytes}/${requested}`, { bytes, requested, count: 1 });
  }
  const totalBytes = events.inUse[event];
  return {
    rows: [...bySize.values()].sort((a, b) => b.bytes - a.bytes || b.requested - a.requested),
    knownAllocations,
    knownBytes,
    beforeCaptureBytes: totalBytes - knownBytes,
    totalBytes,
  };
}
