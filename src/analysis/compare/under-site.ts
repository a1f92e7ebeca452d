/** What lies under one call site at the peak: all of it, the copies in it, and what each program made. */

import type { FlameTree } from '../../model/flame.ts';
import { NODE_PROGRAM, NODE_REST, NODE_USER } from '../../model/flame.ts';
import type { Bytes } from '../../model/units.ts';
import { isCopyingCall } from '../one-operation.ts';
import { callSiteName, type FrameNaming } from './frame-key.ts';

export interface UnderSite {
  all: Bytes;
  copies: Bytes;
  /** By the program's frame: `jit_scan`. */
  programs: Map<string, Bytes>;
  /** Merged boxes under the site, and in the whole tree: nobody knows what is in them. */
  merged: Bytes;
  mergedAnywhere: Bytes;
}

/** @param site `file: function`, as findings name it */
export function underSite(tree: FlameTree, site: string, naming: FrameNaming): UnderSite {
  const found: UnderSite = { all: 0, copies: 0, programs: new Map(), merged: 0, mergedAnywhere: 0 };
  const isUnder = new Uint8Array(tree.length);
  /** Row of the innermost program; -1 for none. */
  const program = new Int32Array(tree.length).fill(-1);
  for (let row = 0; row < tree.length; row++) {
    const kind = tree.kind[row];
    const parent = tree.parent[row];
    if (parent >= 0) {
      isUnder[row] = isUnder[parent];
      program[row] = program[parent];
    }
    if (kind === NODE_PROGRAM) program[row] = row;
    if (kind === NODE_USER && isUnder[row] === 0) {
      const { name, file } = naming(tree, row);
      if (callSiteName(name, file) === site) isUnder[row] = 1;
    }
    const bytes = tree.self[row];
    if (kind === NODE_REST) found.mergedAnywhere += bytes;
    if (isUnder[row] === 0) continue;
    found.all += bytes;
    if (kind === NODE_REST) found.merged += bytes;
    if (program[row] < 0) continue;
    const { name } = naming(tree, program[row]);
    found.programs.set(name, (found.programs.get(name) ?? 0) + bytes);
    if (isCopyingCall(name)) found.copies += bytes;
  }
  return found;
}
