import type { ProfileDigest } from '../../../model/digest.ts';
import type { FlameTree } from '../../../model/flame.ts';

/** A digest as plain values, so that two can be compared: trees by their texts, which may be numbered otherwise. */
export function comparable(digest: ProfileDigest): unknown {
  const trees = Object.entries(digest.trees).map(([grouping, tree]) => [grouping, rowsOf(tree)]);
  return plain({ ...digest, trees });
}

function rowsOf({ length, parent, kind, name, file, definitionLine, self, total, count, names }: FlameTree): unknown[] {
  return Array.from({ length }, (_, row) => [
    parent[row],
    kind[row],
    names[name[row]],
    file[row] < 0 ? null : names[file[row]],
    definitionLine[row],
    self[row],
    total[row],
    count[row],
  ]);
}

function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, found: unknown) => {
      if (typeof found === 'bigint') return found.toString();
      return ArrayBuffer.isView(found) ? Array.from(found as Float64Array) : found;
    }),
  );
}
