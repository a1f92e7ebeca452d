import type { DeltaTree } from '../../../model/comparison.ts';

/** The tree as indented lines, `  f 10 → 12 +5 −3`, which do not depend on the numbering of names. */
export function deltaText({ length, parent, name, file, names, baseline, candidate, rise, fall }: DeltaTree): string[] {
  const depth = new Int32Array(length);
  return Array.from({ length }, (_, row) => {
    if (row > 0) depth[row] = depth[parent[row]] + 1;
    const where = file[row] < 0 ? '' : `${names[file[row]]}: `;
    const amounts = `${baseline[row]} → ${candidate[row]} +${rise[row]} −${fall[row]}`;
    return `${'  '.repeat(depth[row])}${where}${names[name[row]]} ${amounts}`;
  });
}
