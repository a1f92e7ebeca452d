/** The call tree of a snapshot as one to draw: nothing in it is narrower than nothing. */

import type { FlameTree } from '../model/flame.ts';
import { flameOfCalls } from '../model/flame-of-calls.ts';
import type { SampleTypeIndex, SnapshotSummary } from '../model/snapshot.ts';

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
  const stated = frames === 'user' ? userTree : fullTree;
  const types = sampleTypes.length;
  const self = stated.self.slice();
  let negative = 0;
  for (let at = type; at < self.length; at += types) {
    if (self[at] >= 0) continue;
    negative += self[at];
    self[at] = 0;
  }
  const noFrame = frames === 'user' ? '(no user code)' : '(no call stack)';
  const calls = negative < 0 ? { ...stated, self } : stated;
  return { tree: flameOfCalls({ calls, functions, sampleTypes: types, shown: type, noFrame }), negative };
}
