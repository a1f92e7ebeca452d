/** The call tree of a snapshot as a flame tree, so that one view draws traces and dumps. */

import type { FlameTree } from '../model/flame.ts';
import { NODE_JAX, NODE_REST, NODE_ROOT as FLAME_ROOT, NODE_UNKNOWN, NODE_USER } from '../model/flame.ts';
import { formatCount } from '../model/format.ts';
import type { CallTree, SampleTypeIndex, SnapshotSummary } from '../model/snapshot.ts';
import { NODE_NO_FRAME, NODE_SMALLER } from '../model/snapshot.ts';
import type { GrownFrame } from '../model/flame-grower.ts';
import { FlameGrower } from '../model/flame-grower.ts';

/** NODE_… for each FrameOrigin: the user's own files, other packages, JAX, Python's library. */
const KIND_OF_ORIGIN = [NODE_USER, NODE_USER, NODE_JAX, NODE_JAX] as const;

export interface SnapshotFlame {
  tree: FlameTree;
  /** What the widths leave out: values below 0, which only a difference of two dumps has. Their sum, 0 or less. */
  negative: number;
}

type CallTrees = Pick<SnapshotSummary, 'userTree' | 'fullTree' | 'functions' | 'sampleTypes'>;

/** `frames: 'user'` folds everything that is not user code. The counts of the tree are samples. */
export function flameOfSnapshot(
  { userTree, fullTree, functions, sampleTypes }: CallTrees,
  frames: 'user' | 'all',
  type: SampleTypeIndex,
): SnapshotFlame {
  const calls = frames === 'user' ? userTree : fullTree;
  const noFrame = frames === 'user' ? '(no user code)' : '(no call stack)';
  const names = new Names();
  const grower = new FlameGrower(names.texts, { ...NO_FILE, kind: FLAME_ROOT, name: names.of('all samples') });
  const node = new Int32Array(calls.length);
  const samples = ownSamples(calls);
  let negative = 0;
  for (let row = 0; row < calls.length; row++) {
    if (row > 0) node[row] = grower.child(node[calls.parent[row]], frameOf(calls, row, functions, names, noFrame));
    const value = calls.self[row * sampleTypes.length + type];
    if (value < 0) negative += value;
    grower.add(node[row], { self: Math.max(0, value), count: samples[row], oldest: NaN, newest: NaN });
  }
  return { tree: grower.finish(), negative };
}

const NO_FILE = { file: -1, definitionLine: 0 };

function frameOf(
  calls: CallTree,
  row: number,
  functions: SnapshotSummary['functions'],
  names: Names,
  noFrame: string,
): GrownFrame {
  const index = calls.function[row];
  if (index === NODE_SMALLER) {
    return { ...NO_FILE, kind: NODE_REST, name: names.of(`${formatCount(calls.merged[row])} smaller`) };
  }
  if (index === NODE_NO_FRAME) return { ...NO_FILE, kind: NODE_UNKNOWN, name: names.of(noFrame) };
  const file = functions.file[index];
  return {
    kind: KIND_OF_ORIGIN[functions.origin[index]] ?? NODE_USER,
    name: names.of(functions.name[index]),
    file: file === '' ? -1 : names.of(file),
    // A dump's tree has the line of a call, not of the definition.
    definitionLine: 0,
  };
}

function ownSamples({ length, parent, samples }: CallTree): Int32Array {
  const own = Int32Array.from(samples);
  for (let row = 1; row < length; row++) own[parent[row]] -= samples[row];
  return own;
}

class Names {
  readonly texts: string[] = [];
  private readonly index = new Map<string, number>();

  of(text: string): number {
    let index = this.index.get(text);
    if (index === undefined) {
      index = this.texts.push(text) - 1;
      this.index.set(text, index);
    }
    return index;
  }
}
