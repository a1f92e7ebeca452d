import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexFlame } from './flame-index.ts';
import { matchFrames, matchTotals, parseSearch } from './frame-search.ts';
import { icicleBoxes } from './icicle-boxes.ts';
import { matchesIn, nextMatch } from './icicle-walk.ts';
import { flameTrees } from './testing/flame-arbitrary.ts';
import { flameFromText } from './testing/flame-text.ts';

const TREE = flameFromText(`
  alive
    a.py: Layer
      b.py: operator()
        a.py: Layer 4
      c.py: layer 2
    /opt/lib/d.py: other 3
    d 1
`);

function found(typed: string): string[] {
  const index = indexFlame(TREE);
  const matches = matchFrames(index, parseSearch(typed));
  return Array.from(matches?.matched ?? [], (is, row) => (is === 1 ? TREE.names[TREE.name[row]] : '')).filter(Boolean);
}

describe('a search', () => {
  test.each([
    ['layer', ['Layer', 'Layer', 'layer']],
    ['  layer ', ['Layer', 'Layer', 'layer']],
    ['operator()', ['operator()']],
    ['a.py: lay', ['Layer', 'Layer']],
    ['/Layer/', ['Layer', 'Layer']],
    ['/^a.*layer/i', ['Layer', 'Layer']],
    ['d.py', ['other']],
    ['/opt/lib', ['other']],
    ['alive', []],
    ['/[/]d/', ['other']],
  ])('for %s finds what it says', (typed, names) => {
    expect(found(typed)).toEqual(names);
  });

  test('for nothing is none, and a bad pattern is a sentence', () => {
    expect(parseSearch('  ')).toEqual({ kind: 'none' });
    const fault = parseSearch('/(/');
    expect(fault).toMatchObject({ kind: 'fault' });
    expect(fault.kind === 'fault' && fault.message).toMatch(/^This is no regular expression: .+/);
    expect(matchFrames(indexFlame(TREE), fault)).toBeNull();
  });

  test('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string().map((text) => `/${text}/i`)), (typed) => {
        const search = parseSearch(typed);
        if (search.kind === 'search') expect(typeof search.matches('a.py: f')).toBe('boolean');
      }),
    );
  });
});

describe('what matches', () => {
  test('counts a match within a match once', () => {
    const index = indexFlame(TREE);
    const matches = matchFrames(index, parseSearch('layer'));
    expect(matches && matchTotals(index, matches, 0)).toEqual({ nodes: 3, bytes: 6 });
    expect(matches && matchTotals(index, matches, 2)).toEqual({ nodes: 1, bytes: 4 });
  });

  test('holds what all stacks with a match hold', () => {
    fc.assert(
      fc.property(flameTrees, (tree) => {
        const index = indexFlame(tree);
        const matches = matchFrames(index, parseSearch('/f|k/'));
        if (matches === null) throw new Error('nothing was searched');
        let bytes = 0;
        for (let row = 0; row < tree.length; row++) {
          let isIn = false;
          for (let at = row; at > 0; at = tree.parent[at]) isIn ||= matches.matched[at] === 1;
          if (isIn) bytes += tree.self[row];
        }
        expect(matchTotals(index, matches, 0).bytes).toBe(bytes);
      }),
    );
  });

  test('is walked through in the order of the tree, round and round, in merged boxes too', () => {
    const index = indexFlame(TREE);
    const boxes = icicleBoxes(index, 0, 20);
    const matches = matchFrames(index, parseSearch('/^(a.py|d)/'));
    if (matches === null) throw new Error('nothing was searched');
    const next = (box: number, step: 1 | -1): number => nextMatch(index, boxes, matches, box, step);
    const walk: number[] = [];
    for (let box = next(0, 1); walk.length < 4; box = next(box, 1)) walk.push(boxes.row[box]);
    expect(walk).toEqual([1, 3, 5, 6]);
    expect(next(0, -1)).toBe(next(next(0, 1), -1));
    const narrow = icicleBoxes(index, 0, 8);
    const found = (box: number): number => matchesIn(index, narrow, matches, box);
    const inBoxes = Array.from(narrow.row, (row, box) => [row, narrow.merged[box], found(box)]);
    expect(inBoxes).toEqual([
      [0, 0, 0],
      [1, 0, 1],
      [5, 0, 1],
      [6, 1, 1],
      [2, 0, 0],
      [4, 1, 0],
      [3, 0, 1],
    ]);
    const none = matchFrames(index, parseSearch('nowhere'));
    expect(none && nextMatch(index, boxes, none, 0, 1)).toBe(-1);
  });
});
