/** Random flame trees for property tests. */

import fc from 'fast-check';
import type { FlameTree } from '../../model/flame.ts';
import { NODE_ROOT, NODE_USER } from '../../model/flame.ts';
import { FlameGrower } from '../../model/flame-grower.ts';

const NAMES = ['all', 'a.py', 'b.py', 'f', 'g', 'h', '__call__', 'dot', 'k0', 'k1', 'k2', 'k3', 'k4', 'k5'];

interface Grown {
  /** Which of the earlier nodes it hangs on. */
  parent: number;
  name: number;
  file: number;
  self: number;
  count: number;
  start: number;
}

const node: fc.Arbitrary<Grown> = fc.record({
  parent: fc.nat(),
  name: fc.integer({ min: 3, max: NAMES.length - 1 }),
  file: fc.integer({ min: -1, max: 2 }).map((file) => (file === 0 ? -1 : file)),
  self: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(40) }, fc.nat(2 ** 40)),
  count: fc.nat(3),
  start: fc.nat(1000),
});

/** Trees with a few dozen nodes, many of them tiny beside the others. */
export const flameTrees: fc.Arbitrary<FlameTree> = fc.array(node, { maxLength: 60 }).map((nodes) => {
  const grower = new FlameGrower([...NAMES], { kind: NODE_ROOT, name: 0, file: -1, definitionLine: 0 });
  for (const { parent, name, file, self, count, start } of nodes) {
    const at = grower.child(parent % grower.length, { kind: NODE_USER, name, file, definitionLine: 0 });
    const time = count > 0 ? start : NaN;
    grower.add(at, { self, count, oldest: time, newest: time });
  }
  return grower.finish();
});
