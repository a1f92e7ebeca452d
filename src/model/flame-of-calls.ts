/** The call tree of a snapshot as a flame tree, which is drawn, compared and shared like that of a trace. */

import type { FlameTree } from './flame.ts';
import { NODE_JAX, NODE_REST, NODE_ROOT as FLAME_ROOT, NODE_UNKNOWN, NODE_USER } from './flame.ts';
import { flameOfNodes } from './flame-of-nodes.ts';
import { formatCount } from './format.ts';
import type { CallTree, SampleTypeIndex, SummaryFunctions } from './snapshot.ts';
import { NODE_SMALLER } from './snapshot.ts';

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

/**
 * The counts of the tree are samples. Values below 0, which a difference of two dumps has, stay as they are. A call tree
 * has one node for a function below another, so each becomes one node of the flame.
 */
export function flameOfCalls({ calls, functions, sampleTypes, shown, noFrame }: CallTreeShown): FlameTree {
  const { length, parent } = calls;
  const names = new Names();
  /** By function, as they are met: names that no node has would go into links. */
  const nameOf = new Int32Array(functions.name.length).fill(NOT_MET);
  const fileOf = new Int32Array(functions.name.length);
  const kind = new Uint8Array(length);
  const name = new Int32Array(length);
  const file = new Int32Array(length);
  const self = new Float64Array(length);
  const count = Float64Array.from(calls.samples);
  for (let row = 0; row < length; row++) {
    const index = calls.function[row];
    self[row] = calls.self[row * sampleTypes + shown];
    if (row > 0) count[parent[row]] -= calls.samples[row];
    if (index >= 0) {
      if (nameOf[index] === NOT_MET) {
        nameOf[index] = names.of(functions.name[index]);
        fileOf[index] = functions.file[index] === '' ? -1 : names.of(functions.file[index]);
      }
      kind[row] = KIND_OF_ORIGIN[functions.origin[index]] ?? NODE_USER;
      name[row] = nameOf[index];
      file[row] = fileOf[index];
      continue;
    }
    file[row] = -1;
    kind[row] = index === NODE_SMALLER ? NODE_REST : NODE_UNKNOWN;
    name[row] = names.of(index === NODE_SMALLER ? `${formatCount(calls.merged[row])} smaller` : noFrame);
  }
  kind[0] = FLAME_ROOT;
  name[0] = names.of('all samples');
  return flameOfNodes({
    length,
    parent,
    kind,
    name,
    file,
    self,
    count,
    names: names.texts,
    // A dump's tree has the line of a call, not of the definition, and nothing in it has a time.
    definitionLine: new Int32Array(length),
    oldest: new Float64Array(length).fill(NaN),
    newest: new Float64Array(length).fill(NaN),
  });
}

const NOT_MET = -2;

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
