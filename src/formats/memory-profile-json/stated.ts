/** The summary and the table that XProf wrote: profileSummary, activeAllocations, specialAllocations. */

import type { XprofAllocator, XprofRow, XprofStated } from '../../model/xprof-stated.ts';
import { countOf, entriesOf, fieldOf, listOf, numberOf, textOf, type Json } from './json.ts';

export function statedBy(root: Json): XprofStated {
  // A map has no order; XProf lists its ids sorted.
  const perAllocator = entriesOf(fieldOf(root, 'memoryProfilePerAllocator')).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    version: countOf(fieldOf(root, 'version')),
    numHosts: countOf(fieldOf(root, 'numHosts')),
    memoryIds: listOf(fieldOf(root, 'memoryIds')).map(textOf),
    allocators: perAllocator.map(([id, profile]) => allocator(id, profile)),
  };
}

function allocator(id: string, profile: Json): XprofAllocator {
  const summary = fieldOf(profile, 'profileSummary');
  const peak = fieldOf(summary, 'peakStats');
  const snapshots = listOf(fieldOf(profile, 'memoryProfileSnapshots'));
  const activities = snapshots.map((snapshot) => fieldOf(fieldOf(snapshot, 'activityMetadata'), 'memoryActivity'));
  const fragmentation = numberOf(fieldOf(peak, 'fragmentation'));
  return {
    id,
    lifetimePeakBytes: countOf(fieldOf(summary, 'peakBytesUsageLifetime')),
    peakBytes: countOf(fieldOf(peak, 'peakBytesInUse')),
    stackBytes: countOf(fieldOf(peak, 'stackReservedBytes')),
    heapBytes: countOf(fieldOf(peak, 'heapAllocatedBytes')),
    freeBytes: countOf(fieldOf(peak, 'freeMemoryBytes')),
    fragmentation: Number.isNaN(fragmentation) ? null : fragmentation,
    peakTimePs: countOf(fieldOf(summary, 'peakStatsTimePs')),
    capacityBytes: countOf(fieldOf(summary, 'memoryCapacity')),
    snapshots: snapshots.length,
    // The enum's zero, which a writer may leave out.
    allocations: activities.filter((activity) => activity === undefined || activity === 'ALLOCATION').length,
    sampled: listOf(fieldOf(profile, 'sampledTimelineSnapshots')).length,
    rows: rows(profile, snapshots),
  };
}

/** A row points to a snapshot, or, where its snapshot index is negative, to a special allocation. */
function rows(profile: Json, snapshots: readonly Json[]): XprofRow[] {
  const special = listOf(fieldOf(profile, 'specialAllocations'));
  return listOf(fieldOf(profile, 'activeAllocations')).flatMap((active): XprofRow[] => {
    const index = countOf(fieldOf(active, 'snapshotIndex'));
    const activity =
      index >= 0
        ? fieldOf(snapshots[index], 'activityMetadata')
        : special[countOf(fieldOf(active, 'specialIndex'))];
    if (activity === undefined) return [];
    return [
      {
        bytes: countOf(fieldOf(activity, 'allocationBytes')),
        requested: countOf(fieldOf(activity, 'requestedBytes')),
        op: textOf(fieldOf(activity, 'tfOpName')),
        region: textOf(fieldOf(activity, 'regionType')),
        dataType: textOf(fieldOf(activity, 'dataType')),
        shape: textOf(fieldOf(activity, 'tensorShape')),
        occurrences: countOf(fieldOf(active, 'numOccurrences')),
      },
    ];
  });
}
