/** Projections against what they were not fitted to: the compiler's figures at larger depths, and the sample that failed. */

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { membersOf } from '../../../fixtures/read-sample.ts';
import { readFiguresTable } from '../../formats/memory-figures/read-table.ts';
import { analyseTrace } from '../../formats/xplane/testing/read-trace.ts';
import type { DepthFigures, MemoryGroup, ProjectedGroup, Projection } from '../../model/projection.ts';
import { memoryFigures } from './figures.ts';
import { project } from './project.ts';

const fixture = new URL('../../../fixtures/compiled-depths.json', import.meta.url);
const shared = path.join(process.env['HIGHWATER_CORPUS'] ?? '../shared/corpus', '../penzai-runs/aot-memory.json');

function casesOf(file: string | URL): [string, DepthFigures[]][] {
  const table = readFiguresTable(readFileSync(file, 'utf8'), 'table');
  return (table?.cases ?? []).map(({ name, rows }) => [name, rows]);
}

function groupOf({ groups }: Projection, wanted: MemoryGroup): ProjectedGroup {
  const found = groups.find(({ group }) => group === wanted);
  if (found === undefined) throw new Error(`no ${wanted}`);
  return found;
}

/** Fits on the depths up to one and checks all that are deeper. */
function checkAgainstDeeper(rows: readonly DepthFigures[], isForward: boolean, deepestFitted: number): number {
  const fitted = rows.filter(({ depth }) => depth <= deepestFitted);
  const deeper = rows.filter(({ depth }) => depth > deepestFitted);
  for (const { depth, moments } of deeper) {
    const projection = project(fitted, depth, null);
    const truth = moments[0].groups;
    const which = `${depth} from ${fitted.length} depths`;
    expect(groupOf(projection, 'arguments').estimate, which).toBe(truth.arguments);
    expect(groupOf(projection, 'outputs').estimate, which).toBe(truth.outputs);
    const temp = groupOf(projection, 'temp');
    const bytes = truth.temp ?? NaN;
    if (isForward) expect(Math.abs(temp.estimate - bytes) / bytes, which).toBeLessThan(0.01);
    expect(temp.low, which).toBeLessThanOrEqual(bytes);
    expect(temp.high, which).toBeGreaterThanOrEqual(bytes);
  }
  return deeper.length;
}

describe('the compiler’s own figures for 1 to 32 blocks', () => {
  const cases = casesOf(fixture);

  test('are four cases of twelve depths', () => {
    expect(cases.map(([name, rows]) => [name, rows.length])).toEqual([
      ['mode=forward, stacked=true', 12],
      ['mode=grad, stacked=true', 12],
      ['mode=forward, stacked=false', 12],
      ['mode=grad, stacked=false', 12],
    ]);
  });

  test.each(cases)('%s: every larger depth is as projected from the smaller ones', (name, rows) => {
    for (const deepest of [3, 4, 6, 8, 10, 16]) {
      expect(checkAgainstDeeper(rows, name.includes('forward'), deepest)).toBeGreaterThan(2);
    }
  });

  test('the range of gradient temps is of use: a quarter of the truth to either side, from seven depths', () => {
    const [, rows] = cases[1];
    const { low, high } = groupOf(project(rows.filter(({ depth }) => depth <= 10), 32, null), 'temp');
    const truth = rows[rows.length - 1].moments[0].groups.temp ?? NaN;
    expect(low).toBeGreaterThan(0.75 * truth);
    expect(high).toBeLessThan(1.25 * truth);
  });
});

describe.skipIf(!existsSync(shared))('figures that others compiled (skipped without the corpus)', () => {
  test.each(existsSync(shared) ? casesOf(shared) : [])('%s: the larger depths from the smaller ones', (name, rows) => {
    for (const deepest of [3, 4, 6, 8]) checkAgainstDeeper(rows, name.includes('forward'), deepest);
    expect(rows.length).toBe(7);
  });
});

async function figuresOf(sample: string, depth: number): Promise<DepthFigures> {
  const archive = readFileSync(new URL(`../../../public/samples/${sample}.tar.gz`, import.meta.url));
  const [trace] = await membersOf(archive, '.xplane.pb');
  const { profile, lifetimes, summary } = analyseTrace(trace, 1 << 20);
  const { allocator } = summary.allocators[summary.defaultAllocator ?? -1];
  return { ...memoryFigures(profile, lifetimes, profile.allocators.indexOf(allocator)), depth };
}

describe('the samples', () => {
  /** In use before the capture of `oom-32`, and the copies of its nine stacked weights. */
  const WEIGHTS_32 = 13_739_147_264;
  const COPIES_32 = 12_952_535_040;
  const within = (actual: number, expected: number): void => {
    expect(Math.abs(actual - expected) / expected).toBeLessThan(0.01);
  };

  test('from 4 and 10 blocks to 32: weights and copies within a hundredth, and it does not fit', async () => {
    const figures = [await figuresOf('staircase-4', 4), await figuresOf('staircase', 10)];
    const projection = project(figures, 32, figures[1].capacity);
    within(groupOf(projection, 'weights').estimate, WEIGHTS_32);
    within(groupOf(projection, 'copies').estimate, COPIES_32);
    expect(projection.moment).toBe('jit_scan');
    expect(projection.verdict).toBe('does-not-fit');
    expect(projection.sentence).toBe(
      '32 blocks would need 24.86 GiB at the peak of jit_scan: that does not fit in 16.58 GiB, by 8.28 GiB at least, even without any temps.',
    );
  });

  test('the copies that oom-32 did make are those that are projected', async () => {
    const { moments } = await figuresOf('oom-32', 32);
    within(moments[0].groups.weights ?? NaN, WEIGHTS_32);
    const made = moments[0].groups.copies ?? NaN;
    const norm = 32 * 8192;
    within(made, 4 * 1_073_741_824 + 2_885_681_152 + 2 * norm);
    expect(made).toBeLessThan(COPIES_32);
  });

  test('unstacked, 4 and 10 to 32: weights within a hundredth, no copies to speak of, likely to fit', async () => {
    const figures = [await figuresOf('unstacked-4', 4), await figuresOf('unstacked', 10)];
    expect(figures.map(({ guessedDepth }) => guessedDepth)).toEqual([4, 10]);
    const projection = project(figures, 32, figures[1].capacity);
    within(groupOf(projection, 'weights').estimate, WEIGHTS_32);
    expect(groupOf(projection, 'copies').estimate).toBeLessThan(2 ** 20);
    expect(projection.verdict).toBe('seems-to-fit');
  });

  test('one depth: the copies tell the least that is stacked, and the truth lies in the range', async () => {
    const { groups, total } = project([await figuresOf('staircase', 10)], 32, null);
    expect(groups[0].low).toBeLessThanOrEqual(WEIGHTS_32 + 65_536);
    within(groups[0].low, WEIGHTS_32);
    expect(groups[0].high).toBeGreaterThan(WEIGHTS_32);
    expect(total.high).toBeGreaterThan(total.low);
  });
});

describe('whether it fits', () => {
  const at = (depth: number, groups: DepthFigures['moments'][number]['groups']): DepthFigures => ({
    source: 'test',
    depth,
    moments: [{ name: '', groups, sizes: {} }],
    capacity: null,
    guessedDepth: null,
  });
  const steady = [at(1, { arguments: 100, temp: 10 }), at(2, { arguments: 200, temp: 20 }), at(3, { arguments: 300, temp: 30 })];

  test('is never said on a fit of temps alone, however much room there is', () => {
    const projection = project(steady, 8, 1e12);
    expect(projection.verdict).toBe('seems-to-fit');
    expect(projection.sentence).toContain('only compiling it at full depth tells');
    expect(projection.sentence).not.toContain('that fits');
  });

  test('is said where the depth itself was compiled', () => {
    expect(project(steady, 3, 330).verdict).toBe('fits');
    expect(project(steady, 3, 329).verdict).toBe('does-not-fit');
  });

  test('close to full, it is said that free memory lies in pieces', () => {
    const pieces = (capacity: number): boolean => project(steady, 3, capacity).notes.some((note) => note.includes('in pieces'));
    expect([329, 330, 366, 367].map(pieces)).toEqual([false, true, true, false]);
  });

  test('is left open where the range straddles the capacity, the ends included', () => {
    const { total } = project(steady, 8, null);
    expect(total.high).toBeGreaterThan(total.low);
    expect(project(steady, 8, total.low - 1).verdict).toBe('does-not-fit');
    expect(project(steady, 8, total.low).verdict).toBe('open');
    expect(project(steady, 8, total.high - 1).verdict).toBe('open');
    expect(project(steady, 8, total.high).verdict).toBe('seems-to-fit');
  });

  test('asks for a capacity where there is none', () => {
    expect(project(steady, 8, null)).toMatchObject({ verdict: 'no-capacity' });
  });

  test('of several profiles of one depth the fullest counts', () => {
    expect(project([at(2, { weights: 5 }), at(2, { weights: 9 }), at(2, { weights: 7 })], 2, null).total.estimate).toBe(9);
  });

  test('another program may have the highest peak at another depth', () => {
    const two = (depth: number, first: number, second: number): DepthFigures => {
      const one = at(depth, {});
      const moments = [
        { name: 'jit_a', groups: { weights: first }, sizes: {} },
        { name: 'jit_b', groups: { weights: second }, sizes: {} },
      ];
      return { ...one, moments };
    };
    const projection = project([two(1, 100, 20), two(2, 101, 40)], 10, null);
    expect(projection).toMatchObject({ moment: 'jit_b', total: { estimate: 200 } });
  });
});
