/** The call tree of a snapshot as a flame tree, which is drawn, compared and shared like that of a trace. */

import type { FlameTree } from './flame.ts';
import { NODE_JAX, NODE_REST, NODE_ROOT as FLAME_ROOT, NODE_UNKNOWN, NODE_USER } from './flame.ts';
import type { GrownFrame } from './flame-grower.ts';
import { FlameGrower } from './flame-grower.ts';
import { formatCount } from './format.ts';
import type { CallTree, SampleTypeIndex, SummaryFunctions } from './snapshot.ts';
import { NODE_NO_FRAME, NODE_SMALLER } from './snapshot.ts';

/** NODE_… for each FrameOrigin: the user's own files, other packages, JAX, Python's library. */
const KIND_OF_ORIGIN = [NODE_USER, NODE_USER, NODE_JAX, NODE_JAX] as const;

export interface CallTreeShown {
  calls: CallTree;
  functions: SummaryFunctions;
  /** Of the snapshot; the columns of `calls` hold one number for each. */
  sampleTypes: number;
  shown: SampleTypeIndex;
  /** Name of the box for stacks without any frame of the tree. */
  noFrame: string;
}

/** The counts of the tree are samples. Values below 0, which a difference of two dumps has, stay as they are. */
export function flameOfCalls({ calls, functions, sampleTypes, shown, noFrame }: CallTreeShown): FlameTree {
  const names = new Names();
  const grower = new FlameGrower(names.texts, { ...NO_FILE, kind: FLAME_ROOT, name: names.of('all samples') });
  const node = new Int32Array(calls.length);
  const samples = ownSamples(calls);
  for (let row = 0; row < calls.length; row++) {
    if (row > 0) node[row] = grower.child(node[calls.parent[row]], frameOf(calls, row, functions, names, noFrame));
    grower.addAmount(node[row], calls.self[row * sampleTypes + shown], samples[row], NaN, NaN);
  }
  return grower.finish();
}

const NO_FILE = { file: -1, definitionLine: 0 };

function frameOf(
  calls: CallTree,
  row: number,
  functions: SummaryFunctions,
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
