/**
 * All memory events of all planes, as rows with an absolute time and an order.
 *
 * Order: by time, then by line in file order after merging planes of one name and lines of one id, then as written.
 * Line-relative order, which XProf uses, is wrong where lines start at different times (a thread that began a second
 * into the session counts from there).
 */

import type { EventLine } from '../../model/profile.ts';
import { mergeRuns } from '../../model/merge-runs.ts';
import { IN_USE_STAT } from './names.ts';
import type { PlaneReader } from './plane.ts';
import { memoryIds } from './speculation.ts';
import { numberStat } from './stat-columns.ts';

export interface MemoryRows {
  length: number;
  originPs: bigint;
  /** Rows of one plane lie together, in file order: row `g` is `rowInPlane(g)` of its plane. */
  planes: PlaneRows[];
  /** Row at each position in time; null where rows are already in order. */
  order: Uint32Array | null;
  /** By row, not by position. */
  time: Float64Array;
  /** Ordinal of the merged line, by row. */
  line: Uint32Array;
  lines: MergedLine[];
  /** Index into `eventLines`, by row. */
  eventLine: Uint16Array;
  eventLines: EventLine[];
  equalTimestamps: number;
  /** Memory events that are left out, because they do not state the bytes in use. */
  withoutBytes: number;
}

export interface PlaneRows {
  plane: PlaneReader;
  first: number;
  count: number;
  /** Candidate of each row; null where every candidate is a memory event, which is the rule. */
  candidate: Uint32Array | null;
}

export interface MergedLine {
  /** Start times that the line's parts state; one as a rule. */
  startsNs: bigint[];
}

/** Line starts above this many picoseconds are epoch-sized: a Float64 would lose picoseconds of their sums. */
const LARGEST_PLAIN_START_PS = 1n << 52n;

/** Threads beyond the reach of a Uint16 share the last row. */
const MAX_EVENT_LINES = 65_536;

export function collectMemoryRows(planes: readonly PlaneReader[]): MemoryRows {
  const parts: PlaneRows[] = [];
  let length = 0;
  let withoutBytes = 0;
  for (const plane of planes) {
    const part = rowsOf(plane, length);
    withoutBytes += part.withoutBytes;
    if (part.count === 0) continue;
    parts.push(part);
    length += part.count;
  }
  const { lineOrdinals, lines } = mergeLines(parts);
  const starts = lines.flatMap(({ startsNs }) => startsNs);
  const earliest = starts.reduce((least, start) => (start < least ? start : least), starts[0] ?? 0n) * 1000n;
  const originPs = earliest > LARGEST_PLAIN_START_PS ? earliest : 0n;

  const time = new Float64Array(length);
  const line = new Uint32Array(length);
  const eventLine = new Uint16Array(length);
  const eventLines: EventLine[] = [];
  for (const [index, part] of parts.entries()) {
    const startPs = part.plane.lines.map(({ timestampNs }) => Number(timestampNs * 1000n - originPs));
    const { offset, line: lineColumn } = part.plane.candidates;
    const firstLine = eventLines.length;
    for (const [inPlane, { name }] of part.plane.lines.entries()) eventLines.push({ name, start: startPs[inPlane] });
    for (let i = 0; i < part.count; i++) {
      const candidate = part.candidate === null ? i : part.candidate[i];
      const lineInPlane = lineColumn.get(candidate);
      time[part.first + i] = startPs[lineInPlane] + offset.get(candidate);
      line[part.first + i] = lineOrdinals[index][lineInPlane];
      eventLine[part.first + i] = Math.min(firstLine + lineInPlane, MAX_EVENT_LINES - 1);
    }
  }
  // Their content is in `time` and `line` from here on.
  for (const { plane } of parts) {
    plane.candidates.offset.clear();
    plane.candidates.line.clear();
  }
  const order = orderByTime(time, line, lines.length);
  const equalTimestamps = countEqual(time, order);
  return {
    length,
    originPs,
    planes: parts,
    order,
    time,
    line,
    lines,
    eventLine,
    eventLines,
    equalTimestamps,
    withoutBytes,
  };
}

/**
 * The memory events of a plane. One that does not state the bytes in use says nothing of the curve: its record is
 * damaged, or the file was cut between the names of its events and those of their numbers.
 */
function rowsOf(plane: PlaneReader, first: number): PlaneRows & { withoutBytes: number } {
  const ids = memoryIds(plane);
  const inUse = numberStat(plane, IN_USE_STAT);
  const { metadataId, length } = plane.candidates;
  const isMemory = (row: number): boolean => ids.has(metadataId.get(row));
  const isWhole = (row: number): boolean => isMemory(row) && !Number.isNaN(inUse.at(row));
  let memory = 0;
  let count = 0;
  for (let row = 0; row < length; row++) {
    if (isMemory(row)) memory++;
    if (isWhole(row)) count++;
  }
  const withoutBytes = memory - count;
  if (count === length) return { plane, first, count, candidate: null, withoutBytes };
  const candidate = new Uint32Array(count);
  let next = 0;
  for (let row = 0; row < length; row++) if (isWhole(row)) candidate[next++] = row;
  return { plane, first, count, candidate, withoutBytes };
}

/** Numbers the lines that hold memory events: planes of one name are one plane, lines of one id in it one line. */
function mergeLines(parts: readonly PlaneRows[]): { lineOrdinals: Uint32Array[]; lines: MergedLine[] } {
  const planeNames = [...new Set(parts.map(({ plane }) => plane.name))];
  const lines: MergedLine[] = [];
  const lineOrdinals = parts.map(({ plane }) => new Uint32Array(plane.lines.length));
  for (const planeName of planeNames) {
    const byId = new Map<string, number>();
    for (const [index, { plane }] of parts.entries()) {
      if (plane.name !== planeName) continue;
      for (const [inPlane, facts] of plane.lines.entries()) {
        if (facts.candidates === 0) continue;
        let ordinal = byId.get(facts.id);
        if (ordinal === undefined) {
          ordinal = lines.length;
          byId.set(facts.id, ordinal);
          lines.push({ startsNs: [] });
        }
        const { startsNs } = lines[ordinal];
        if (!startsNs.includes(facts.timestampNs)) startsNs.push(facts.timestampNs);
        lineOrdinals[index][inPlane] = ordinal;
      }
    }
  }
  return { lineOrdinals, lines };
}

function orderByTime(time: Float64Array, line: Uint32Array, lineCount: number): Uint32Array | null {
  if (isOrdered(time, line)) return null;
  return mergeRuns(groupByLine(line, lineCount), time);
}

function isOrdered(time: Float64Array, line: Uint32Array): boolean {
  for (let i = 1; i < time.length; i++) {
    if (time[i] < time[i - 1] || (time[i] === time[i - 1] && line[i] < line[i - 1])) return false;
  }
  return true;
}

/** Rows by line, in the order written within each: the order in which rows of equal time must come out. */
function groupByLine(line: Uint32Array, lineCount: number): Uint32Array {
  const next = new Uint32Array(lineCount + 1);
  for (const ordinal of line) next[ordinal + 1]++;
  for (let i = 0; i < lineCount; i++) next[i + 1] += next[i];
  const rows = new Uint32Array(line.length);
  for (let row = 0; row < line.length; row++) rows[next[line[row]]++] = row;
  return rows;
}

function countEqual(time: Float64Array, order: Uint32Array | null): number {
  let equal = 0;
  for (let i = 1; i < time.length; i++) {
    const here = order === null ? i : order[i];
    const before = order === null ? i - 1 : order[i - 1];
    if (time[here] === time[before]) equal++;
  }
  return equal;
}
