/** Flame trees as text, for tests: one node a line, indented by two spaces, `file.py: function` and its own bytes. */

import type { FlameTree } from '../../model/flame.ts';
import { NODE_ROOT, NODE_USER } from '../../model/flame.ts';

export interface FlameTextOptions {
  kinds?: Record<string, number>;
  /** Start of each node's own allocation, by its text; every node with bytes of its own has one allocation. */
  starts?: Record<string, number>;
}

/** The first line is the root. Rows keep the order of the lines: siblings must stand by size already. */
export function flameFromText(text: string, { kinds = {}, starts = {} }: FlameTextOptions = {}): FlameTree {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const { length } = lines;
  const indent = lines[0].search(/\S/);
  const names: string[] = [];
  const intern = (name: string): number => {
    if (!names.includes(name)) names.push(name);
    return names.indexOf(name);
  };
  const tree: FlameTree = {
    length,
    parent: new Int32Array(length).fill(-1),
    kind: new Uint8Array(length),
    name: new Int32Array(length),
    file: new Int32Array(length).fill(-1),
    definitionLine: new Int32Array(length),
    self: new Float64Array(length),
    total: new Float64Array(length),
    count: new Uint32Array(length),
    oldest: new Float64Array(length).fill(NaN),
    newest: new Float64Array(length).fill(NaN),
    names,
  };
  const open: number[] = [];
  for (const [row, line] of lines.entries()) {
    const [, spaces, label, bytes] = /^( *)(.*?)(?: (\d+))?$/.exec(line) ?? [];
    const depth = (spaces.length - indent) / 2;
    open.length = depth;
    if (depth > 0) tree.parent[row] = open[depth - 1];
    open.push(row);
    const colon = label.indexOf(': ');
    tree.name[row] = intern(colon < 0 ? label : label.slice(colon + 2));
    if (colon >= 0) tree.file[row] = intern(label.slice(0, colon));
    tree.kind[row] = kinds[label] ?? (row === 0 ? NODE_ROOT : NODE_USER);
    tree.self[row] = Number(bytes ?? 0);
    for (const at of open) {
      tree.total[at] += tree.self[row];
      if (tree.self[row] > 0) tree.count[at]++;
      const start = starts[label] ?? NaN;
      if (start < tree.oldest[at] || Number.isNaN(tree.oldest[at])) tree.oldest[at] = start;
      if (start > tree.newest[at] || Number.isNaN(tree.newest[at])) tree.newest[at] = start;
    }
  }
  return tree;
}

/** The tree as lines with totals: `  layers.py: mlp 2304`. */
export function flameText({ length, parent, name, file, total, names }: FlameTree): string[] {
  const depth = new Int32Array(length);
  return Array.from({ length }, (_, row) => {
    if (row > 0) depth[row] = depth[parent[row]] + 1;
    const where = file[row] < 0 ? '' : `${names[file[row]]}: `;
    return `${'  '.repeat(depth[row])}${where}${names[name[row]]} ${String(total[row])}`;
  });
}
