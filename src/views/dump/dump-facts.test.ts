import { describe, expect, test } from 'vitest';
import { buffers, executables, JAX_SAMPLE_TYPES } from '../../../fixtures/pprof-writer.ts';
import { amountsOfType } from '../../model/amounts.ts';
import type { SnapshotSummary } from '../../model/snapshot.ts';
import { openedDumps, seriesOf, snapshotOf } from '../../worker/testing/opened-dumps.ts';
import type { Fact } from '../common/FactItem.tsx';
import { dumpFacts, shownDumpFacts } from './dump-facts.ts';
import { cutText, describePoint, emptyText, hasInternals, limitsOf, negativeText, noAxisText } from './dump-words.ts';
import { movedName, namesInOrder } from './dump-order.ts';
import { seriesFacts } from './series-facts.ts';

const MIB = 2 ** 20;
const main = ['<module> /home/me/train.py:9'];
const jit = [...main, 'cache_miss /env/lib/python3.12/site-packages/jax/_src/pjit.py:338'];

const lines = (facts: readonly Fact[]): string[] =>
  facts.map(({ value, label, exact }) => `${value} | ${label} | ${exact}`);

function jax(): SnapshotSummary {
  const samples = [buffers(main, 3, MIB), buffers(main, 1, 2 * MIB, 'cuda:1'), executables(jit, 2, 1000)];
  return openedDumps({ 'memory.prof': samples }).snapshot;
}

const goHeap = snapshotOf(
  [
    { type: 'alloc_objects', unit: 'count' },
    { type: 'inuse_space', unit: 'bytes' },
  ],
  [
    { stack: ['main.main main.go:3'], values: [5, 3000] },
    { stack: ['main.main main.go:3', 'main.f main.go:9'], values: [-2, -1000] },
  ],
  1_644_509_272_337_470_000n,
);

describe('the facts of a dump', () => {
  test('a JAX dump: its memory, what it is of, and that it states no time', () => {
    expect(lines(dumpFacts(jax(), 1))).toEqual([
      '5.00 MiB | alive in this dump | 5,244,880 bytes',
      '6 | allocations, in all | 6 allocations',
      '5.00 MiB | 4 buffers | 5,242,880 bytes in 4 buffers',
      '1.95 KiB | 2 executables | 2,000 bytes in 2 executables',
      '2 devices | cuda:0, cuda:1 | cuda:0: 3.00 MiB; cuda:1: 2.00 MiB',
      '3 samples | 2 functions | 3 samples, 2 functions, 2 locations, deepest stack 2 frames',
      'one instant | without a time of its own | the file states no time',
    ]);
    expect(lines(dumpFacts(jax(), 0))[0]).toBe('6 | allocations, in all | 6 allocations');
    expect(lines(shownDumpFacts(jax(), 1))).toHaveLength(4);
  });

  test('executables of unknown size are no 0 bytes, and what the file states is said', () => {
    const tpu = openedDumps({ 'memory.prof': [buffers(main, 1, MIB, 'TPU_0'), executables(jit, 30, -1)] }).snapshot;
    const [total, , , programs] = dumpFacts(tpu, 1);
    expect(total?.exact).toBe('1,048,576 bytes');
    expect(total?.meaning).toContain('The file states 1,048,546 bytes: it counts -1 for each of 30 executables');
    expect(programs).toMatchObject({
      value: 'unknown size',
      label: '30 executables',
      exact: '30 executables of unknown size',
    });
  });

  test('any other profile has its own units, its time, and its sign', () => {
    expect(lines(dumpFacts(goHeap, 1))).toEqual([
      '1.95 KiB | inuse_space, in all | 2,000 bytes',
      '3 | alloc_objects, in all | 3 alloc_objects',
      '2 samples | 2 functions | 2 samples, 2 functions, 2 locations, deepest stack 2 frames',
      '2022-02-10 16:07:52 | taken, UTC | 2022-02-10 16:07:52',
    ]);
    expect(dumpFacts(goHeap, 1)[0]?.meaning).toContain('Some samples are below 0');
  });

  test('the old numeric device 0 is a device', () => {
    const samples = [{ stack: main, values: [1, 100], labels: { kind: 'buffer', device: 0 } }];
    const { snapshot } = openedDumps({ 'memory.prof': samples });
    expect(dumpFacts(snapshot, 1).find(({ key }) => key === 'devices')).toMatchObject({
      value: '1 device',
      label: '0',
    });
  });
});

test('the facts of a series: the largest dump, the change, and what each dump adds', () => {
  const dump = (mib: number): ReturnType<typeof buffers>[] => [buffers(main, 1, mib * MIB)];
  const series = seriesOf({ 'm_1.prof': dump(4), 'm_2.prof': dump(9), 'm_3.prof': dump(8) });
  expect(lines(seriesFacts(series, 1))).toEqual([
    '9.00 MiB | largest dump, 2 of 3 | 9,437,184 bytes',
    '+4.00 MiB | last less first | +4,194,304 bytes',
    '+2.00 MiB | with each dump, on average | +4,194,304 bytes in 2 steps',
    '3 dumps | in order | 3 dumps, m_1.prof to m_3.prof',
  ]);
  expect(describePoint(series, 1, 0)).toBe('m_1.prof, dump 1 of 3: 4.00 MiB (4,194,304 bytes)');
  expect(describePoint(series, 1, 2)).toBe(
    'm_3.prof, dump 3 of 3: 8.00 MiB (8,388,608 bytes), −1.00 MiB since the one before',
  );
  expect(describePoint(series, 0, 1)).toBe('m_2.prof, dump 2 of 3: 1 allocation, as the one before');
});

describe('what the screen of dumps says', () => {
  test('why there is no curve, and what a dump leaves out', () => {
    expect(noAxisText(jax())).toContain('One instant: a dump has no time axis');
    expect(noAxisText(goHeap)).toContain('One sum');
    expect(limitsOf(jax()).sentences.join(' ')).toContain('Memory inside a running program (temps');
    expect(limitsOf(goHeap).title).toBe('Not written by JAX');
    expect([hasInternals(jax()), hasInternals(goHeap)]).toEqual([true, false]);
  });

  test('why nothing is drawn, and what shrank', () => {
    const [, bytes] = JAX_SAMPLE_TYPES;
    if (bytes === undefined) throw new Error('There is no such type.');
    expect(emptyText(jax(), bytes, 10)).toBeNull();
    expect(emptyText(jax(), bytes, 0)).toBe(
      '“space in bytes” is 0 or less in all 3 samples. Choose another one of what is counted.',
    );
    expect(emptyText(snapshotOf(JAX_SAMPLE_TYPES, []), bytes, 0)).toContain('The file holds no sample');
    expect(negativeText(10, 0, amountsOfType(bytes))).toBeNull();
    expect(negativeText(3000, -1000, amountsOfType(bytes))).toContain(
      'what grew, 3,000 bytes. What shrank has no width and is left out, −1,000 bytes; together they are 2,000 bytes',
    );
  });

  test('a list that is cut says how much of it is there, and that others are as large', () => {
    const row = { function: 0, lines: [], values: [1], samples: 1 };
    const type = { type: 'space', unit: 'bytes' };
    expect(cutText({ rows: [row], distinct: 1, tieAtCut: false }, type)).toBe('');
    expect(cutText({ rows: [row], distinct: 1200, tieAtCut: true }, type)).toBe(
      '1 of 1,200 functions, the largest by space. Others of the same size as the last one are left out.',
    );
  });
});

describe('the order of a series', () => {
  test('changes by one place, and not past its ends', () => {
    expect(movedName(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
    expect(movedName(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
    for (const [name, by] of [
      ['a', -1],
      ['c', 1],
      ['x', 1],
    ] as const)
      expect(movedName(['a', 'b', 'c'], name, by)).toEqual(['a', 'b', 'c']);
  });

  test('by name counts numbers as numbers', () => {
    expect(namesInOrder(['m_10.prof', 'm_9.prof', 'a.prof'])).toEqual(['a.prof', 'm_9.prof', 'm_10.prof']);
  });
});
