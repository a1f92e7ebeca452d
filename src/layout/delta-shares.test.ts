import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameNaming } from '../analysis/compare/frame-key.ts';
import { unionTree } from '../analysis/compare/union-tree.ts';
import type { FlameTree } from '../model/flame.ts';
import { shareDelta, sharesOfTotal } from './delta-shares.ts';
import { flameTrees } from './testing/flame-arbitrary.ts';

const NAMING = frameNaming(false);

const scaled = (tree: FlameTree, by: number): FlameTree => ({
  ...tree,
  self: tree.self.map((bytes) => bytes * by),
  total: tree.total.map((bytes) => bytes * by),
});

test('a side that is twice the other everywhere differs nowhere', () => {
  fc.assert(
    fc.property(flameTrees, (tree) => {
      const { rise, fall } = sharesOfTotal(unionTree(tree, scaled(tree, 2), NAMING));
      expect([...rise, ...fall].every((share) => share === 0)).toBe(true);
    }),
  );
});

test('rise − fall is the difference of the shares at every node, and the roots are whole', () => {
  fc.assert(
    fc.property(flameTrees, flameTrees, (a, b) => {
      const shares = sharesOfTotal(unionTree(a, b, NAMING));
      expect(shares.baseline[0]).toBe(a.total[0] === 0 ? 0 : 1);
      for (let row = 0; row < shares.length; row++) {
        const change = shares.candidate[row] - shares.baseline[row];
        expect(shares.rise[row] - shares.fall[row]).toBeCloseTo(change, 10);
        if (row > 0) expect(shares.parent[row]).toBeLessThan(row);
      }
    }),
  );
});

test('a row has a share of each side', () => {
  const row = { name: 'f', file: null, kind: 1, baseline: null, candidate: { bytes: 25, count: 1 }, delta: 25 };
  expect(shareDelta(row, { baseline: 50, candidate: 100 })).toBe(0.25);
  expect(shareDelta(row, { baseline: 0, candidate: 0 })).toBe(0);
});
