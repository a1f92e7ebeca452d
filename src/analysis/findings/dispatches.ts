import { MARK_DISPATCH, type Profile } from '../../model/profile.ts';
import type { Picoseconds } from '../../model/units.ts';

/** Launches of programs as the host saw them, in order of start. */
export interface Dispatches {
  start: Float64Array;
  end: Float64Array;
  /** StringIndex of the program's name. */
  name: Int32Array;
}

export function dispatchesOf({ marks }: Profile): Dispatches {
  const own: number[] = [];
  for (let mark = 0; mark < marks.length; mark++) if (marks.kind[mark] === MARK_DISPATCH) own.push(mark);
  const dispatches: Dispatches = {
    start: new Float64Array(own.length),
    end: new Float64Array(own.length),
    name: new Int32Array(own.length),
  };
  for (const [i, mark] of own.entries()) {
    dispatches.start[i] = marks.start[mark];
    dispatches.end[i] = marks.start[mark] + marks.duration[mark];
    dispatches.name[i] = marks.name[mark];
  }
  return dispatches;
}

/** How far back a dispatch is looked for that still runs: nested and parallel ones are few. */
const MAX_OPEN = 32;

/** The latest dispatch that runs at a time; -1 where none does. */
export function dispatchAt({ start, end }: Dispatches, time: Picoseconds): number {
  let low = 0;
  let high = start.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (start[middle] <= time) low = middle + 1;
    else high = middle;
  }
  for (let i = low - 1; i >= 0 && i >= low - MAX_OPEN; i--) if (end[i] >= time) return i;
  return -1;
}

/** Number of dispatches that start after one time and at or before another. */
export function dispatchesBetween({ start }: Dispatches, from: Picoseconds, to: Picoseconds): number[] {
  const found: number[] = [];
  for (let i = 0; i < start.length && start[i] <= to; i++) if (start[i] > from) found.push(i);
  return found;
}
