import { describe, expect, test } from 'vitest';
import { buffers, jaxDump, pprofBytes, pprofSpec } from '../../fixtures/pprof-writer.ts';
import { readPprof } from '../formats/pprof/testing/read-pprof.ts';
import { OpenDumps } from './open-dumps.ts';

const dump = (bytes: number): ReturnType<typeof readPprof> =>
  readPprof(jaxDump([buffers(['main train.py:1'], 1, bytes)]));

describe('dumps that were dropped', () => {
  test('one is a snapshot; several are a series of which the last is shown', () => {
    const open = new OpenDumps();
    expect(open.opened()).toBeNull();
    open.add('mem_10.prof', dump(300), 0);
    expect(open.opened()).toMatchObject({ names: ['mem_10.prof'], series: null, shown: 0, problems: [] });
    open.add('mem_9.prof', dump(200), 0);
    const opened = open.opened();
    expect(opened).toMatchObject({ names: ['mem_9.prof', 'mem_10.prof'], shown: 1 });
    expect(opened?.snapshot.totals).toEqual([1, 300]);
    expect(opened?.series?.points.map(({ totals }) => totals[1])).toEqual([200, 300]);
  });

  test('files of one name stay two dumps, each of which can be asked for', () => {
    const open = new OpenDumps();
    open.add('memory.prof', dump(100), 1);
    open.add('memory.prof', dump(200), 2);
    open.add('memory.prof', dump(300), 3);
    expect(open.paths).toEqual(['memory.prof', 'memory.prof (2)', 'memory.prof (3)']);
    expect(open.paths.map((name) => open.summary(name).totals[1])).toEqual([100, 200, 300]);
    expect(
      open.series(['memory.prof (2)', 'memory.prof (3)', 'memory.prof'])?.points.map(({ totals }) => totals[1]),
    ).toEqual([200, 300, 100]);
  });

  test('a dump that counts other things is named among the problems, also where one dump is left', () => {
    const cpu = readPprof(
      pprofBytes(
        pprofSpec({ sampleTypes: [{ type: 'cpu', unit: 'nanoseconds' }], samples: [{ stack: ['main'], values: [7] }] }),
      ),
    );
    const open = new OpenDumps();
    open.add('memory.prof', dump(100), 0);
    open.add('cpu.prof', cpu, 0);
    const opened = open.opened();
    expect(opened).toMatchObject({ names: ['memory.prof'], series: null });
    expect(opened?.problems).toHaveLength(1);
    expect(opened?.problems[0]).toMatchObject({ where: 'cpu.prof' });
    expect(opened?.problems[0]?.sentence).toContain('It counts cpu/nanoseconds');
  });

  test('a name that no dump has is a fault that the worker answers, not another dump', () => {
    const open = new OpenDumps();
    open.add('memory.prof', dump(100), 0);
    expect(() => open.summary('other.prof')).toThrow(RangeError);
    expect(() => open.series(['memory.prof', 'other.prof'])).toThrow(RangeError);
  });
});
