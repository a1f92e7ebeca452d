/**
 * Puts the parts of a message together. A part (totals, a list) follows its head; in pastes with blocks out of order it
 * may also come before. A part without any head makes a report of its own, which says that its beginning is missing.
 */

import type { RepairLog } from './repair/log.ts';

export interface Part<F extends object> {
  /** A head takes one part of each kind, or several where they can be merged. */
  kind: string;
  merge?(earlier: F, later: F): F;
  start: number;
  end: number;
  fields: F;
}

export interface Placed<F extends object> {
  start: number;
  end: number;
  headless: boolean;
  fields: F;
}

/** A part this far after everything else of its message belongs to something else. */
const MAX_AFTER = 60_000;
/** Out of order within one paste. */
const MAX_BEFORE = 30_000;

/** One result for each head, in order, and one for each group of parts that have none. */
export function placeParts<F extends object>(
  heads: readonly number[],
  parts: readonly Part<F>[],
  log: RepairLog,
): Placed<F>[] {
  const placed: (Placed<F> & { kinds: Set<string> })[] = heads.map((start) => ({
    start,
    end: start,
    headless: false,
    fields: {} as F,
    kinds: new Set<string>(),
  }));
  const ordered = [...parts].sort((a, b) => a.start - b.start);
  const homeless: Part<F>[] = [];
  for (const part of ordered) {
    const home = placed.findLast((one) => one.start <= part.start);
    if (home && part.start - home.end <= MAX_AFTER && accepts(home, part, log)) give(home, part);
    else if (!home || !repeats(home, part)) homeless.push(part);
  }
  for (const part of homeless) {
    const next = placed.find(
      (one) =>
        !one.headless && one.start > part.start && !one.kinds.has(part.kind) && one.start - part.end <= MAX_BEFORE,
    );
    if (next) {
      give(next, part);
      log.add('order');
      continue;
    }
    const group = placed.findLast(
      (one) => one.headless && !one.kinds.has(part.kind) && part.start - one.end <= MAX_AFTER,
    );
    if (group && !heads.some((head) => head > group.start && head < part.start)) give(group, part);
    else
      placed.push({
        start: part.start,
        end: part.end,
        headless: true,
        fields: part.fields,
        kinds: new Set([part.kind]),
      });
  }
  return placed.map(({ start, end, headless, fields }) => ({ start, end, headless, fields }));
}

function accepts<F extends object>(home: Placed<F> & { kinds: Set<string> }, part: Part<F>, log: RepairLog): boolean {
  if (!home.kinds.has(part.kind) || part.merge) return true;
  if (repeats(home, part)) log.add('duplicates');
  return false;
}

/** The message has this part already, word for word. */
function repeats<F extends object>(home: Placed<F> & { kinds: Set<string> }, part: Part<F>): boolean {
  const known = new Map<string, unknown>(Object.entries(home.fields));
  return (
    home.kinds.has(part.kind) &&
    Object.entries(part.fields).every(([key, value]) => JSON.stringify(known.get(key)) === JSON.stringify(value))
  );
}

function give<F extends object>(to: Placed<F> & { kinds: Set<string> }, part: Part<F>): void {
  to.fields =
    part.merge && to.kinds.has(part.kind) ? part.merge(to.fields, part.fields) : { ...to.fields, ...part.fields };
  to.kinds.add(part.kind);
  to.end = Math.max(to.end, part.end);
}
