import { describe, expect, test } from 'vitest';
import { indexFlame } from '../../layout/flame-index.ts';
import { amountsOf } from '../../layout/icicle-labels.ts';
import { flameFromText } from '../../layout/testing/flame-text.ts';
import { BYTES } from '../../model/amounts.ts';
import type { FlameAnswer, FlameWhat } from '../../model/flame.ts';
import { NODE_BEFORE_CAPTURE, NODE_PROGRAM, NODE_UNKNOWN } from '../../model/flame.ts';
import type { BoxWords } from './sentences.ts';
import { describeMerged, describeRow, emptyText, explainKind, opText, rootText, stackText } from './sentences.ts';

const TREE = flameFromText(
  `
  alive
    before the capture 3221225472
    train.py: step
      jit_dot 1073741824
      (no call stack) 512
`,
  {
    kinds: {
      'before the capture': NODE_BEFORE_CAPTURE,
      'jit_dot': NODE_PROGRAM,
      '(no call stack)': NODE_UNKNOWN,
    },
  },
);
const INDEX = indexFlame(TREE);
const WORDS: BoxWords = { amounts: BYTES, counted: 'allocation', rootText: 'alive at 2.000 s' };

function answer(what: FlameWhat, moment: number | null): FlameAnswer {
  const query = { what, grouping: 'stack', width: 'held', foldsInternals: true } as const;
  return { query, tree: TREE, moment, inUse: 0, reserved: 0 };
}

test('the root says what the tree is, with the times of the question', () => {
  const range = { from: 0.5e12, to: 2e12 };
  const say = (what: FlameWhat, moment: number | null, isPeak = false): string =>
    rootText(answer(what, moment), isPeak, 3e12);
  expect([
    say({ kind: 'alive-at-peak', ...range }, 1.5e12, true),
    say({ kind: 'alive', at: 1.25e12 }, 1e12),
    say({ kind: 'alive-at-peak', ...range }, 1.5e12),
    say({ kind: 'allocated', ...range }, null),
    say({ kind: 'retained', ...range }, null),
  ]).toEqual([
    'alive at the window peak, 1.500 s',
    'alive at 1.250000 s',
    'alive at the peak of 0.500 s to 2.000 s, at 1.500 s',
    'allocated from 0.500 s to 2.000 s',
    'allocated from 0.500 s to 2.000 s and not freed in it',
  ]);
});

test('where there is nothing, a sentence says why and what to do', () => {
  const range = { from: 0.5e12, to: 2e12 };
  const whats: FlameWhat[] = [
    { kind: 'alive', at: 1e12 },
    { kind: 'alive-at-peak', ...range },
    { kind: 'allocated', ...range },
    { kind: 'retained', ...range },
  ];
  for (const what of whats) expect(emptyText(what, 3e12)).toMatch(/^Nothing .*\. (Move|Show) .*\.$/);
  expect(emptyText(whats[2], 3e12)).toContain('Nothing was allocated from 0.500 s to 2.000 s.');
});

describe('a box', () => {
  test('says its frame, bytes, share, count and kind', () => {
    expect([0, 1, 2, 3, 4].map((row) => describeRow(INDEX, row, WORDS))).toEqual([
      'alive at 2.000 s: 4.00 GiB (4,294,967,808 bytes), 3 allocations',
      'before the capture: 3.00 GiB (3,221,225,472 bytes), 75 % of all, 1 allocation',
      'train.py: step: 1.00 GiB (1,073,742,336 bytes), 25 % of all, 2 allocations, user code',
      'jit_dot: 1.00 GiB (1,073,741,824 bytes), 25 % of all, 1 allocation, program',
      '(no call stack): 512 bytes, < 0.1 % of all, 1 allocation',
    ]);
  });

  test('that is merged says how many it is and how much; one alone is named', () => {
    expect(describeMerged(INDEX, [3, 4], WORDS)).toBe(
      '2 smaller: 1.00 GiB (1,073,742,336 bytes), 25 % of all, 2 allocations. Too narrow to draw one by one.',
    );
    expect(describeMerged(INDEX, [4], WORDS)).toBe(`1 smaller: ${describeRow(INDEX, 4, WORDS)}`);
  });

  test('explains what is no frame', () => {
    expect(explainKind(TREE, 1)).toContain('before the capture began');
    expect(explainKind(TREE, 2)).toBeNull();
    expect(explainKind(TREE, 4)).toContain('No Python or runtime event');
  });

  test('gives its call stack as text, outermost first, whichever way the tree runs', () => {
    const last = '1.00 GiB (1,073,741,824 bytes), alive at 2.000 s';
    expect(stackText(INDEX, 3, WORDS, false).split('\n')).toEqual(['train.py: step', 'jit_dot', last]);
    expect(stackText(INDEX, 3, WORDS, true).split('\n')).toEqual(['jit_dot', 'train.py: step', last]);
  });

  test('of a dump counts what the dump counts', () => {
    const words: BoxWords = { amounts: amountsOf('objects'), counted: 'sample', rootText: 'all samples' };
    expect(describeRow(indexFlame(flameFromText('all\n  f 1024')), 1, words)).toBe(
      'f: 1,024 objects, 100 % of all, 1 sample, user code',
    );
  });
});

test('what was done is said in a few words', () => {
  const frame = { name: 'step', file: '/home/me/train.py' };
  expect([
    opText({ kind: 'focus', path: [{ name: 'main', file: null }, frame] }),
    opText({ kind: 'hide', frame }),
    opText({ kind: 'invert' }),
    opText({ kind: 'focus', path: [] }),
  ]).toEqual(['in train.py: step', 'without train.py: step', 'innermost first', 'all']);
});
