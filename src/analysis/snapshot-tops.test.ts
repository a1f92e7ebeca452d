import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DumpSample } from '../../fixtures/pprof-writer.ts';
import { pprofBytes, pprofSpec } from '../../fixtures/pprof-writer.ts';
import { readPprof } from '../formats/pprof/testing/read-pprof.ts';
import type { FunctionTop, Snapshot, SnapshotTops } from '../model/snapshot.ts';
import { NODE_NO_FRAME } from '../model/snapshot.ts';
import { functionOrigins, snapshotTops } from './snapshot-tops.ts';
import { sumByStack } from './stack-sums.ts';

const PJIT = '/venv/lib/python3.11/site-packages/jax/_src/pjit.py';
const BRAX = '/venv/lib/python3.11/site-packages/brax/envs.py';

function snapshotOf(samples: DumpSample[]): Snapshot {
  const sampleTypes = [
    { type: 'objects', unit: 'count' },
    { type: 'space', unit: 'bytes' },
  ];
  return readPprof(pprofBytes(pprofSpec({ sampleTypes, samples })));
}

function topsOf(snapshot: Snapshot, limit = 10): SnapshotTops {
  const byStack = sumByStack(snapshot, snapshot.samples.values);
  return snapshotTops(snapshot, byStack, functionOrigins(snapshot), limit);
}

/** `name lines values samples` of each row. */
function rows({ functions, strings }: Snapshot, top: FunctionTop): string[] {
  return top.rows.map(({ function: index, lines, values, samples }) => {
    const name = index === NODE_NO_FRAME ? 'none' : strings[functions.name[index]];
    return `${name} [${lines.join()}] ${values.join()} ×${samples}`;
  });
}

describe('snapshotTops', () => {
  const snapshot = snapshotOf([
    { stack: ['main a.py:1', `reset ${BRAX}:2`, `pjit ${PJIT}:5`], values: [1, 40] },
    { stack: ['main a.py:3', `pjit ${PJIT}:6`], values: [1, 8] },
    { stack: [`pjit ${PJIT}:6`], values: [2, 2] },
    { stack: [], values: [1, 1] },
  ]);

  test('by the innermost frame, of all, of user code, and of the project', () => {
    const tops = topsOf(snapshot);
    expect(rows(snapshot, tops.leaf)).toEqual(['pjit [5,6] 4,50 ×3', 'none [] 1,1 ×1']);
    expect(rows(snapshot, tops.user)).toEqual(['reset [2] 1,40 ×1', 'main [3] 1,8 ×1', 'none [] 3,3 ×2']);
    expect(rows(snapshot, tops.project)).toEqual(['main [1,3] 2,48 ×2', 'none [] 3,3 ×2']);
  });

  test('by all frames of a stack', () => {
    expect(rows(snapshot, topsOf(snapshot).cumulative)).toEqual([
      'pjit [5,6] 4,50 ×3',
      'main [1,3] 2,48 ×2',
      'reset [2] 1,40 ×1',
    ]);
  });

  test('a function that recurs counts once, at the line of its innermost frame', () => {
    const recursive = snapshotOf([{ stack: ['f a.py:1', 'g a.py:2', 'f a.py:3', 'g a.py:4'], values: [1, 8] }]);
    expect(rows(recursive, topsOf(recursive).cumulative)).toEqual(['f [3] 1,8 ×1', 'g [4] 1,8 ×1']);
  });

  test('a fall is as large as a rise; equal sizes go by count, name and file; a tie at the cut is said', () => {
    const ties = snapshotOf([
      { stack: ['b a.py:1'], values: [1, 8] },
      { stack: ['a b.py:1'], values: [1, 8] },
      { stack: ['a a.py:1'], values: [1, 8] },
      { stack: ['c a.py:1'], values: [3, -8] },
      { stack: ['d a.py:1'], values: [9, 7] },
    ]);
    const top = topsOf(ties, 3).leaf;
    expect(rows(ties, top)).toEqual(['c [1] 3,-8 ×1', 'a [1] 1,8 ×1', 'a [1] 1,8 ×1']);
    expect(ties.strings[ties.functions.file[top.rows[1].function]]).toBe('a.py');
    expect([top.distinct, top.tieAtCut, topsOf(ties, 4).leaf.tieAtCut]).toEqual([5, true, false]);
  });

  test('sums of the innermost frames are the total of all samples', () => {
    const frame = fc.constantFrom('a x.py:1', 'b x.py:2', `j ${PJIT}:4`, `l ${BRAX}:6`);
    const sample = fc.record({
      stack: fc.array(frame, { maxLength: 6 }),
      values: fc.tuple(fc.nat(9), fc.integer({ min: -50, max: 1000 })),
    });
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 30 }), (samples) => {
        const any = snapshotOf(samples);
        const total = samples.reduce((sum, { values }) => sum + values[1], 0);
        const { leaf, user, project, cumulative } = topsOf(any, 100);
        for (const top of [leaf, user, project]) {
          expect(top.rows.reduce((sum, { values }) => sum + values[1], 0)).toBe(total);
        }
        for (const row of cumulative.rows) {
          const name = any.strings[any.functions.name[row.function]];
          const having = samples.filter(({ stack }) => stack.some((text) => text.startsWith(`${name} `)));
          expect(row.samples).toBe(having.length);
          expect(row.values[1]).toBe(having.reduce((sum, { values }) => sum + values[1], 0));
        }
      }),
      { numRuns: 100 },
    );
  });
});
