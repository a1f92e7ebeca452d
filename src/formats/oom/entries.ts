/** Numbered entries of a block: runs of them, in the order of their numbers, each once. */

import type { RepairLog } from './repair/log.ts';

export interface Boundary {
  n: number;
  start: number;
  contentStart: number;
}

export interface EntryRun<T> {
  start: number;
  end: number;
  entries: T[];
}

/** An entry goes on for at most so long; what follows the last one of a run is other text. */
const MAX_ENTRY = 40_000;
/** Text that may stand between two entries of one list. */
const MAX_GAP = 3000;

/**
 * Groups entries into runs: a header (`stops`) between two of them, or much other text, begins a new run.
 * `read` gives null for something that only looks like an entry.
 */
export function entryRuns<T extends { n: number | null }>(
  text: string,
  boundaries: readonly Boundary[],
  stops: readonly number[],
  read: (n: number, from: number, to: number) => { entry: T; end: number } | null,
): EntryRun<T>[] {
  const runs: EntryRun<T>[] = [];
  let open: EntryRun<T> | null = null;
  for (const [i, boundary] of boundaries.entries()) {
    const stop = stops.filter((offset) => offset > boundary.contentStart).reduce((a, b) => Math.min(a, b), text.length);
    const to = Math.min(boundaries[i + 1]?.start ?? text.length, stop, boundary.contentStart + MAX_ENTRY);
    const result = read(boundary.n, boundary.contentStart, to);
    if (result === null) continue;
    const last: number | undefined = open?.end;
    if (
      open === null ||
      last === undefined ||
      boundary.start - last > MAX_GAP ||
      stops.some((offset) => offset > last && offset < boundary.start)
    ) {
      open = { start: boundary.start, end: result.end, entries: [] };
      runs.push(open);
    }
    open.entries.push(result.entry);
    open.end = result.end;
  }
  return runs;
}

/**
 * Entries in the order of their numbers. One that stands twice, in full or torn, counts once, with what either knows.
 * Entries of the same number that contradict each other are both kept: two lists were mixed.
 */
export function dropDuplicates<T extends { n: number | null }>(
  entries: readonly T[],
  log: RepairLog,
): { kept: T[]; dropped: number } {
  const kept: T[] = [];
  let dropped = 0;
  for (const entry of entries) {
    const twin = entry.n === null ? -1 : kept.findIndex((other) => other.n === entry.n && agree(other, entry));
    if (twin < 0) {
      kept.push(entry);
      continue;
    }
    kept[twin] = { ...entry, ...kept[twin] };
    dropped++;
  }
  const numbers = kept.map((entry) => entry.n ?? 0);
  const ordered = [...kept].sort((a, b) => (a.n ?? 0) - (b.n ?? 0));
  if (numbers.some((n, i) => n !== (ordered[i]?.n ?? 0))) log.add('order');
  log.add('duplicates', dropped);
  return { kept: ordered, dropped };
}

/** No field of one says otherwise in the other. */
function agree(a: object, b: object): boolean {
  const other = new Map(Object.entries(b));
  return Object.entries(a).every(([key, value]) => {
    if (!other.has(key) || key === 'wrapped' || key === 'opNameTruncated') return true;
    return JSON.stringify(value) === JSON.stringify(other.get(key));
  });
}
