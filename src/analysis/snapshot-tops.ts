/** The lists of functions: by the innermost frame, by the first frame of user code, and by all frames. */

import type { StackTable } from '../model/profile.ts';
import type { FrameSelection, FunctionTop, FunctionTopRow, Snapshot, SnapshotTops } from '../model/snapshot.ts';
import { NODE_NO_FRAME } from '../model/snapshot.ts';
import { compareCodePoints } from './code-points.ts';
import { isProjectCode, isUserCode, pathOrigin } from './jax-frames.ts';
import { sortingType } from './snapshot-facts.ts';

/** FrameOrigin of each function of the snapshot. */
export function functionOrigins(snapshot: Snapshot): Uint8Array {
  const { functions, strings } = snapshot;
  const ofFile = new Map<number, number>();
  return Uint8Array.from(functions.file.subarray(0, functions.length), (file) => {
    let origin = ofFile.get(file);
    if (origin === undefined) {
      origin = pathOrigin(strings[file]);
      ofFile.set(file, origin);
    }
    return origin;
  });
}

/** For each function, 1 where the selection keeps its frames. */
export function keptFunctions(origins: Uint8Array, selection: FrameSelection): Uint8Array {
  if (selection === 'all') return new Uint8Array(origins.length).fill(1);
  const keeps = selection === 'user' ? isUserCode : isProjectCode;
  return origins.map((origin) => (keeps(origin) ? 1 : 0));
}

/** For each stack row the innermost row of the same stack whose function is kept; -1 where there is none. */
export function innermostKept(snapshot: Snapshot, kept: Uint8Array): Int32Array {
  const { stacks, frames } = snapshot;
  const rows = new Int32Array(stacks.length);
  for (let row = 0; row < stacks.length; row++) {
    if (kept[frames.function[stacks.frame[row]]] === 1) rows[row] = row;
    else rows[row] = stacks.parent[row] < 0 ? -1 : rows[stacks.parent[row]];
  }
  return rows;
}

/** What one function holds, in columns; the row after the last function is for stacks without any frame that counts. */
export interface FunctionSums {
  types: number;
  /** `values[row * types + type]`. */
  values: Float64Array;
  samples: Uint32Array;
  /** 1 for each frame that the sums come from, which says what lines to list. */
  usedFrames: Uint8Array;
}

/**
 * Sums by the innermost kept frame of each sample.
 * @param values as `SampleTable.values`, stated or drawn
 * @param withoutStack whether samples without any frame count as "no such frame"
 */
export function sumByInnermost(snapshot: Snapshot, values: Float64Array, kept: Uint8Array): FunctionSums {
  const { samples, stacks, frames, functions } = snapshot;
  const sums = emptySums(snapshot);
  const innermost = innermostKept(snapshot, kept);
  for (let sample = 0; sample < samples.length; sample++) {
    const row = samples.stack[sample] < 0 ? -1 : innermost[samples.stack[sample]];
    let target = functions.length;
    if (row >= 0) {
      target = frames.function[stacks.frame[row]];
      sums.usedFrames[stacks.frame[row]] = 1;
    }
    sums.samples[target]++;
    for (let type = 0; type < sums.types; type++) {
      sums.values[target * sums.types + type] += values[sample * sums.types + type];
    }
  }
  return sums;
}

/**
 * Sums by every function on the stack. A function that recurs counts once, at its outermost frame: all samples below
 * an inner one are below that as well. Its line is that of its innermost frame in each sample.
 */
export function sumCumulative(snapshot: Snapshot, values: Float64Array): FunctionSums {
  const { stacks, frames } = snapshot;
  const sums = emptySums(snapshot);
  const { types } = sums;
  const below = sumBelow(snapshot, values);
  const { root, firstChild, nextSibling } = childLinks(stacks);
  /** Innermost row of each function on the path from the root to the row at hand; -1 for none. */
  const current = new Int32Array(snapshot.functions.length).fill(-1);
  /** What `current` was when a row was entered: the next outer frame of the same function. */
  const outer = new Int32Array(stacks.length);
  /** Samples below a row that have a frame of the same function further in. */
  const covered = new Uint32Array(stacks.length);

  const enter = (row: number): void => {
    const target = frames.function[stacks.frame[row]];
    outer[row] = current[target];
    current[target] = row;
    if (outer[row] >= 0) return;
    sums.samples[target] += below.samples[row];
    for (let type = 0; type < types; type++) sums.values[target * types + type] += below.values[row * types + type];
  };
  const leave = (row: number): void => {
    current[frames.function[stacks.frame[row]]] = outer[row];
    if (outer[row] >= 0) covered[outer[row]] += below.samples[row];
    if (covered[row] < below.samples[row]) sums.usedFrames[stacks.frame[row]] = 1;
  };

  let row = root;
  while (row >= 0) {
    enter(row);
    if (firstChild[row] >= 0) {
      row = firstChild[row];
      continue;
    }
    leave(row);
    while (nextSibling[row] < 0 && stacks.parent[row] >= 0) {
      row = stacks.parent[row];
      leave(row);
    }
    row = nextSibling[row];
  }
  return sums;
}

/** The forest of stacks from the outside in; -1 ends a list. Rows of one parent keep their order. */
function childLinks(stacks: StackTable): { root: number; firstChild: Int32Array; nextSibling: Int32Array } {
  const firstChild = new Int32Array(stacks.length).fill(-1);
  const nextSibling = new Int32Array(stacks.length).fill(-1);
  let root = -1;
  for (let row = stacks.length - 1; row >= 0; row--) {
    const parent = stacks.parent[row];
    nextSibling[row] = parent < 0 ? root : firstChild[parent];
    if (parent < 0) root = row;
    else firstChild[parent] = row;
  }
  return { root, firstChild, nextSibling };
}

/** The largest functions, by the size of the sorting type. Rows of the result index the snapshot's functions. */
export function topOf(snapshot: Snapshot, sums: FunctionSums, limit: number): FunctionTop {
  const { types, values, samples } = sums;
  const rows = Array.from(samples.keys()).filter((row) => samples[row] > 0);
  const compare = functionOrder(snapshot, sums);
  rows.sort(compare.rows);
  const lines = linesByFunction(snapshot, sums, new Set(rows.slice(0, limit)));
  return {
    rows: rows.slice(0, limit).map((row): FunctionTopRow => ({
      function: row === snapshot.functions.length ? NODE_NO_FRAME : row,
      lines: lines.get(row) ?? [],
      values: Array.from(values.subarray(row * types, (row + 1) * types)),
      samples: samples[row],
    })),
    distinct: rows.length,
    tieAtCut: rows.length > limit && compare.size(rows[limit - 1]) === compare.size(rows[limit]),
  };
}

/** All four lists of a snapshot. */
export function snapshotTops(snapshot: Snapshot, values: Float64Array, origins: Uint8Array, limit: number): SnapshotTops {
  const byInnermost = (selection: FrameSelection): FunctionTop =>
    topOf(snapshot, sumByInnermost(snapshot, values, keptFunctions(origins, selection)), limit);
  return {
    leaf: byInnermost('all'),
    cumulative: topOf(snapshot, sumCumulative(snapshot, values), limit),
    user: byInnermost('user'),
    project: byInnermost('project'),
  };
}

function emptySums(snapshot: Snapshot): FunctionSums {
  const types = snapshot.sampleTypes.length;
  const rows = snapshot.functions.length + 1;
  return {
    types,
    values: new Float64Array(rows * types),
    samples: new Uint32Array(rows),
    usedFrames: new Uint8Array(snapshot.frames.length),
  };
}

/** Of each stack row: what the samples that go through it hold. */
function sumBelow(snapshot: Snapshot, values: Float64Array): { values: Float64Array; samples: Uint32Array } {
  const { samples, stacks } = snapshot;
  const types = snapshot.sampleTypes.length;
  const below = { values: new Float64Array(stacks.length * types), samples: new Uint32Array(stacks.length) };
  for (let sample = 0; sample < samples.length; sample++) {
    const row = samples.stack[sample];
    if (row < 0) continue;
    below.samples[row]++;
    for (let type = 0; type < types; type++) below.values[row * types + type] += values[sample * types + type];
  }
  for (let row = stacks.length - 1; row >= 0; row--) {
    const parent = stacks.parent[row];
    if (parent < 0) continue;
    below.samples[parent] += below.samples[row];
    for (let type = 0; type < types; type++) below.values[parent * types + type] += below.values[row * types + type];
  }
  return below;
}

/** By size, then by the first value's size, then by name and file: the same order in every run and every tool. */
function functionOrder(
  snapshot: Snapshot,
  { types, values }: FunctionSums,
): { rows(a: number, b: number): number; size(row: number): number } {
  const { functions, strings } = snapshot;
  const sortedBy = sortingType(snapshot);
  const size = (row: number): number => Math.abs(values[row * types + sortedBy]);
  const name = (row: number): string => (row < functions.length ? strings[functions.name[row]] : '');
  const file = (row: number): string => (row < functions.length ? strings[functions.file[row]] : '');
  const rows = (a: number, b: number): number =>
    size(b) - size(a) ||
    Math.abs(values[b * types]) - Math.abs(values[a * types]) ||
    compareCodePoints(name(a), name(b)) ||
    compareCodePoints(file(a), file(b));
  return { rows, size };
}

function linesByFunction(snapshot: Snapshot, sums: FunctionSums, wanted: ReadonlySet<number>): Map<number, number[]> {
  const { frames } = snapshot;
  const lines = new Map<number, number[]>();
  for (let frame = 0; frame < frames.length; frame++) {
    const row = frames.function[frame];
    if (sums.usedFrames[frame] === 0 || !wanted.has(row)) continue;
    const known = lines.get(row);
    if (known === undefined) lines.set(row, [frames.line[frame]]);
    else known.push(frames.line[frame]);
  }
  for (const list of lines.values()) list.sort((a, b) => a - b);
  return lines;
}
