/** The summary of a snapshot: everything that the page shows at once. */

import type {
  CallTree,
  FunctionTop,
  Snapshot,
  SnapshotSummary,
  SnapshotTops,
  SummaryFunctions,
} from '../model/snapshot.ts';
import { drawnValues, isJaxDump, sortingType, totalsOf } from './snapshot-facts.ts';
import { labelSummaries } from './snapshot-labels.ts';
import { functionOrigins, keptFunctions, snapshotTops } from './snapshot-tops.ts';
import { buildCallTree } from './snapshot-tree.ts';
import { sumByStack } from './stack-sums.ts';

export interface SummaryLimits {
  /** Nodes of a tree. */
  nodes: number;
  /** Rows of a list. */
  rows: number;
  /** Values of a label. */
  labels: number;
}

/** A flame view shows a few thousand nodes at a time; the page builds its boxes of all of them before the first picture. */
export const PAGE_LIMITS: SummaryLimits = { nodes: 20_000, rows: 200, labels: 100 };

/** Shares no memory with the snapshot but its facts and problems, so it can be transferred. */
export function summariseSnapshot(snapshot: Snapshot, limits: SummaryLimits = PAGE_LIMITS): SnapshotSummary {
  const { values, unknownSizes } = drawnValues(snapshot);
  const byStack = sumByStack(snapshot, values);
  const origins = functionOrigins(snapshot);
  const types = snapshot.sampleTypes.length;
  const totals = totalsOf(values, types);
  const sortedBy = sortingType(snapshot);
  const named = new NamedFunctions(snapshot, origins);
  const treeOf = (kept: Uint8Array): CallTree =>
    named.inTree(buildCallTree(snapshot, byStack, { kept, limit: limits.nodes }));
  const keptInUserTree = keptFunctions(origins, 'user');
  const userTree = treeOf(keptInUserTree);
  // Most profiles that JAX did not write have nothing to fold: then one tree is both.
  const fullTree = keptInUserTree.includes(0) ? treeOf(keptFunctions(origins, 'all')) : userTree;
  return {
    source: snapshot.source,
    sampleTypes: snapshot.sampleTypes,
    defaultSampleType: snapshot.defaultSampleType,
    sortedBy,
    isJaxDump: isJaxDump(snapshot),
    facts: snapshot.facts,
    samples: snapshot.samples.length,
    totals,
    statedTotals: values === snapshot.samples.values ? totals : totalsOf(snapshot.samples.values, types),
    unknownSizes,
    hasNegativeValues: Array.from({ length: types }, (_, type) => hasNegative(values, types, type)),
    labels: labelSummaries(snapshot, values, sortedBy, limits.labels),
    userTree,
    fullTree,
    tops: named.inTops(snapshotTops(snapshot, byStack, origins, limits.rows)),
    functions: named.table(),
    problems: snapshot.problems,
  };
}

function hasNegative(values: Float64Array, types: number, type: number): boolean {
  for (let at = type; at < values.length; at += types) if (values[at] < 0) return true;
  return false;
}

/** The functions that trees and lists name, numbered as they are met. A large profile has many that none names. */
class NamedFunctions {
  private readonly snapshot: Snapshot;
  private readonly origins: Uint8Array;
  private readonly rowOf: Int32Array;
  private readonly rows: number[] = [];

  constructor(snapshot: Snapshot, origins: Uint8Array) {
    this.snapshot = snapshot;
    this.origins = origins;
    this.rowOf = new Int32Array(origins.length).fill(-1);
  }

  inTree(tree: CallTree): CallTree {
    return { ...tree, function: tree.function.map((index) => this.name(index)) };
  }

  inTops(tops: SnapshotTops): SnapshotTops {
    const inTop = (top: FunctionTop): FunctionTop => ({
      ...top,
      rows: top.rows.map((row) => ({ ...row, function: this.name(row.function) })),
    });
    return {
      leaf: inTop(tops.leaf),
      cumulative: inTop(tops.cumulative),
      user: inTop(tops.user),
      project: inTop(tops.project),
    };
  }

  table(): SummaryFunctions {
    const { functions, strings } = this.snapshot;
    return {
      name: this.rows.map((index) => strings[functions.name[index]]),
      file: this.rows.map((index) => strings[functions.file[index]]),
      origin: Uint8Array.from(this.rows, (index) => this.origins[index]),
    };
  }

  /** Negative numbers stand for nodes that are no function. */
  private name(index: number): number {
    if (index < 0) return index;
    if (this.rowOf[index] < 0) this.rowOf[index] = this.rows.push(index) - 1;
    return this.rowOf[index];
  }
}
