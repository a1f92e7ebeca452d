import { describe, expect, test } from 'vitest';
import { buffers, executables, jaxDump, pprofBytes, pprofSpec } from '../../fixtures/pprof-writer.ts';
import { readPprof } from '../formats/pprof/testing/read-pprof.ts';
import { NODE_NO_FRAME } from '../model/snapshot.ts';
import { ORIGIN_JAX, ORIGIN_PROJECT } from './jax-frames.ts';
import { summariseSnapshot } from './snapshot-summary.ts';

const PJIT = '/venv/lib/python3.11/site-packages/jax/_src/pjit.py';

const SUMMARY = summariseSnapshot(
  readPprof(
    jaxDump([
      buffers(['<module> train.py:30', `call ${PJIT}:1`], 2, 4096, 'cuda:0'),
      buffers(['<module> train.py:31', `call ${PJIT}:1`], 1, 1024, 'cuda:1'),
      executables([`call ${PJIT}:9`], 3, -1),
    ]),
  ),
);

describe('summariseSnapshot', () => {
  test('totals are what is drawn: sizes that nobody knew count as 0', () => {
    expect(SUMMARY).toMatchObject({
      isJaxDump: true,
      samples: 3,
      sortedBy: 1,
      totals: [6, 9216],
      statedTotals: [6, 9213],
      unknownSizes: { samples: 1, count: 3 },
      hasNegativeValues: [false, false],
    });
    expect(Array.from(SUMMARY.fullTree.total.subarray(0, 2))).toEqual([6, 9216]);
    expect(Array.from(SUMMARY.userTree.total.subarray(0, 2))).toEqual([6, 9216]);
  });

  test('kinds and devices', () => {
    expect(SUMMARY.labels).toEqual([
      {
        key: 'kind',
        values: [
          { text: 'buffer', samples: 2, values: [3, 9216] },
          { text: 'executable', samples: 1, values: [3, 0] },
        ],
        rest: { distinct: 0, samples: 0, values: [0, 0] },
      },
      {
        key: 'device',
        values: [
          { text: 'cuda:0', samples: 1, values: [2, 8192] },
          { text: 'cuda:1', samples: 1, values: [1, 1024] },
        ],
        rest: { distinct: 0, samples: 0, values: [0, 0] },
      },
    ]);
  });

  test('trees and lists name functions of one table, with their origin', () => {
    const { functions, userTree, fullTree, tops } = SUMMARY;
    expect(functions.name).toEqual(['<module>', 'call']);
    expect(Array.from(functions.origin)).toEqual([ORIGIN_PROJECT, ORIGIN_JAX]);
    expect(Array.from(userTree.function.subarray(1))).toEqual([0, NODE_NO_FRAME]);
    expect(Array.from(fullTree.function.subarray(1))).toEqual([0, 1, 1]);
    expect(tops.user.rows.map((row) => row.function)).toEqual([0, NODE_NO_FRAME]);
    expect(tops.user.rows[0].lines).toEqual([30, 31]);
  });

  test('holds nothing that cannot cross from a worker', () => {
    expect(structuredClone(SUMMARY)).toEqual(SUMMARY);
  });

  test('a label with many values keeps the largest and adds up the rest', () => {
    const samples = Array.from({ length: 5 }, (_, index) => ({
      stack: ['main a.go:1'],
      values: [index],
      labels: { bytes: 10 * (index + 1) },
    }));
    const dump = pprofSpec({ sampleTypes: [{ type: 'space', unit: 'bytes' }], samples });
    const summary = summariseSnapshot(readPprof(pprofBytes(dump)), { nodes: 10, rows: 1, labels: 2 });
    expect(summary.labels).toEqual([
      {
        key: 'bytes',
        values: [
          { text: '50', samples: 1, values: [4] },
          { text: '40', samples: 1, values: [3] },
        ],
        rest: { distinct: 3, samples: 3, values: [3] },
      },
    ]);
  });
});
