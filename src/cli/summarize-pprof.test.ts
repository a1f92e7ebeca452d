import { describe, expect, test } from 'vitest';
import { buffers, executables, jaxDump, pprofBytes, pprofSpec } from '../../fixtures/pprof-writer.ts';
import { SeriesBuilder } from '../analysis/series.ts';
import { readPprof } from '../formats/pprof/testing/read-pprof.ts';
import { jsonInteger } from './json-integer.ts';
import { summarizePprof } from './summarize-pprof.ts';
import { summarizeSeries } from './summarize-series.ts';

describe('summarizePprof', () => {
  test('gives the numbers as the file states them', () => {
    const bytes = jaxDump([
      buffers(['<module> train.py:30', 'step train.py:12'], 2, 4096),
      executables(['run /usr/lib/python3.11/runpy.py:1'], 3, -1),
    ]);
    expect(summarizePprof(readPprof(bytes), true)).toMatchObject({
      format: 'pprof-gz',
      is_jax_device_profile: true,
      default_sample_type: { index: 1, type: 'space', explicit: false },
      bytes_axis: 1,
      totals: [5, 8189],
      time_nanos: null,
      period: null,
      labels: {
        kind: {
          buffer: { samples: 1, values: [2, 8192] },
          executable: { samples: 1, values: [3, -3] },
        },
        device: { 'cuda:0': { samples: 1, values: [2, 8192] } },
      },
      num_labels: {},
      user_top10: {
        distinct: 2,
        rows: [
          { function: 'step', file: 'train.py', lines: [12], values: [2, 8192], samples: 1 },
          { function: '(no user frame)', file: '', lines: [], values: [3, -3], samples: 1 },
        ],
        tie_at_cut: false,
      },
      warnings: ['negative sample values', 'no mapping table', 'no time_nanos'],
    });
  });

  test('keys of labels are data: `__proto__` is one like any other', () => {
    const labelled = Object.fromEntries<string | number>([['__proto__', 'x'], ['n', 7]]);
    const samples = [{ stack: ['main a.py:1'], values: [1], labels: labelled }];
    const dump = pprofSpec({ sampleTypes: [{ type: 'space', unit: 'bytes' }], samples });
    const { labels, num_labels: numbers } = summarizePprof(readPprof(pprofBytes(dump)), false);
    expect(Object.keys(labels)).toEqual(['__proto__']);
    expect(numbers['n']).toEqual({
      distinct: 1,
      samples: 1,
      min: 7,
      max: 7,
      units: [''],
      top10: [{ num: 7, unit: '', samples: 1, values: [1] }],
    });
  });
});

test('integers that JSON readers round are strings', () => {
  expect([jsonInteger(2 ** 53 - 1), jsonInteger(-5n), jsonInteger(2n ** 53n), jsonInteger(-(2 ** 60))]).toEqual([
    9007199254740991,
    -5,
    '9007199254740992',
    '-1152921504606846976',
  ]);
});

test('a series as JSON', () => {
  const builder = new SeriesBuilder(({ samples }) => samples.values);
  for (const step of [1, 2]) {
    builder.add(readPprof(jaxDump([buffers(['keep a.py:1'], step, 100)])), `memory_${step}.prof`, 0);
  }
  const series = builder.finish(10);
  if (series === null) throw new Error('no points');
  expect(summarizeSeries(series)).toMatchObject({
    ordered_by: 'number',
    sample_types: ['allocations/count', 'space/bytes'],
    axis: 1,
    points: [
      { file: 'memory_1.prof', totals: [1, 100], kind: { buffer: [1, 100] }, device: { 'cuda:0': [1, 100] } },
      { file: 'memory_2.prof', totals: [2, 200], kind: { buffer: [2, 200] }, device: { 'cuda:0': [2, 200] } },
    ],
    delta_first_last: [1, 100],
    peak_point: 1,
    monotonic_growth: true,
    user_grown: [{ function: 'keep', file: 'a.py', bytes: [100, 200], count: [1, 2], delta: 100 }],
    user_grown_count: 1,
    user_shrunk: [],
  });
});
