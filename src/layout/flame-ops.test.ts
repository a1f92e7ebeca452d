import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FlameTree } from '../model/flame.ts';
import type { FlameOp, FrameKey } from '../model/view-state.ts';
import { frameKeyOf, frameText, indexFlame, pathOf, rowOfPath } from './flame-index.ts';
import { applyOps, ownCount, rowOfSelection, withFocus, withHidden, withInverted, withoutOp } from './flame-ops.ts';
import { flameTrees } from './testing/flame-arbitrary.ts';
import { flameFromText, flameText } from './testing/flame-text.ts';

const TREE = flameFromText(
  `
  alive
    main.py: main
      f.py: f
        jit.py: jit
          a 4
          b 1
      jit.py: jit
        a 3
      g.py: g 2
    old 2
`,
  { starts: { a: 10, b: 20, 'g.py: g': 30 } },
);

const key = (text: string): FrameKey => {
  const [name, file] = text.split(': ').reverse();
  return { name, file: file ?? null };
};
const focus = (...path: string[]): FlameOp => ({ kind: 'focus', path: path.map(key) });
const hide = (frame: string): FlameOp => ({ kind: 'hide', frame: key(frame) });
const INVERT: FlameOp = { kind: 'invert' };

/** Stacks with bytes or allocations, outermost first, and what they hold: the same whatever the shape of the tree. */
function stacksOf(tree: FlameTree): Map<string, { path: string[]; bytes: number; count: number }> {
  const { end } = indexFlame(tree);
  const stacks = new Map<string, { path: string[]; bytes: number; count: number }>();
  for (let row = 0; row < tree.length; row++) {
    const count = ownCount(tree, end, row);
    if (tree.self[row] === 0 && count === 0) continue;
    add(stacks, pathOf(tree, row).map(frameText), tree.self[row], count);
  }
  return stacks;
}

function add(stacks: ReturnType<typeof stacksOf>, path: string[], bytes: number, count: number): void {
  const known = stacks.get(path.join(' < ')) ?? { path, bytes: 0, count: 0 };
  stacks.set(path.join(' < '), { path, bytes: known.bytes + bytes, count: known.count + count });
}

function mapped(tree: FlameTree, change: (path: string[]) => string[]): ReturnType<typeof stacksOf> {
  const stacks: ReturnType<typeof stacksOf> = new Map();
  for (const { path, bytes, count } of stacksOf(tree).values()) add(stacks, change(path), bytes, count);
  return stacks;
}

describe('hiding', () => {
  test('takes a frame out everywhere, gives its bytes to its callers, and joins what is then equal', () => {
    const { index, found } = applyOps(TREE, [hide('jit.py: jit')]);
    expect(flameText(index.tree)).toEqual([
      'alive 12',
      '  main.py: main 10',
      '    f.py: f 5',
      '      a 4',
      '      b 1',
      '    a 3',
      '    g.py: g 2',
      '  old 2',
    ]);
    expect(found).toEqual([true]);
    expect(flameText(applyOps(TREE, [hide('f.py: f')]).index.tree)).toEqual([
      'alive 12',
      '  main.py: main 10',
      '    jit.py: jit 8',
      '      a 7',
      '      b 1',
      '    g.py: g 2',
      '  old 2',
    ]);
  });

  test('of a frame that is not there changes nothing and says so; the root is no frame', () => {
    for (const op of [hide('nowhere'), hide('other.py: jit'), hide('alive')]) {
      const { index, found } = applyOps(TREE, [op]);
      expect([flameText(index.tree), found]).toEqual([flameText(TREE), [false]]);
    }
  });

  test('keeps bytes, allocations and times of any tree', () => {
    fc.assert(
      fc.property(flameTrees, fc.nat(), (tree, pick) => {
        const frame = frameKeyOf(tree, pick % tree.length);
        const { index } = applyOps(tree, [{ kind: 'hide', frame }]);
        const without = (path: string[]): string[] => path.filter((text) => text !== frameText(frame));
        expect(stacksOf(index.tree)).toEqual(mapped(tree, without));
        expect([index.tree.oldest[0], index.tree.newest[0]]).toEqual([tree.oldest[0], tree.newest[0]]);
      }),
    );
  });
});

describe('inverting', () => {
  test('puts the innermost frames on top, the greatest first, their callers below', () => {
    const { tree } = applyOps(TREE, [INVERT]).index;
    expect(flameText(tree)).toEqual([
      'alive 12',
      '  a 7',
      '    jit.py: jit 7',
      '      f.py: f 4',
      '        main.py: main 4',
      '      main.py: main 3',
      '  g.py: g 2',
      '    main.py: main 2',
      '  old 2',
      '  b 1',
      '    jit.py: jit 1',
      '      f.py: f 1',
      '        main.py: main 1',
    ]);
    expect([tree.oldest[1], tree.newest[1], tree.count[1]]).toEqual([10, 10, 2]);
  });

  test('of a focus turns what lies beneath it, with the focus as the root', () => {
    const applied = applyOps(TREE, [focus('main.py: main', 'f.py: f'), INVERT]);
    expect(flameText(applied.index.tree)).toEqual([
      'f.py: f 5',
      '  a 4',
      '    jit.py: jit 4',
      '  b 1',
      '    jit.py: jit 1',
    ]);
    expect(applied.focus).toBe(0);
  });

  test('twice gives the tree back', () => {
    fc.assert(
      fc.property(flameTrees, (tree) => {
        const twice = applyOps(tree, [INVERT, INVERT]).index.tree;
        expect(stacksOf(twice)).toEqual(stacksOf(tree));
        const once = applyOps(tree, [INVERT]).index.tree;
        expect(stacksOf(once)).toEqual(mapped(tree, (path) => path.toReversed()));
        expect(once.total[0]).toBe(tree.total[0]);
      }),
    );
  });

  test('does not tell a time that is only known of a whole branch', () => {
    const tree = flameFromText('alive\n  f 5\n    g 3', { starts: { f: 1, g: 2 } });
    const inverted = applyOps(tree, [INVERT]).index.tree;
    expect(flameText(inverted)).toEqual(['alive 8', '  f 5', '  g 3', '    f 3']);
    expect(Array.from(inverted.oldest)).toEqual([NaN, NaN, 2, 2]);
  });

  test('of more stacks than can be shown leaves the smallest without callers, and says how many', () => {
    const { index, shortened } = applyOps(TREE, [INVERT], 6);
    expect(shortened).toBeGreaterThan(0);
    expect(index.tree.total[0]).toBe(12);
    expect(flameText(index.tree)).toContain('        main.py: main 4');
  });
});

describe('focusing', () => {
  const applied = (ops: FlameOp[]): [text: string, found: boolean[]] => {
    const { index, focus: row, found } = applyOps(TREE, ops);
    return [flameText(index.tree)[row].trim(), found];
  };

  test('finds its row by names, and says where the tree has no such path', () => {
    expect(applied([focus('main.py: main', 'f.py: f')])).toEqual(['f.py: f 5', [true]]);
    expect(applied([focus('main.py: main', 'a')])).toEqual(['alive 12', [false]]);
  });

  test('outlasts that one of its callers, or the focus itself, is hidden', () => {
    expect(applied([focus('main.py: main', 'f.py: f'), hide('main.py: main')])).toEqual(['f.py: f 5', [true, true]]);
    expect(applied([focus('main.py: main', 'f.py: f'), hide('f.py: f')])).toEqual(['main.py: main 10', [true, true]]);
  });

  test('narrows, widens again by an ancestor, and ends at the root', () => {
    const at = (ops: FlameOp[], ...path: string[]): FlameOp[] => {
      const state = applyOps(TREE, ops);
      return withFocus(ops, state, rowOfPath(state.index, path.map(key)));
    };
    const narrow = at(at([], 'main.py: main'), 'main.py: main', 'f.py: f', 'jit.py: jit');
    expect(narrow).toEqual([focus('main.py: main'), focus('main.py: main', 'f.py: f', 'jit.py: jit')]);
    expect(at(narrow, 'main.py: main', 'f.py: f', 'jit.py: jit')).toEqual(narrow);
    expect(at(narrow, 'main.py: main')).toEqual([focus('main.py: main')]);
    expect(at(narrow, 'main.py: main', 'f.py: f')).toEqual([focus('main.py: main'), focus('main.py: main', 'f.py: f')]);
    expect(at([...narrow, hide('a')])).toEqual([hide('a')]);
    const turned: FlameOp[] = [...narrow, INVERT];
    expect(at(turned, 'a')).toEqual([...turned, focus('a')]);
    expect(at([...turned, focus('a')])).toEqual(turned);
  });
});

describe('undoing', () => {
  test('takes back one thing, and with an inversion the focus that rested on it', () => {
    const ops = [focus('main.py: main'), INVERT, focus('a'), hide('b')];
    expect(withoutOp(ops, 0)).toEqual([INVERT, focus('a'), hide('b')]);
    expect(withoutOp(ops, 1)).toEqual([focus('main.py: main'), hide('b')]);
    expect(withInverted(ops)).toEqual(withoutOp(ops, 1));
    expect(withInverted([hide('b')])).toEqual([hide('b'), INVERT]);
  });

  test('what is hidden is named by its frame, and the root cannot be', () => {
    const state = applyOps(TREE, []);
    expect(withHidden([], state, 2)).toEqual([hide('f.py: f')]);
    expect(withHidden([], state, 0)).toEqual([]);
  });
});

test('a selection is kept by names, and is gone where its path is', () => {
  const path = ['main.py: main', 'f.py: f'].map(key);
  expect(rowOfSelection(indexFlame(TREE), path)).toBe(2);
  expect(rowOfSelection(applyOps(TREE, [hide('f.py: f')]).index, path)).toBeNull();
  expect(rowOfSelection(indexFlame(TREE), null)).toBeNull();
});
