/** The order of a series as the user changes it: lists of names. */

/** With one name a place earlier (-1) or later (1); as it was where there is no such place. */
export function movedName(names: readonly string[], name: string, by: -1 | 1): readonly string[] {
  const from = names.indexOf(name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= names.length) return names;
  const moved = names.slice();
  [moved[from], moved[to]] = [moved[to], moved[from]];
  return moved;
}

/** By name, numbers within names as numbers: `mem_9` before `mem_10`. */
export function namesInOrder(names: readonly string[]): readonly string[] {
  const inOrder = new Intl.Collator('en', { numeric: true });
  return names.toSorted((a, b) => inOrder.compare(a, b));
}
