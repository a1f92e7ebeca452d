import type { CallTree, FunctionTop, SnapshotSummary } from '../../model/snapshot.ts';
import { NODE_SMALLER } from '../../model/snapshot.ts';
import { chooseNodes } from './choose-nodes.ts';

/** The summary of a dump with a small folded call tree, the heads of its lists, and only the functions they name. */
export function reduceSnapshot(summary: SnapshotSummary, { nodes, rows }: { nodes: number; rows: number }): SnapshotSummary {
  const types = summary.sampleTypes.length;
  const functions = new KeptFunctions(summary.functions);
  const tree = functions.inTree(prunedCalls(summary.userTree, types, summary.sortedBy, nodes));
  const top = ({ rows: found, distinct, tieAtCut }: FunctionTop): FunctionTop => ({
    rows: found.slice(0, rows).map((row) => ({ ...row, function: functions.indexOf(row.function), lines: row.lines.slice(0, 1) })),
    distinct,
    tieAtCut: tieAtCut && found.length <= rows,
  });
  const { leaf, cumulative, user, project } = summary.tops;
  const tops = { leaf: top(leaf), cumulative: top(cumulative), user: top(user), project: top(project) };
  return {
    ...summary,
    facts: { ...summary.facts, comments: summary.facts.comments.slice(0, rows), mappings: [] },
    labels: summary.labels.slice(0, rows).map((label) => fewValues(label, rows)),
    functions: functions.table(),
    userTree: tree,
    fullTree: tree,
    tops,
    problems: summary.problems.slice(0, rows),
  };
}

function prunedCalls(tree: CallTree, types: number, sortedBy: number, nodes: number): CallTree {
  const weight = Array.from(tree.parent, (_, row) =>
    tree.function[row] === NODE_SMALLER ? 0 : Math.abs(tree.total[row * types + sortedBy]),
  );
  const [{ isKept, merged }] = chooseNodes([{ parent: tree.parent, weight }], nodes);
  const place: number[] = [];
  const from: number[] = [];
  const restOf = new Map<number, number>();
  for (let row = 0; row < tree.length; row++) {
    const parent = tree.parent[row];
    if (isKept[row] === 1) {
      place.push(from.push(row) - 1);
    } else if (isKept[parent] === 1) {
      // The first of the merged rows stands for all of them.
      const rest = restOf.get(parent) ?? from.push(row) - 1;
      restOf.set(parent, rest);
      place.push(rest);
    } else {
      place.push(place[parent]);
    }
  }
  const length = from.length;
  const isRest = (row: number): boolean => isKept[row] === 0;
  const small: CallTree = {
    length,
    parent: Int32Array.from(from, (row) => (row === 0 ? -1 : place[tree.parent[row]])),
    function: Int32Array.from(from, (row) => (isRest(row) ? NODE_SMALLER : tree.function[row])),
    line: Float64Array.from(from, (row) => (isRest(row) ? 0 : tree.line[row])),
    self: new Float64Array(length * types),
    total: new Float64Array(length * types),
    samples: new Uint32Array(length),
    merged: Uint32Array.from(from, (row) => (isRest(row) ? merged[tree.parent[row]] : tree.merged[row])),
  };
  for (let row = 0; row < tree.length; row++) {
    const at = place[row];
    // What was merged before stands for as many places as it did.
    if (isRest(row) && tree.merged[row] > 1) small.merged[at] += tree.merged[row] - 1;
    for (let type = 0; type < types; type++) small.self[at * types + type] += tree.self[row * types + type];
    // A rest is the sum of whole branches, all else what it was.
    const isBranch = isRest(row) && isKept[tree.parent[row]] === 1;
    if (isBranch) small.samples[at] += tree.samples[row];
    else if (!isRest(row)) small.samples[at] = tree.samples[row];
    for (let type = 0; type < types; type++) {
      if (isBranch || !isRest(row)) small.total[at * types + type] += tree.total[row * types + type];
    }
  }
  return small;
}

function fewValues(label: SnapshotSummary['labels'][number], most: number): SnapshotSummary['labels'][number] {
  const rest = label.values.slice(most);
  return {
    key: label.key,
    values: label.values.slice(0, most),
    rest: {
      distinct: label.rest.distinct + rest.length,
      samples: rest.reduce((sum, { samples }) => sum + samples, label.rest.samples),
      values: label.rest.values.map((value, type) => rest.reduce((sum, { values }) => sum + values[type], value)),
    },
  };
}

/** Only the functions that are named, numbered as they are met. */
class KeptFunctions {
  private readonly all: SnapshotSummary['functions'];
  private readonly rowOf = new Map<number, number>();

  constructor(all: SnapshotSummary['functions']) {
    this.all = all;
  }

  /** Negative numbers stand for nodes that are no function. */
  indexOf(index: number): number {
    if (index < 0) return index;
    const known = this.rowOf.get(index);
    if (known !== undefined) return known;
    this.rowOf.set(index, this.rowOf.size);
    return this.rowOf.size - 1;
  }

  inTree(tree: CallTree): CallTree {
    return { ...tree, function: tree.function.map((index) => this.indexOf(index)) };
  }

  table(): SnapshotSummary['functions'] {
    const rows = [...this.rowOf.keys()];
    return {
      name: rows.map((row) => this.all.name[row]),
      file: rows.map((row) => this.all.file[row]),
      origin: Uint8Array.from(rows, (row) => this.all.origin[row]),
    };
  }
}
