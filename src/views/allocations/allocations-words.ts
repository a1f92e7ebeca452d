/** The words of the allocations table. Pure, so that tests read them as a person does. */

import type { AllocationRows } from '../../model/allocation-rows.ts';
import { formatBytes, formatBytesBoth, formatCount, formatQuantity, formatTime } from '../../model/format.ts';
import type { Picoseconds } from '../../model/units.ts';

/** What the rows add up to, and what is in memory without being a row. */
export function totalsText(answer: AllocationRows): string {
  const { all, filtered, unlisted, reserved } = answer;
  const isFiltered = filtered.count !== all.count;
  const count = isFiltered
    ? `${formatCount(filtered.count)} of ${formatQuantity(all.count, 'allocation')}`
    : formatQuantity(all.count, 'allocation');
  const sums = [`${count}: ${formatBytesBoth(filtered.held)} held, ${formatBytes(filtered.requested)} requested.`];
  const others = [
    ...(unlisted > 0 ? [`${formatBytesBoth(unlisted)} from before the capture`] : []),
    ...(reserved > 0 ? [`${formatBytes(reserved)} reserved`] : []),
  ];
  if (others.length > 0) sums.push(`In memory besides, and in no row: ${others.join(' and ')}.`);
  return sums.join(' ');
}

/** Why there are no rows, and what to do. */
export function emptyText({ all, query, moment }: AllocationRows, end: Picoseconds): string {
  if (all.count > 0) return `No allocation matches “${query.filter.trim()}”. Change or clear the filter.`;
  switch (query.what.kind) {
    case 'alive':
    case 'alive-at-peak':
      return (
        `No single allocation is known that is alive at ${formatTime(moment ?? 0, 1e6, end)}: ` +
        'what is in use is from before the capture.'
      );
    case 'allocated':
      return 'Nothing was allocated in this range. Show a wider range in the timeline.';
    case 'retained':
      return 'Nothing that was allocated in this range was still in use at its end. Choose what was allocated in it.';
  }
}
