import { describe, expect, test } from 'vitest';
import type { DumpSample } from '../../fixtures/pprof-writer.ts';
import { buffers, executables, jaxDump, pprofBytes, pprofSpec } from '../../fixtures/pprof-writer.ts';
import { readPprof } from '../formats/pprof/testing/read-pprof.ts';
import type { SeriesSite, SeriesSummary } from '../model/snapshot.ts';
import { SeriesBuilder } from './series.ts';
import { drawnValues } from './snapshot-facts.ts';

function builder(): SeriesBuilder {
  return new SeriesBuilder((snapshot) => drawnValues(snapshot).values);
}

function seriesOf(dumps: Record<string, DumpSample[]>, limit = 10): SeriesSummary {
  const series = builder();
  for (const [name, samples] of Object.entries(dumps)) series.add(readPprof(jaxDump(samples)), name, 0);
  const summary = series.finish(limit);
  if (summary === null) throw new Error('nothing was added');
  return summary;
}

/** `name: bytes at each point`. */
function histories(sites: SeriesSite[]): string[] {
  const bytes = (site: SeriesSite): number[] => Array.from(site.values).filter((_, index) => index % 2 === 1);
  return sites.map((site) => `${site.function}: ${bytes(site).join(' ')}`);
}

const at = (name: string, bytes: number): DumpSample => buffers(['main a.py:1', `${name} a.py:2`], 1, bytes);

describe('SeriesBuilder', () => {
  const series = seriesOf({
    'memory_10.prof': [at('leak', 40), at('churn', 4), at('stays', 9), at('fresh', 1)],
    'memory_9.prof': [at('leak', 30), at('churn', 1), at('stays', 9), at('gone', 50)],
    'memory_8.prof': [at('leak', 30), at('churn', 2), at('stays', 9), at('gone', 60), executables(['f a.py:9'], 2, -1)],
  });

  test('points stand in their order, whatever the order of adding', () => {
    expect(series.points.map(({ name, label, totals }) => [name, label, totals[1]])).toEqual([
      ['memory_8.prof', '8', 101],
      ['memory_9.prof', '9', 90],
      ['memory_10.prof', '10', 54],
    ]);
    expect(series.order).toEqual({ by: 'number', sentence: 'By the number after "memory" in the file names.' });
    expect([series.peakPoint, series.neverFalls]).toEqual([0, false]);
  });

  test('call sites that grew, those that never shrank in between, and those that shrank', () => {
    expect(histories(series.user.grown)).toEqual(['leak: 30 30 40', 'churn: 2 1 4', 'fresh: 0 0 1']);
    expect(histories(series.user.neverShrinks)).toEqual(['leak: 30 30 40', 'fresh: 0 0 1']);
    expect(histories(series.user.shrunk)).toEqual(['gone: 60 50 0']);
    expect(series.user.grown.map(({ delta }) => delta)).toEqual([10, 2, 1]);
    expect(series.user).toMatchObject({ grownCount: 3, neverShrinksCount: 2, shrunkCount: 1 });
  });

  test('a site that was gone for a while has shrunk', () => {
    const gap = seriesOf({ 'm1': [at('a', 5)], 'm2': [at('b', 1)], 'm3': [at('a', 9), at('b', 1)] });
    expect(histories(gap.user.grown)).toEqual(['a: 5 0 9', 'b: 0 1 1']);
    expect(histories(gap.user.neverShrinks)).toEqual(['b: 0 1 1']);
  });

  test('lists end at the limit, counts do not', () => {
    const { user } = seriesOf({ m1: [at('x', 1)], m2: [at('a', 3), at('b', 2), at('c', 1), at('x', 1)] }, 2);
    expect(histories(user.grown)).toEqual(['a: 0 3', 'b: 0 2']);
    expect(user.grownCount).toBe(3);
  });

  test('the earliest of equal peaks is the peak', () => {
    expect(seriesOf({ m1: [at('a', 1)], m2: [at('a', 3)], m3: [at('a', 3)] })).toMatchObject({
      peakPoint: 1,
      neverFalls: true,
    });
  });

  test('can be put in another order without the dumps', () => {
    const points = builder();
    for (const [name, bytes] of [['m1', 1], ['m2', 2], ['m3', 3]] as const) {
      points.add(readPprof(jaxDump([at('a', bytes)])), name, 0);
    }
    const chosen = points.finish(10, [2, 0, 1]);
    expect(chosen?.points.map(({ name }) => name)).toEqual(['m3', 'm1', 'm2']);
    expect(chosen?.order).toEqual({ by: 'chosen', sentence: 'In the order that was chosen here.' });
    expect(histories(chosen?.user.shrunk ?? [])).toEqual(['a: 3 1 2']);
  });

  test('a dump that counts other things is named and left out', () => {
    const points = builder();
    points.add(readPprof(jaxDump([at('a', 1)])), 'memory.prof', 0);
    const cpu = pprofSpec({ sampleTypes: [{ type: 'cpu', unit: 'nanoseconds' }], samples: [] });
    expect(points.add(readPprof(pprofBytes(cpu)), 'cpu.pb.gz', 0)).toBe(false);
    const summary = points.finish(10);
    expect(summary?.points).toHaveLength(1);
    expect(summary?.problems).toEqual([
      {
        where: 'cpu.pb.gz',
        sentence:
          'It counts cpu/nanoseconds and the first dump allocations/count, space/bytes, ' +
          'so it is not in the series: open it by itself.',
        count: 1,
      },
    ]);
  });

  test('nothing added is no series', () => {
    expect(builder().finish(10)).toBeNull();
  });
});
