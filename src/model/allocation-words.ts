/** An allocation in words, the same in every view. `end` is the end of the capture: all times of it read alike. */

import { nameOfRow } from './allocation-name.ts';
import type { AllocationName } from './allocation-rows.ts';
import type { AllocationOrigins, NamedAllocations } from './blocks.ts';
import { formatBytesBoth, formatDuration, formatTime } from './format.ts';
import type { Picoseconds } from './units.ts';

/** `242.371 ms`, or `before the capture`. */
export function startText({ start }: Pick<AllocationName, 'start'>, end: Picoseconds): string {
  return start === null ? 'before the capture' : formatTime(start, 1e6, end);
}

/** `134 ms`, `alive at the end`, or `freed at 242.371 ms` for one whose beginning is not known. */
export function lifetimeText(name: AllocationName, end: Picoseconds): string {
  if (name.end === null) return 'alive at the end';
  return name.start === null ? `freed at ${formatTime(name.end, 1e6, end)}` : formatDuration(name.end - name.start);
}

/** One line: size, who asked for it, class, when and for how long. */
export function describeAllocation(
  allocations: NamedAllocations,
  origins: AllocationOrigins,
  row: number,
  end: Picoseconds,
): string {
  const name = nameOfRow(allocations, row);
  const word = (index: number): string[] => (index < 0 ? [] : [origins.names[index]]);
  const lived =
    name.start === null || name.end === null
      ? [name.start === null ? '' : `from ${startText(name, end)}`, lifetimeText(name, end)]
      : [`from ${startText(name, end)} for ${lifetimeText(name, end)}`];
  const parts = [
    formatBytesBoth(allocations.held[row]),
    ...word(origins.callSite[row]),
    ...word(origins.program[row]),
    ...word(origins.class[row]),
    ...lived.filter((text) => text !== ''),
    name.address,
  ];
  return parts.join(', ');
}
