/** What makes two frames the same: kind, function and file. Numbers that a run gives out are no part of a name. */

import type { FlameTree } from '../../model/flame.ts';
import { NODE_BEFORE_CAPTURE, NODE_PROGRAM, NODE_RESERVED, NODE_REST, NODE_ROOT } from '../../model/flame.ts';
import { withoutProgramId } from '../program-names.ts';

export interface NamedFrame {
  kind: number; // NODE_…
  name: string;
  /** Null where there is none. */
  file: string | null;
}

/** There is one box of these kinds under a parent, whatever it is called: `812 smaller`, `700 smaller`. */
const NAMELESS: readonly number[] = [NODE_ROOT, NODE_BEFORE_CAPTURE, NODE_RESERVED, NODE_REST];

/** Equal for frames that are the same. */
export function frameKey({ kind, name, file }: NamedFrame): string {
  return NAMELESS.includes(kind) ? String(kind) : `${kind}\n${name}\n${file ?? ''}`;
}

/** A name as it is in every run. */
export function nameAcrossRuns(kind: number, name: string): string {
  return kind === NODE_PROGRAM ? withoutProgramId(name) : name;
}

/** `layer_stack.py: __call__`, as findings name a call site. */
export function callSiteName(name: string, file: string | null): string {
  return file === null ? name : `${file}: ${name}`;
}

/** A trace knows base names, a dump whole paths. */
export function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}

/** A row of a tree as it is compared. */
export type FrameNaming = (tree: FlameTree, row: number) => NamedFrame;

/** @param onlyBaseNames where one side has whole paths and the other has not */
export function frameNaming(onlyBaseNames: boolean): FrameNaming {
  return ({ kind, name, file, names }, row) => {
    const path = file[row] < 0 ? null : names[file[row]];
    return {
      kind: kind[row],
      name: nameAcrossRuns(kind[row], names[name[row]]),
      file: path === null || !onlyBaseNames ? path : baseName(path),
    };
  };
}
