import type { CallTree, FunctionTop, SnapshotSummary } from '../../../model/snapshot.ts';
import { NODE_NO_FRAME, NODE_ROOT, NODE_SMALLER } from '../../../model/snapshot.ts';

/** The summary of a JAX dump with a call tree of so many nodes, the same for the same seed. */
export function dumpSummary(seed: number, nodes: number): SnapshotSummary {
  let state = seed >>> 0;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const types = 2;
  const functions = Array.from({ length: 20 }, (_, index) => `f${index}`);
  const tree: CallTree = {
    length: nodes,
    parent: Int32Array.from({ length: nodes }, (_, row) => (row === 0 ? -1 : random(row))),
    function: Int32Array.from({ length: nodes }, (_, row) => (row === 0 ? NODE_ROOT : random(20))),
    line: Float64Array.from({ length: nodes }, () => random(300)),
    self: Float64Array.from({ length: nodes * types }, (_, at) => (at % types === 0 ? random(9) : random(2 ** 20) * 256)),
    total: new Float64Array(nodes * types),
    samples: Uint32Array.from({ length: nodes }, () => random(4)),
    merged: new Uint32Array(nodes),
  };
  if (nodes > 2) {
    tree.function[nodes - 1] = NODE_SMALLER;
    tree.merged[nodes - 1] = 1 + random(1000);
    tree.function[nodes - 2] = NODE_NO_FRAME;
    tree.parent[nodes - 1] = 0;
  }
  tree.total.set(tree.self);
  for (let row = nodes - 1; row > 0; row--) {
    tree.samples[tree.parent[row]] += tree.samples[row];
    for (let type = 0; type < types; type++) tree.total[tree.parent[row] * types + type] += tree.total[row * types + type];
  }
  const top: FunctionTop = {
    rows: Array.from({ length: 30 }, (_, index) => ({ function: index % 20, lines: [index], values: [1, 30 - index], samples: 1 })),
    distinct: 30,
    tieAtCut: false,
  };
  return {
    source: { name: 'memory_3.prof', format: 'pprof', bytes: 4_000 },
    sampleTypes: [
      { type: 'allocations', unit: 'count' },
      { type: 'space', unit: 'bytes' },
    ],
    defaultSampleType: 1,
    sortedBy: 1,
    isJaxDump: true,
    facts: {
      timeNs: null,
      durationNs: -1n,
      period: null,
      comments: ['made for a test'],
      mappings: [],
      dropFrames: '',
      keepFrames: '',
      docUrl: '',
      counts: { samples: 5, locations: 6, functions: 20, mappings: 0, strings: 30, comments: 1 },
      samplesWithoutStack: 0,
      locationsWithoutLines: 0,
      missingLocationRefs: 0,
      maxDepthLocations: 4,
      maxDepthFrames: 4,
    },
    samples: 5,
    totals: Array.from(tree.total.slice(0, types)),
    statedTotals: Array.from(tree.total.slice(0, types)),
    unknownSizes: { samples: 0, count: 0 },
    hasNegativeValues: [false, false],
    labels: [{ key: 'kind', values: [{ text: 'buffer', samples: 3, values: [3, 512] }], rest: { distinct: 0, samples: 0, values: [0, 0] } }],
    functions: { name: functions, file: functions.map(() => 'train.py'), origin: new Uint8Array(20) },
    userTree: tree,
    fullTree: tree,
    tops: { leaf: top, cumulative: top, user: top, project: top },
    problems: [],
  };
}
