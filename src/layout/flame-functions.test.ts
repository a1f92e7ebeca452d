import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { functionsOf, sortFunctions } from './flame-functions.ts';
import { indexFlame } from './flame-index.ts';
import { flameTrees } from './testing/flame-arbitrary.ts';
import { flameFromText } from './testing/flame-text.ts';

const TREE = flameFromText(`
  alive
    a.py: f 1
      b.py: g
        a.py: f 4
    b.py: g 3
`);

describe('functions', () => {
  test('hold their own bytes wherever they are, and a recursion counts once in the total', () => {
    const functions = functionsOf(indexFlame(TREE), 0);
    const rows = functions.map(({ text, self, total, count, largest }) => [text, self, total, count, largest]);
    expect(rows).toEqual([
      ['a.py: f', 5, 5, 2, 1],
      ['b.py: g', 3, 7, 2, 2],
    ]);
  });

  test('beneath a row are counted with it', () => {
    const rows = functionsOf(indexFlame(TREE), 2).map(({ text, total }) => [text, total]);
    expect(rows).toEqual([
      ['b.py: g', 4],
      ['a.py: f', 4],
    ]);
  });

  test('have own bytes that add up to the tree, and totals that no function exceeds', () => {
    fc.assert(
      fc.property(flameTrees, (tree) => {
        const functions = functionsOf(indexFlame(tree), 0);
        expect(functions.reduce((sum, { self }) => sum + self, tree.self[0])).toBe(tree.total[0]);
        for (const { self, total, largest } of functions) {
          expect(total).toBeGreaterThanOrEqual(self);
          expect(total).toBeLessThanOrEqual(tree.total[0]);
          expect(tree.total[largest]).toBeLessThanOrEqual(total);
        }
      }),
    );
  });

  test('are sorted by any column, in both directions', () => {
    const functions = functionsOf(indexFlame(TREE), 0);
    const names = (order: 'self' | 'total' | 'count' | 'name', ascending: boolean): string[] =>
      sortFunctions(functions, order, ascending).map(({ text }) => text);
    expect(names('self', false)).toEqual(['a.py: f', 'b.py: g']);
    expect(names('total', false)).toEqual(['b.py: g', 'a.py: f']);
    expect(names('count', true)).toEqual(['a.py: f', 'b.py: g']);
    expect(names('name', false)).toEqual(['b.py: g', 'a.py: f']);
  });
});
