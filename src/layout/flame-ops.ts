/**
 * What a person does to a flame tree: focus, hide, invert. All by names, so that it can stand in a link and holds for
 * the next moment's tree too. Pure: each operation gives another tree or another row.
 *
 *     main 7             hide `jit`          invert
 *       f 5                main 7              a 4    (leaf first)
 *         jit 5              f 5                 jit 4
 *           a 4                a 4                 f 4
 *           b 1                b 1                   main 4
 *       g 2                  g 2               g 2 …
 */

import type { FlameTree } from '../model/flame.ts';
import type { FlameOp, FrameKey } from '../model/view-state.ts';
import type { FlameIndex, FlameRow } from './flame-index.ts';
import { indexFlame, isWithin, namesOfFrame, pathOf, rowOfPath, sameFrame } from './flame-index.ts';
import type { GrownFrame } from '../model/flame-grower.ts';
import { FlameGrower } from '../model/flame-grower.ts';

export interface AppliedOps {
  index: FlameIndex;
  /** The row that is shown at full width; 0 = everything. */
  focus: FlameRow;
  /** For each operation, whether its frame is in the tree: another moment may not have it. */
  found: boolean[];
  /** Stacks that inverting left without callers, because the tree would have grown too large. */
  shortened: number;
}

/** A picture cannot show as many; above it, the smallest stacks lose their callers. */
const MOST_INVERTED = 400_000;

export function applyOps(tree: FlameTree, ops: readonly FlameOp[], mostInverted = MOST_INVERTED): AppliedOps {
  const state: AppliedOps = { index: indexFlame(tree), focus: 0, found: [], shortened: 0 };
  for (const op of ops) {
    switch (op.kind) {
      case 'focus': {
        const row = rowOfPath(state.index, op.path);
        state.found.push(row >= 0);
        if (row >= 0) state.focus = row;
        break;
      }
      case 'hide': {
        const path = pathOf(state.index.tree, state.focus);
        const hidden = hideFrame(state.index, op.frame);
        state.found.push(hidden !== null);
        if (hidden === null) break;
        state.index = indexFlame(hidden);
        state.focus = Math.max(0, rowOfPath(state.index, path.filter((frame) => !sameFrame(frame, op.frame))));
        break;
      }
      case 'invert': {
        const { tree: inverted, shortened } = invert(state.index, state.focus, mostInverted);
        state.index = indexFlame(inverted);
        state.focus = 0;
        state.shortened += shortened;
        state.found.push(true);
        break;
      }
    }
  }
  return state;
}

/** Null where the tree has no such frame. The root is no frame. */
function hideFrame(index: FlameIndex, frame: FrameKey): FlameTree | null {
  const { tree, end } = index;
  const wanted = namesOfFrame(index, frame);
  if (wanted === null) return null;
  const grower = new FlameGrower(tree.names, frameAt(tree, 0));
  const target = new Int32Array(tree.length);
  let hidden = 0;
  for (let row = 0; row < tree.length; row++) {
    const isHidden = row > 0 && tree.name[row] === wanted.name && tree.file[row] === wanted.file;
    const up = row === 0 ? 0 : target[tree.parent[row]];
    target[row] = row === 0 || isHidden ? up : grower.child(up, frameAt(tree, row));
    if (isHidden) hidden++;
    // Everything beneath the row stays beneath its target, so the times of the whole branch are right there.
    grower.add(target[row], {
      self: tree.self[row],
      count: ownCount(tree, end, row),
      oldest: tree.oldest[row],
      newest: tree.newest[row],
    });
  }
  return hidden === 0 ? null : grower.finish();
}

/** What lies beneath a row, with its innermost frames on top. The row itself, which all share, becomes the root. */
function invert({ tree, end }: FlameIndex, focus: FlameRow, most: number): { tree: FlameTree; shortened: number } {
  const grower = new FlameGrower(tree.names, frameAt(tree, focus));
  const stacks: FlameRow[] = [];
  for (let row = focus; row < end[focus]; row++) {
    if (tree.self[row] !== 0 || ownCount(tree, end, row) > 0) stacks.push(row);
  }
  stacks.sort((a, b) => tree.self[b] - tree.self[a]);
  let shortened = 0;
  for (const stack of stacks) {
    let node = 0;
    for (let row = stack; row !== focus; row = tree.parent[row]) {
      if (row !== stack && grower.length >= most) {
        shortened++;
        break;
      }
      node = grower.child(node, frameAt(tree, row));
    }
    const count = ownCount(tree, end, stack);
    grower.add(node, { self: tree.self[stack], count, ...ownTimes(tree, end, stack, count) });
  }
  return { tree: grower.finish(), shortened };
}

function frameAt(tree: FlameTree, row: FlameRow): GrownFrame {
  return {
    kind: tree.kind[row],
    name: tree.name[row],
    file: tree.file[row],
    definitionLine: tree.definitionLine[row],
  };
}

/** Allocations of the row itself. */
export function ownCount({ count }: FlameTree, end: Int32Array, row: FlameRow): number {
  let own = count[row];
  for (let child = row + 1; child < end[row]; child = end[child]) own -= count[child];
  return own;
}

/**
 * The tree states times of whole branches. A row's own are known where it has nothing beneath it; elsewhere there are
 * some, but nobody knows which.
 */
function ownTimes(
  tree: FlameTree,
  end: Int32Array,
  row: FlameRow,
  count: number,
): { oldest: number; newest: number } {
  if (count === 0) return { oldest: NaN, newest: NaN };
  if (end[row] === row + 1) return { oldest: tree.oldest[row], newest: tree.newest[row] };
  return { oldest: -Infinity, newest: Infinity };
}

/** The operations with a focus on the row. Focusing on an ancestor of the focus widens it again. */
export function withFocus(ops: readonly FlameOp[], { index, focus }: AppliedOps, row: FlameRow): FlameOp[] {
  if (row === focus) return [...ops];
  const path = pathOf(index.tree, row);
  const lastInversion = ops.findLastIndex(({ kind }) => kind === 'invert');
  const widens = isWithin(index, focus, row);
  const kept = ops.filter(
    (op, at) => !(widens && at > lastInversion && op.kind === 'focus' && op.path.length > path.length),
  );
  const last = kept.findLast((op, at) => op.kind === 'focus' && at > lastInversion);
  const isThere = last?.kind === 'focus' && samePath(last.path, path);
  return row === 0 || isThere ? kept : [...kept, { kind: 'focus', path }];
}

/** Takes the row's frame out everywhere. */
export function withHidden(ops: readonly FlameOp[], { index }: AppliedOps, row: FlameRow): FlameOp[] {
  if (row === 0) return [...ops];
  const path = pathOf(index.tree, row);
  return [...ops, { kind: 'hide', frame: path[path.length - 1] }];
}

/** Inverting twice is as if nothing had been done. */
export function withInverted(ops: readonly FlameOp[]): FlameOp[] {
  const at = ops.findLastIndex(({ kind }) => kind === 'invert');
  return at < 0 ? [...ops, { kind: 'invert' }] : withoutOp(ops, at);
}

/** Undoes one operation. A focus that came after an inversion names a path of the inverted tree, and goes with it. */
export function withoutOp(ops: readonly FlameOp[], at: number): FlameOp[] {
  const isInversion = ops[at]?.kind === 'invert';
  return ops.filter((op, index) => index !== at && !(isInversion && index > at && op.kind === 'focus'));
}

function samePath(a: readonly FrameKey[], b: readonly FrameKey[]): boolean {
  return a.length === b.length && a.every((frame, at) => sameFrame(frame, b[at]));
}

/** The selected row after a frame was hidden or the tree was turned: null where its path is gone. */
export function rowOfSelection(index: FlameIndex, path: readonly FrameKey[] | null): FlameRow | null {
  if (path === null) return null;
  const row = rowOfPath(index, path);
  return row < 0 ? null : row;
}
