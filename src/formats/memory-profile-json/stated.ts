/** The summary and the table that XProf wrote: profileSummary, activeAllocations, specialAllocations. */

import type { ProblemLog } from '../../model/problems.ts';
import type { XprofAllocator, XprofRow, XprofStated } from '../../model/xprof-stated.ts';
import { countOf, entriesOf, fieldOf, fractionOf, listOf, sizeOf, textOf, type Json } from './json.ts';

/** `name` is the file's. What is no size, and rows that cannot be, are left out and said. */
export function statedBy(root: Json, name: string, problems: ProblemLog): XprofStated {
  // A map has no order; XProf lists its ids sorted.
  const perAllocator = entriesOf(fieldOf(root, 'memoryProfilePerAllocator')).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    version: sizeOf(fieldOf(root, 'version')),
    numHosts: sizeOf(fieldOf(root, 'numHosts')),
    memoryIds: listOf(fieldOf(root, 'memoryIds')).map(textOf),
    allocators: perAllocator.map(([id, profile]) => allocator(id, profile, (sentence) => problems.add(`${name}: ${id}`, sentence))),
  };
}

function allocator(id: string, profile: Json, onProblem: (sentence: string) => void): XprofAllocator {
  const summary = fieldOf(profile, 'profileSummary');
  const peak = fieldOf(summary, 'peakStats');
  const snapshots = listOf(fieldOf(profile, 'memoryProfileSnapshots'));
  const activities = snapshots.map((snapshot) => fieldOf(fieldOf(snapshot, 'activityMetadata'), 'memoryActivity'));
  const size = (of: Json | undefined, field: string): number | null => {
    const stated = sizeOf(fieldOf(of, field));
    if (stated === null) onProblem(`What XProf stated as ${field} is no size and was left out.`);
    return stated;
  };
  return {
    id,
    lifetimePeakBytes: size(summary, 'peakBytesUsageLifetime'),
    peakBytes: size(peak, 'peakBytesInUse'),
    stackBytes: size(peak, 'stackReservedBytes'),
    heapBytes: size(peak, 'heapAllocatedBytes'),
    freeBytes: size(peak, 'freeMemoryBytes'),
    fragmentation: fractionOf(fieldOf(peak, 'fragmentation')),
    peakTimePs: size(summary, 'peakStatsTimePs'),
    capacityBytes: size(summary, 'memoryCapacity'),
    snapshots: snapshots.length,
    // The enum's zero, which a writer may leave out.
    allocations: activities.filter((activity) => activity === undefined || activity === 'ALLOCATION').length,
    sampled: listOf(fieldOf(profile, 'sampledTimelineSnapshots')).length,
    rows: rows(profile, snapshots, onProblem),
  };
}

/** A row points to a snapshot, or, where its snapshot index is negative, to a special allocation. */
function rows(profile: Json, snapshots: readonly Json[], onProblem: (sentence: string) => void): XprofRow[] {
  const special = listOf(fieldOf(profile, 'specialAllocations'));
  return listOf(fieldOf(profile, 'activeAllocations')).flatMap((active): XprofRow[] => {
    const index = countOf(fieldOf(active, 'snapshotIndex'));
    const activity =
      index >= 0
        ? fieldOf(snapshots[index], 'activityMetadata')
        : special[countOf(fieldOf(active, 'specialIndex'))];
    const bytes = sizeOf(fieldOf(activity, 'allocationBytes'));
    const requested = sizeOf(fieldOf(activity, 'requestedBytes'));
    const occurrences = sizeOf(fieldOf(active, 'numOccurrences'));
    if (activity === undefined || bytes === null || requested === null || occurrences === null) {
      onProblem("A row of XProf's table of what is alive at the peak could not be read and was left out.");
      return [];
    }
    return [
      {
        bytes,
        requested,
        op: textOf(fieldOf(activity, 'tfOpName')),
        region: textOf(fieldOf(activity, 'regionType')),
        dataType: textOf(fieldOf(activity, 'dataType')),
        shape: textOf(fieldOf(activity, 'tensorShape')),
        occurrences,
      },
    ];
  });
}
