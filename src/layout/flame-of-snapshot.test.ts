import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { summariseSnapshot } from '../analysis/snapshot-summary.ts';
import { readPprof } from '../formats/pprof/testing/read-pprof.ts';
import { NODE_JAX, NODE_REST, NODE_UNKNOWN, NODE_USER } from '../model/flame.ts';
import type { CallTree, SnapshotSummary } from '../model/snapshot.ts';
import { NODE_NO_FRAME, NODE_ROOT, NODE_SMALLER } from '../model/snapshot.ts';
import { flameOfSnapshot } from './flame-of-snapshot.ts';
import { flameText } from './testing/flame-text.ts';

type Row = [parent: number, fn: number, self: [count: number, bytes: number], merged?: number];

function callTree(rows: readonly Row[]): CallTree {
  const { length } = rows;
  const tree: CallTree = {
    length,
    parent: Int32Array.from(rows, ([parent]) => parent),
    function: Int32Array.from(rows, ([, fn]) => fn),
    line: new Float64Array(length),
    self: Float64Array.from(rows.flatMap(([, , self]) => self)),
    total: Float64Array.from(rows.flatMap(([, , self]) => self)),
    samples: Uint32Array.from(rows, ([, , [count]]) => (count === 0 ? 0 : 1)),
    merged: Uint32Array.from(rows, ([, , , merged = 0]) => merged),
  };
  for (let row = length - 1; row > 0; row--) {
    tree.samples[tree.parent[row]] += tree.samples[row];
    for (const type of [0, 1]) tree.total[tree.parent[row] * 2 + type] += tree.total[row * 2 + type];
  }
  return tree;
}

const SUMMARY: Pick<SnapshotSummary, 'userTree' | 'fullTree' | 'functions' | 'sampleTypes'> = {
  sampleTypes: [
    { type: 'allocations', unit: 'count' },
    { type: 'space', unit: 'bytes' },
  ],
  functions: {
    name: ['main', 'load', 'pjit', 'step'],
    file: ['/home/me/train.py', '/home/me/train.py', '/env/jax/_src/pjit.py', ''],
    origin: Uint8Array.of(0, 1, 2, 0),
  },
  userTree: callTree([
    [-1, NODE_ROOT, [0, 0]],
    [0, 0, [1, 100]],
    [1, 1, [1, 5000]],
    [1, 3, [9, 900]],
    [1, NODE_SMALLER, [7, 12], 4],
    [0, NODE_NO_FRAME, [2, 30]],
  ]),
  fullTree: callTree([
    [-1, NODE_ROOT, [0, 0]],
    [0, 0, [1, 100]],
    [1, 2, [1, 5000]],
    [1, 3, [9, -900]],
  ]),
};

describe('a dump as a flame tree', () => {
  test('has its functions by file, its kinds, and what the summary merged', () => {
    const { tree, negative } = flameOfSnapshot(SUMMARY, 'user', 1);
    expect(flameText(tree)).toEqual([
      'all samples 6042',
      '  /home/me/train.py: main 6012',
      '    /home/me/train.py: load 5000',
      '    step 900',
      '    4 smaller 12',
      '  (no user code) 30',
    ]);
    expect(Array.from(tree.kind.subarray(1))).toEqual([NODE_USER, NODE_USER, NODE_USER, NODE_REST, NODE_UNKNOWN]);
    expect([negative, tree.count[0], tree.count[1], tree.oldest[0]]).toEqual([0, 5, 4, NaN]);
  });

  test('is sorted by the type that it shows', () => {
    expect(flameText(flameOfSnapshot(SUMMARY, 'user', 0).tree).slice(2, 5)).toEqual([
      '    step 9',
      '    4 smaller 7',
      '    /home/me/train.py: load 1',
    ]);
  });

  test('with all frames keeps JAX, and leaves out what is below 0 but says how much that is', () => {
    const { tree, negative } = flameOfSnapshot(SUMMARY, 'all', 1);
    expect(flameText(tree)).toEqual([
      'all samples 5100',
      '  /home/me/train.py: main 5100',
      '    /env/jax/_src/pjit.py: pjit 5000',
      '    step 0',
    ]);
    expect([tree.kind[2], negative]).toEqual([NODE_JAX, -900]);
  });

  test('holds exactly what a real dump holds', () => {
    const dump = gunzipSync(readFileSync(new URL('../../public/samples/leak_9.prof', import.meta.url)));
    const summary = summariseSnapshot(readPprof(dump, 1 << 16));
    for (const frames of ['user', 'all'] as const) {
      for (const [type, total] of summary.totals.entries()) {
        const { tree } = flameOfSnapshot(summary, frames, type);
        expect([tree.total[0], tree.count[0]]).toEqual([total, summary.samples]);
      }
    }
  });
});
