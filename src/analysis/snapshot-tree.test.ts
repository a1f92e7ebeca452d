import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DumpSample } from '../../fixtures/pprof-writer.ts';
import { buffers, jaxDump, pprofBytes, pprofSpec } from '../../fixtures/pprof-writer.ts';
import { readPprof } from '../formats/pprof/testing/read-pprof.ts';
import type { CallTree, FrameSelection, Snapshot } from '../model/snapshot.ts';
import { NODE_NO_FRAME, NODE_ROOT, NODE_SMALLER } from '../model/snapshot.ts';
import { functionOrigins, keptFunctions } from './snapshot-tops.ts';
import { buildCallTree, samplesWithLabel } from './snapshot-tree.ts';
import { sumByStack } from './stack-sums.ts';

const PJIT = '/venv/lib/python3.11/site-packages/jax/_src/pjit.py';
const BRAX = '/venv/lib/python3.11/site-packages/brax/envs.py';

/** One sample type, in bytes. */
function snapshotOf(samples: DumpSample[]): Snapshot {
  return readPprof(pprofBytes(pprofSpec({ sampleTypes: [{ type: 'space', unit: 'bytes' }], samples })));
}

function treeOf(snapshot: Snapshot, selection: FrameSelection, limit = 1000, mask?: Uint8Array): CallTree {
  const kept = keptFunctions(functionOrigins(snapshot), selection);
  return buildCallTree(snapshot, sumByStack(snapshot, snapshot.samples.values, mask), { kept, limit });
}

/** One line a node, indented by depth: name, total, self where it differs, line of code where it is one. */
function drawing(snapshot: Snapshot, tree: CallTree): string[] {
  const types = snapshot.sampleTypes.length;
  const depth: number[] = [];
  return Array.from({ length: tree.length }, (_, node) => {
    depth.push(node === 0 ? 0 : depth[tree.parent[node]] + 1);
    const total = tree.total[node * types + types - 1];
    const self = tree.self[node * types + types - 1];
    const line = tree.line[node] === 0 ? '' : `:${tree.line[node]}`;
    const merged = tree.merged[node] === 0 ? '' : ` of ${tree.merged[node]}`;
    const own = self === total ? '' : ` self ${self}`;
    return `${' '.repeat(depth[node])}${nameOf(snapshot, tree, node)}${line}${merged} ${total}${own}`;
  });
}

function nameOf({ functions, strings }: Snapshot, tree: CallTree, node: number): string {
  const index = tree.function[node];
  if (index === NODE_ROOT) return 'root';
  if (index === NODE_SMALLER) return '(smaller)';
  if (index === NODE_NO_FRAME) return '(no frame)';
  return strings[functions.name[index]];
}

const SNAPSHOT = snapshotOf([
  { stack: ['train a.py:1', `pjit ${PJIT}:5`, `wrapper ${PJIT}:6`], values: [4] },
  { stack: ['train a.py:2', `pjit ${PJIT}:5`], values: [2] },
  { stack: ['train a.py:2', `pjit ${PJIT}:5`, 'loss a.py:9'], values: [8] },
  { stack: ['train a.py:1'], values: [1] },
  { stack: [`pjit ${PJIT}:5`], values: [1] },
  { stack: [], values: [16] },
]);

describe('buildCallTree', () => {
  test('lays equal stacks on each other, depth first and by size', () => {
    expect(drawing(SNAPSHOT, treeOf(SNAPSHOT, 'all'))).toEqual([
      'root 32 self 0',
      ' (no frame) 16',
      ' train 15 self 1',
      '  pjit:5 14 self 2',
      '   loss:9 8',
      '   wrapper:6 4',
      ' pjit:5 1',
    ]);
  });

  test('folds what is not user code into its caller', () => {
    expect(drawing(SNAPSHOT, treeOf(SNAPSHOT, 'user'))).toEqual([
      'root 32 self 0',
      ' (no frame) 17',
      ' train 15 self 7',
      '  loss:9 8',
    ]);
  });

  test('libraries are user code, but not the project', () => {
    const snapshot = snapshotOf([{ stack: ['train a.py:1', `reset ${BRAX}:2`, `pjit ${PJIT}:5`], values: [4] }]);
    expect(drawing(snapshot, treeOf(snapshot, 'user'))).toEqual(['root 4 self 0', ' train:1 4 self 0', '  reset:2 4']);
    expect(drawing(snapshot, treeOf(snapshot, 'project'))).toEqual(['root 4 self 0', ' train:1 4']);
  });

  test('keeps the largest nodes and merges the smaller ones of each place', () => {
    expect(drawing(SNAPSHOT, treeOf(SNAPSHOT, 'all', 4))).toEqual([
      'root 32 self 0',
      ' (no frame) 16',
      ' train 15 self 1',
      '  pjit:5 14 self 2',
      '   loss:9 8',
      '   (smaller) of 1 4',
      ' (smaller) of 1 1',
    ]);
    expect(drawing(SNAPSHOT, treeOf(SNAPSHOT, 'all', 2))).toEqual([
      'root 32 self 0',
      ' (no frame) 16',
      ' train 15 self 1',
      '  (smaller) of 1 14',
      ' (smaller) of 1 1',
    ]);
  });

  test('shows the samples of one label', () => {
    const snapshot = readPprof(
      jaxDump([buffers(['main a.py:1'], 1, 8, 'cuda:0'), buffers(['f a.py:2'], 1, 16, 'cuda:1')]),
    );
    const mask = samplesWithLabel(snapshot, 'device', 'cuda:1');
    expect(drawing(snapshot, treeOf(snapshot, 'all', 100, mask))).toEqual(['root 16 self 0', ' f:2 16']);
  });

  test('rises and falls below one place do not hide each other', () => {
    const snapshot = snapshotOf([
      { stack: ['main a.py:1', 'rose a.py:2'], values: [100] },
      { stack: ['main a.py:1', 'fell a.py:3'], values: [-100] },
      { stack: ['other a.py:4'], values: [3] },
    ]);
    expect(drawing(snapshot, treeOf(snapshot, 'all', 4))).toEqual([
      'root 3 self 0',
      ' main:1 0',
      '  fell:3 -100',
      '  rose:2 100',
      ' (smaller) of 1 3',
    ]);
  });

  const frame = fc.constantFrom('a x.py:1', 'b x.py:2', 'b x.py:3', `j ${PJIT}:4`, `k ${PJIT}:5`, `l ${BRAX}:6`);
  const sample = fc.record({
    stack: fc.array(frame, { maxLength: 6 }),
    values: fc.tuple(fc.integer({ min: -20, max: 1000 })),
  });

  test('agrees with a tree of objects for any samples', () => {
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 40 }), (samples) => {
        const snapshot = snapshotOf(samples);
        for (const selection of ['all', 'user', 'project'] as const) {
          expect(totalsByPath(snapshot, treeOf(snapshot, selection))).toEqual(expectedTotals(samples, selection));
        }
      }),
      { numRuns: 150 },
    );
  });

  test('has the same totals at every limit, and no node that is larger than its parent in samples', () => {
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (samples, limit) => {
        const snapshot = snapshotOf(samples);
        const whole = totalsByPath(snapshot, treeOf(snapshot, 'all'));
        const tree = treeOf(snapshot, 'all', limit);
        const functions = tree.function.filter((index) => index !== NODE_SMALLER && index !== NODE_NO_FRAME);
        expect(functions.length).toBeLessThanOrEqual(limit);
        for (const [path, total] of totalsByPath(snapshot, tree)) {
          if (!path.includes('(smaller)')) expect(total).toBe(whole.get(path));
        }
        for (let node = 1; node < tree.length; node++) {
          expect(tree.parent[node]).toBeLessThan(node);
          expect(tree.samples[node]).toBeLessThanOrEqual(tree.samples[tree.parent[node]]);
        }
      }),
      { numRuns: 150 },
    );
  });
});

function totalsByPath(snapshot: Snapshot, tree: CallTree): Map<string, number> {
  const paths: string[] = [];
  const totals = new Map<string, number>();
  for (let node = 0; node < tree.length; node++) {
    paths.push(node === 0 ? '' : `${paths[tree.parent[node]]}/${nameOf(snapshot, tree, node)}`);
    totals.set(paths[node], tree.total[node]);
  }
  return totals;
}

function expectedTotals(samples: DumpSample[], selection: FrameSelection): Map<string, number> {
  const totals = new Map<string, number>([['', 0]]);
  for (const { stack, values } of samples) {
    const kept = stack.filter((text) => {
      if (selection === 'all') return true;
      return !text.includes(PJIT) && (selection === 'user' || !text.includes(BRAX));
    });
    const names = kept.length === 0 ? ['(no frame)'] : kept.map((text) => text.split(' ')[0]);
    let path = '';
    for (const name of ['', ...names]) {
      path = name === '' ? '' : `${path}/${name}`;
      totals.set(path, (totals.get(path) ?? 0) + Number(values[0]));
    }
  }
  return totals;
}
