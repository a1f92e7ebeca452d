/** Kept spans as the model's calls: rows of one plane lie together, in the order in which they were kept. */

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

/** After the stacks of all events: what called what across threads is known only then. */
export function buildCalls(rows: MemoryRows, stacksOf: (plane: PlaneReader) => PlaneStacks): CallTable {
  const length = rows.planes.reduce((sum, { plane }) => sum + plane.spans.length, 0);
  const calls: CallTable = {
    length,
    caller: new Int32Array(length),
    stack: new Int32Array(length),
    start: new Float64Array(length),
    end: new Float64Array(length),
  };
  let first = 0;
  for (const { plane } of rows.planes) {
    const { spans } = plane;
    const starts = plane.lines.map(({ timestampNs }) => Number(timestampNs * 1000n - rows.originPs));
    const { stackOf, callerOf } = stacksOf(plane);
    for (let span = 0; span < spans.length; span++) {
      const call = first + span;
      const caller = callerOf(span);
      calls.caller[call] = caller < 0 ? -1 : first + caller;
      calls.stack[call] = stackOf(span);
      calls.start[call] = starts[spans.line.get(span)] + spans.start.get(span);
      calls.end[call] = calls.start[call] + spans.duration.get(span);
    }
    first += spans.length;
  }
  return calls;
}
