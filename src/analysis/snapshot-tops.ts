/** The lists of functions: by the innermost frame, by the first frame of user code, and by all frames. */

import type { FrameSelection, FunctionTop, FunctionTopRow, Snapshot, SnapshotTops } from '../model/snapshot.ts';
import { NODE_NO_FRAME } from '../model/snapshot.ts';
import { compareCodePoints } from './code-points.ts';
import { isProjectCode, isUserCode, pathOrigin } from './jax-frames.ts';
import { sortingType } from './snapshot-facts.ts';
import type { StackSums } from './stack-sums.ts';

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

/** What one function holds, in columns; the row after the last function is for stacks without any frame that counts. */
export interface FunctionSums {
  types: number;
  /** `values[row * types + type]`. */
  values: Float64Array;
  samples: Uint32Array;
  /** 1 for each frame that the sums come from, which says what lines to list. */
  usedFrames: Uint8Array;
}

/** Sums by the innermost kept frame of each stack. */
export function sumByInnermost(snapshot: Snapshot, byStack: StackSums, kept: Uint8Array): FunctionSums {
  const { stacks, frames, functions } = snapshot;
  const sums = emptySums(snapshot);
  for (let index = 0; index < byStack.length; index++) {
    let row = byStack.row[index];
    while (row >= 0 && kept[frames.function[stacks.frame[row]]] === 0) row = stacks.parent[row];
    if (row >= 0) addStack(sums, byStack, index, frames.function[stacks.frame[row]], stacks.frame[row]);
    else addStack(sums, byStack, index, functions.length, -1);
  }
  return sums;
}

/**
 * Sums by every function on the stack. A function counts once for a stack, however often it recurs; its line is that of
 * its innermost frame.
 */
export function sumCumulative(snapshot: Snapshot, byStack: StackSums): FunctionSums {
  const { stacks, frames, functions } = snapshot;
  const sums = emptySums(snapshot);
  /** The last stack that counted for each function, + 1. */
  const counted = new Uint32Array(functions.length);
  for (let index = 0; index < byStack.length; index++) {
    for (let row = byStack.row[index]; row >= 0; row = stacks.parent[row]) {
      const target = frames.function[stacks.frame[row]];
      if (counted[target] === index + 1) continue;
      counted[target] = index + 1;
      addStack(sums, byStack, index, target, stacks.frame[row]);
    }
  }
  return sums;
}

/** @param frame whose line is listed; -1 for none */
function addStack(sums: FunctionSums, byStack: StackSums, index: number, row: number, frame: number): void {
  const { types } = sums;
  sums.samples[row] += byStack.samples[index];
  if (frame >= 0) sums.usedFrames[frame] = 1;
  for (let type = 0; type < types; type++) sums.values[row * types + type] += byStack.values[index * types + type];
}

/** The largest functions, by the size of the sorting type. Rows of the result index the snapshot's functions. */
export function topOf(snapshot: Snapshot, sums: FunctionSums, limit: number): FunctionTop {
  const { types, values, samples } = sums;
  const rows = Array.from(samples.keys()).filter((row) => samples[row] > 0);
  const compare = functionOrder(snapshot, sums);
  rows.sort((a, b) => compare.rows(a, b));
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
export function snapshotTops(snapshot: Snapshot, byStack: StackSums, origins: Uint8Array, limit: number): SnapshotTops {
  const leaf = topOf(snapshot, sumByInnermost(snapshot, byStack, keptFunctions(origins, 'all')), limit);
  const byInnermost = (selection: FrameSelection): FunctionTop => {
    const kept = keptFunctions(origins, selection);
    // Most profiles that JAX did not write have nothing but user code.
    return kept.includes(0) ? topOf(snapshot, sumByInnermost(snapshot, byStack, kept), limit) : leaf;
  };
  return {
    leaf,
    cumulative: topOf(snapshot, sumCumulative(snapshot, byStack), limit),
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
