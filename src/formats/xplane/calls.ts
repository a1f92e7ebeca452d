/** Kept spans as the model's calls. They stay where they are: a copy in the model's form would double millions of rows. */

import type { CallTable } from '../../model/profile.ts';
import type { MemoryRows } from './memory-rows.ts';
import type { PlaneReader } from './plane.ts';
import type { PlaneStacks } from './stacks.ts';

/** First call of each plane that holds memory events. */
export function callOffsets(rows: MemoryRows): Map<PlaneReader, number> {
  const offsets = new Map<PlaneReader, number>();
  let next = 0;
  for (const { plane } of rows.planes) {
    offsets.set(plane, next);
    next += plane.spans.length;
  }
  return offsets;
}

/** Threads of one plane are numbered by their line; planes are this far apart. */
const PLANE_THREADS = 2 ** 32;

export function callsOf(
  rows: MemoryRows,
  planes: readonly PlaneReader[],
  stacksOf: (plane: PlaneReader) => PlaneStacks,
): CallTable {
  const parts = [...callOffsets(rows)].map(([plane, first], index) => ({
    first,
    firstThread: index * PLANE_THREADS,
    lineOf: (span: number) => plane.spans.line.get(span),
    stacks: stacksOf(plane),
  }));
  const partOf = (call: number): (typeof parts)[number] => {
    let part = parts.length - 1;
    while (part > 0 && parts[part].first > call) part--;
    return parts[part];
  };
  return {
    callerOf(call) {
      const { first, stacks } = partOf(call);
      const caller = stacks.callerOf(call - first);
      return caller < 0 ? -1 : first + caller;
    },
    stackOf(call) {
      const { first, stacks } = partOf(call);
      return stacks.stackOf(call - first);
    },
    threadOf(call) {
      const { first, firstThread, lineOf } = partOf(call);
      return firstThread + lineOf(call - first);
    },
    countNamed(name) {
      let count = 0;
      for (const plane of planes) {
        if (plane.isDevice) continue;
        for (const [id, eventName] of plane.eventNames) if (eventName === name) count += plane.countOf(id);
      }
      return count;
    },
  };
}
