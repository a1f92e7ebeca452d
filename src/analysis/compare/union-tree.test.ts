import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flameTrees } from '../../layout/testing/flame-arbitrary.ts';
import type { DeltaTree } from '../../model/comparison.ts';
import { PRESENT_BASELINE, PRESENT_CANDIDATE } from '../../model/comparison.ts';
import {
  NODE_BEFORE_CAPTURE,
  NODE_PROGRAM,
  NODE_REST,
  NODE_SIZE,
  NODE_USER,
  type FlameTree,
} from '../../model/flame.ts';
import { FlameTreeBuilder } from '../flame/tree-builder.ts';
import { frameNaming } from './frame-key.ts';
import { deltaRows } from './delta-rows.ts';
import { deltaText } from './testing/delta-text.ts';
import { unionTree } from './union-tree.ts';

const EXACT = frameNaming(false);

type Box = [kind: number, name: string, file: string | null, self: number, ...children: Box[]];

function treeOf(root: string, ...boxes: Box[]): FlameTree {
  const builder = new FlameTreeBuilder(root);
  const add = (parent: number, [kind, name, file, self, ...children]: Box): void => {
    const node = builder.child(parent, kind, name, file);
    builder.addAmount(node, self, 1, NaN, NaN);
    for (const child of children) add(node, child);
  };
  for (const box of boxes) add(0, box);
  return builder.finish();
}

test('rises and falls go up from the nodes that have them', () => {
  const baseline = treeOf('all', [NODE_USER, 'f', 'a.py', 7, [NODE_USER, 'g', 'a.py', 3]]);
  const candidate = treeOf('all', [NODE_USER, 'f', 'a.py', 7, [NODE_USER, 'h', 'a.py', 5]]);
  const union = unionTree(baseline, candidate, EXACT);
  expect(deltaText(union)).toEqual([
    'all 10 → 12 +5 −3',
    '  a.py: f 10 → 12 +5 −3',
    '    a.py: h 0 → 5 +5 −0',
    '    a.py: g 3 → 0 +0 −3',
  ]);
  expect([...union.presence]).toEqual([
    PRESENT_BASELINE | PRESENT_CANDIDATE,
    PRESENT_BASELINE | PRESENT_CANDIDATE,
    PRESENT_CANDIDATE,
    PRESENT_BASELINE,
  ]);
});

describe('frames are the same', () => {
  const boxes = (before: Box, after: Box, naming = EXACT): number =>
    unionTree(treeOf('all', before), treeOf('all', after), naming).length - 1;

  test.each<[string, Box, Box, number]>([
    ['where kind, function and file are', [NODE_USER, 'f', 'a.py', 1], [NODE_USER, 'f', 'a.py', 2], 1],
    ['not in another file', [NODE_USER, 'f', 'a.py', 1], [NODE_USER, 'f', 'b.py', 2], 2],
    ['not of another kind', [NODE_USER, 'f', null, 1], [NODE_PROGRAM, 'f', null, 2], 2],
    ['whatever id a program got', [NODE_PROGRAM, 'jit_f(4)', null, 1], [NODE_PROGRAM, 'jit_f(17)', null, 2], 1],
    ['not of another exact size', [NODE_SIZE, '256 bytes', null, 256], [NODE_SIZE, '512 bytes', null, 512], 2],
    ['where both are what was merged', [NODE_REST, '812 smaller', null, 1], [NODE_REST, '7 smaller', null, 2], 1],
    ['where both are from before the capture', [NODE_BEFORE_CAPTURE, 'a', null, 1], [NODE_BEFORE_CAPTURE, 'b', null, 2], 1],
  ])('%s', (_, before, after, expected) => {
    expect(boxes(before, after)).toBe(expected);
  });

  test('in whatever folder, where one side knows base names only', () => {
    const before: Box = [NODE_USER, 'f', 'a.py', 1];
    const after: Box = [NODE_USER, 'f', '/home/me/a.py', 1];
    expect([boxes(before, after), boxes(before, after, frameNaming(true))]).toEqual([2, 1]);
  });
});

describe('any two trees', () => {
  test('candidate − baseline is rise − fall at every node, and nothing is lost', () => {
    fc.assert(
      fc.property(flameTrees, flameTrees, (baseline, candidate) => {
        const union = unionTree(baseline, candidate, EXACT);
        expect([union.baseline[0], union.candidate[0]]).toEqual([baseline.total[0], candidate.total[0]]);
        for (let row = 0; row < union.length; row++) {
          expect(union.candidate[row] - union.baseline[row]).toBe(union.rise[row] - union.fall[row]);
          if (row > 0) expect(union.parent[row]).toBeLessThan(row);
        }
      }),
    );
  });

  test('a tree against itself is zero everywhere', () => {
    fc.assert(
      fc.property(flameTrees, (tree) => {
        const { rise, fall, length } = unionTree(tree, tree, EXACT);
        expect(length).toBe(tree.length);
        expect([...rise, ...fall].every((bytes) => bytes === 0)).toBe(true);
      }),
    );
  });

  test('swapping the sides turns every sign and moves no box', () => {
    fc.assert(
      fc.property(flameTrees, flameTrees, (a, b) => {
        expect(deltaText(swapped(unionTree(b, a, EXACT)))).toEqual(deltaText(unionTree(a, b, EXACT)));
      }),
    );
  });

  test('children follow their parent, the widest first', () => {
    fc.assert(
      fc.property(flameTrees, flameTrees, (a, b) => {
        const { parent, rise, fall, length } = unionTree(a, b, EXACT);
        const lastChild = new Map<number, number>();
        for (let row = 1; row < length; row++) {
          const before = lastChild.get(parent[row]);
          if (before !== undefined) expect(rise[before] + fall[before]).toBeGreaterThanOrEqual(rise[row] + fall[row]);
          lastChild.set(parent[row], row);
        }
      }),
    );
  });

  test('rows add up to the whole, by stack and by what lies under the root', () => {
    fc.assert(
      fc.property(flameTrees, flameTrees, fc.constantFrom('stack', 'call-site'), (a, b, grouping) => {
        const rows = deltaRows(grouping, a, b, EXACT);
        const delta = rows.reduce((sum, row) => sum + row.delta, 0);
        expect(delta).toBe(b.total[0] - a.total[0]);
        const count = rows.reduce((sum, row) => sum + (row.candidate?.count ?? 0), 0);
        expect(count).toBe(b.count[0]);
        const sizes = rows.map((row) => Math.abs(row.delta));
        expect(sizes).toEqual(sizes.toSorted((x, y) => y - x));
      }),
    );
  });
});

function swapped(tree: DeltaTree): DeltaTree {
  return { ...tree, baseline: tree.candidate, candidate: tree.baseline, rise: tree.fall, fall: tree.rise };
}
