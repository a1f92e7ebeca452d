import { describe, expect, test } from 'vitest';
import type { DumpSample } from '../../fixtures/pprof-writer.ts';
import { buffers, executables, jaxDump, pprofBytes, pprofSpec } from '../../fixtures/pprof-writer.ts';
import { readPprof } from '../formats/pprof/testing/read-pprof.ts';
import type { FunctionDelta, SnapshotDiff } from './snapshot-diff.ts';
import { diffSnapshots } from './snapshot-diff.ts';

const PJIT = '/venv/lib/python3.11/site-packages/jax/_src/pjit.py';

function diffOf(before: DumpSample[], after: DumpSample[], limit = 10): SnapshotDiff {
  const [left, right] = [before, after].map((samples) => readPprof(jaxDump(samples)));
  const diff = diffSnapshots(left, right, ({ samples }) => samples.values, limit);
  if (diff === null) throw new Error('not comparable');
  return diff;
}

function rows(deltas: FunctionDelta[]): string[] {
  const text = (values: number[] | null): string => values?.join() ?? 'none';
  return deltas.map((row) => `${row.function} ${row.delta.join()} from ${text(row.before)} to ${text(row.after)}`);
}

describe('diffSnapshots', () => {
  const diff = diffOf(
    [buffers(['main a.py:1', `call ${PJIT}:1`], 2, 10), buffers(['old a.py:2'], 1, 7), buffers(['same a.py:3'], 1, 5)],
    [
      buffers(['main a.py:8', `call ${PJIT}:1`], 3, 10, 'cuda:1'),
      buffers(['new a.py:4'], 1, 4),
      buffers(['same a.py:3'], 1, 5),
      executables(['same a.py:3'], 1, 0),
    ],
  );

  test('functions are the same where name and file are, whatever the line', () => {
    expect(rows(diff.user.grown)).toEqual(['main 1,10 from 2,20 to 3,30', 'new 1,4 from none to 1,4']);
    expect(rows(diff.user.shrunk)).toEqual(['old -1,-7 from 1,7 to none']);
    expect(diff.user).toMatchObject({ grownCount: 2, shrunkCount: 1, unchangedCount: 1, newCount: 1, goneCount: 1 });
    expect(rows(diff.leaf.grown)[0]).toBe('call 1,10 from 2,20 to 3,30');
  });

  test('totals, kinds and devices', () => {
    expect(diff).toMatchObject({ sortedBy: 1, totalsBefore: [4, 32], totalsAfter: [6, 39], totalsDelta: [2, 7] });
    expect(Object.fromEntries(diff.kindDelta ?? [])).toEqual({ buffer: [1, 7], executable: [1, 0] });
    expect(Object.fromEntries(diff.deviceDelta ?? [])).toEqual({ 'cuda:0': [-2, -23], 'cuda:1': [3, 30] });
  });

  test('swapping the sides swaps the signs', () => {
    const before = [buffers(['a a.py:1'], 1, 3), buffers(['b a.py:1'], 1, 9)];
    const after = [buffers(['a a.py:1'], 2, 3), buffers(['c a.py:1'], 1, 2)];
    const forth = diffOf(before, after).cumulative;
    const back = diffOf(after, before).cumulative;
    expect(back.grown.map((row) => [row.function, row.delta.map((value) => -value)])).toEqual(
      forth.shrunk.map((row) => [row.function, row.delta]),
    );
    expect([back.grownCount, back.shrunkCount]).toEqual([forth.shrunkCount, forth.grownCount]);
  });

  test('a tie at the cut is said', () => {
    const many = ['a', 'b', 'c'].map((name) => buffers([`${name} a.py:1`], 1, 4));
    expect(diffOf([], many, 2).leaf).toMatchObject({ grownCount: 3, tieAtCut: { grown: true, shrunk: false } });
    expect(diffOf([], many, 3).leaf.tieAtCut.grown).toBe(false);
  });

  test('dumps that count different things have no difference', () => {
    const cpu = readPprof(pprofBytes(pprofSpec({ sampleTypes: [{ type: 'cpu', unit: 'ns' }], samples: [] })));
    expect(diffSnapshots(readPprof(jaxDump([])), cpu, ({ samples }) => samples.values, 10)).toBeNull();
  });
});
