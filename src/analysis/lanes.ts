/** Lays marks out as lanes for a window of time: rows of boxes that do not overlap, no finer than a pixel. */

import { isCopying } from './one-operation.ts';
import { programName, withoutProgramId } from './program-names.ts';
import type { Lane, LaneBoxes, Lanes } from '../model/lanes.ts';
import { MARK_ANNOTATION, MARK_DEVICE_RUN, MARK_DISPATCH, MARK_STEP, type MarkTable, type Profile } from '../model/profile.ts';
import type { Picoseconds } from '../model/units.ts';

const KINDS: readonly (readonly [number, Lane['kind']])[] = [
  [MARK_STEP, 'steps'],
  [MARK_DISPATCH, 'dispatches'],
  [MARK_DEVICE_RUN, 'device runs'],
  [MARK_ANNOTATION, 'annotations'],
];
/** Deeper nests are drawn on the last row: a lane must leave room for the curve. */
const MAX_ROWS = 3;
/** Launches below this many are no repetition. */
const MIN_LAUNCHES = 5;
/** More than half: at most one program has that. */
const MIN_TIME_SHARE = 0.5;

/** `pixels` is the width that the window will be drawn at. */
export function lanesOf(profile: Profile, from: Picoseconds, to: Picoseconds, pixels: number): Lanes {
  const { marks } = profile;
  const names: string[] = [];
  const nameIndex = new Map<number, number>();
  const intern = (mark: number): number => {
    const known = nameIndex.get(marks.name[mark]);
    if (known !== undefined) return known;
    nameIndex.set(marks.name[mark], names.length);
    return names.push(nameOfMark(profile, mark)) - 1;
  };
  const resolution = (to - from) / Math.max(1, pixels);
  const lanes = KINDS.flatMap(([kind, label]): Lane[] => {
    const own = indicesOf(marks, kind);
    if (own.length === 0) return [];
    return [{ kind: label, rows: rowsOf(marks, own, from, to, resolution, intern), total: own.length }];
  });
  const stand = standInSteps(profile);
  const isStepped = lanes.some(({ kind }) => kind === 'steps');
  if (isStepped || stand === null) return { from, to, lanes, names, note: '' };
  const rows = rowsOf(marks, stand.marks, from, to, resolution, intern);
  lanes.unshift({ kind: 'steps', rows, total: stand.marks.length });
  const note = `Steps are launches of ${programName(stand.name)}, the program that takes most of the time: the trace has no StepTraceAnnotation.`;
  return { from, to, lanes, names, note };
}

/**
 * The jitted function and its launches. Where nobody annotated steps: launches of the program that repeats and takes most of the time that programs take. A
 * program of one operation, or one among many, is no step: then there are none.
 */
export function standInSteps({ marks, strings }: Profile): { name: string; marks: number[] } | null {
  const byName = new Map<number, { time: number; marks: number[] }>();
  let total = 0;
  for (const mark of indicesOf(marks, MARK_DISPATCH)) {
    let program = byName.get(marks.name[mark]);
    if (!program) byName.set(marks.name[mark], (program = { time: 0, marks: [] }));
    program.time += marks.duration[mark];
    program.marks.push(mark);
    total += marks.duration[mark];
  }
  for (const [name, program] of byName) {
    const isStep = program.marks.length >= MIN_LAUNCHES && program.time > MIN_TIME_SHARE * total;
    if (isStep && !isCopying(strings[name])) return { name: strings[name], marks: program.marks };
  }
  return null;
}

function nameOfMark({ marks, strings }: Profile, mark: number): string {
  const name = strings[marks.name[mark]];
  switch (marks.kind[mark]) {
    case MARK_DISPATCH:
      return programName(name);
    case MARK_DEVICE_RUN:
      return withoutProgramId(name);
    default:
      return name;
  }
}

function indicesOf(marks: MarkTable, kind: number): number[] {
  const own: number[] = [];
  for (let mark = 0; mark < marks.length; mark++) if (marks.kind[mark] === kind) own.push(mark);
  return own;
}

interface Row {
  start: number[];
  end: number[];
  name: number[];
  count: number[];
}

/** Marks come in order of start, so each row needs to know only where it is filled to. */
function rowsOf(
  marks: MarkTable,
  own: readonly number[],
  from: Picoseconds,
  to: Picoseconds,
  resolution: Picoseconds,
  intern: (mark: number) => number,
): LaneBoxes[] {
  const rows: Row[] = [];
  for (const mark of own) {
    const start = marks.start[mark];
    const end = start + marks.duration[mark];
    if (end < from || start > to) continue;
    let row = rows.find(({ end: ends }) => ends[ends.length - 1] <= start);
    if (!row && rows.length < MAX_ROWS) {
      row = { start: [], end: [], name: [], count: [] };
      rows.push(row);
    }
    row ??= rows[rows.length - 1];
    const last = row.start.length - 1;
    const isNarrow = end - start < resolution;
    if (last >= 0 && isNarrow && start - row.end[last] < resolution && row.end[last] - row.start[last] < 2 * resolution) {
      row.end[last] = Math.max(row.end[last], end);
      row.count[last]++;
      if (row.name[last] !== intern(mark)) row.name[last] = -1;
      continue;
    }
    row.start.push(start);
    row.end.push(end);
    row.name.push(intern(mark));
    row.count.push(1);
  }
  return rows.map(({ start, end, name, count }) => ({
    length: start.length,
    start: Float64Array.from(start),
    end: Float64Array.from(end),
    name: Int32Array.from(name),
    count: Uint32Array.from(count),
  }));
}
