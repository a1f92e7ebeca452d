/**
 * The order of several dumps in time. JAX states no time in a dump, so the names have to tell:
 *
 *     memory_9.prof  memory_10.prof                        9 before 10
 *     run3_2024-01-31.prof  run3_2024-02-01.prof           numbers from left to right, as in dates; 3 tells nothing
 *     mem_gpu1_step20.prof  mem_gpu0_step40.prof           the number after "step" goes first
 *     memory.prof  memory1.prof                            none before any
 */

import type { SeriesOrderBy } from '../model/snapshot.ts';
import { compareCodePoints } from './code-points.ts';

export interface SeriesItem {
  /** As dropped, with folders. */
  name: string;
  /** As the file states it; null where it does not. */
  timeNs: bigint | null;
  /** Milliseconds since 1970; 0 where unknown. */
  lastModified: number;
}

export interface FoundOrder {
  /** Indices of the items. */
  order: number[];
  by: SeriesOrderBy;
  sentence: string;
}

/** Where the items stand in time, and what that rests on. Items that nothing tells apart keep their order. */
export function orderSeries(items: SeriesItem[]): FoundOrder {
  const columns = numberColumns(items.map(({ name }) => name));
  const byFileTime: Rule = (a, b) => items[a].lastModified - items[b].lastModified;
  const byName: Rule = (a, b) => compareNames(items[a].name, items[b].name);
  if (columns.length > 0) {
    const byNumbers: Rule = (a, b) => firstDifference(columns, a, b);
    return { order: sorted(items, byNumbers, byFileTime, byName), by: 'number', sentence: numberSentence(columns) };
  }
  const times = items.map(({ timeNs }) => timeNs);
  if (allDistinct(times)) {
    const byStatedTime: Rule = (a, b) => compareBigInt(times[a] ?? 0n, times[b] ?? 0n);
    return { order: sorted(items, byStatedTime), by: 'stated-time', sentence: 'By the time that the files state.' };
  }
  if (allDistinct(items.map(({ lastModified }) => (lastModified === 0 ? null : lastModified)))) {
    const sentence = 'By the time when the files were last changed; copying may have altered it.';
    return { order: sorted(items, byFileTime), by: 'file-time', sentence };
  }
  const sentence = 'By file name: neither numbers nor times tell the order.';
  return { order: sorted(items, byName), by: 'name', sentence };
}

function numberSentence([first, ...more]: NumberColumn[]): string {
  if (more.length > 0 && !first.isStep) return 'By the numbers in the file names, from left to right.';
  return `By the number${first.after === '' ? '' : ` after "${first.after}"`} in the file names.`;
}

/** For items in order of their number: the number of each, as written. Empty where the name has none. */
export function numberedLabels(items: { name: string }[]): string[] {
  const columns = numberColumns(items.map(({ name }) => name));
  return items.map((_, index) => (columns.length === 0 ? '' : (columns[0].digits[index] ?? '')));
}

interface NumberColumn {
  /** The word right before the number. */
  after: string;
  /** Whether that word says that the number counts steps. */
  isStep: boolean;
  /** Of each item; null where its name ends before the number. */
  digits: (string | null)[];
}

const STEP_WORD = /(?:^|[^a-z])(?:step|steps|iter|iteration|epoch|batch|tick|snapshot|dump|time|t|i)$/i;

/**
 * The numbers that vary, most telling first, over the part that all names have in common but for its numbers. Beyond
 * that (a hash, a host name) numbers say nothing.
 */
function numberColumns(names: string[]): NumberColumn[] {
  const suffix = commonExtension(names);
  const tokens = names.map((name) => tokenise(name.slice(0, name.length - suffix.length)));
  const columns: NumberColumn[] = [];
  for (let place = 0; ; place += 2) {
    const texts = tokens.map((list) => list[place]);
    const present = texts.filter((text) => text !== undefined);
    if (present.length === 0 || present.some((text) => text !== present[0])) break;
    const digits = tokens.map((list) => list[place + 1] ?? null);
    const after = /[A-Za-z]*[^A-Za-z\d/]*$/.exec(present[0])?.[0].replace(/[^A-Za-z]+$/, '') ?? '';
    if (new Set(digits.map((text) => (text === null ? null : withoutZeros(text)))).size > 1) {
      columns.push({ after, isStep: STEP_WORD.test(after), digits });
    }
    // A name that ends where others have a number fits so far; after that there is nothing to compare.
    if (digits.some((text) => text === null)) break;
  }
  return columns.toSorted((a, b) => Number(b.isStep) - Number(a.isStep));
}

/** Text and numbers in turn, beginning with text: `run_10.b` → `run_`, `10`, `.b`. */
function tokenise(name: string): string[] {
  return name.split(/(\d+)/);
}

/** What all names end in, so that `memory` and `memory1` line up without it: `.prof`, `.pb.gz`. */
function commonExtension(names: string[]): string {
  const extension = /(?:\.[A-Za-z][A-Za-z\d]*)+$/.exec(names[0] ?? '')?.[0] ?? '';
  return names.every((name) => name.endsWith(extension)) ? extension : '';
}

function firstDifference(columns: NumberColumn[], a: number, b: number): number {
  for (const { digits } of columns) {
    const difference = compareDigits(digits[a], digits[b]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** As numbers of any size: times in nanoseconds exceed 2^53. No number comes before any. */
function compareDigits(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  const left = withoutZeros(a);
  const right = withoutZeros(b);
  return left.length - right.length || compareCodePoints(left, right);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

/** Natural order: numbers within names as numbers. */
function compareNames(a: string, b: string): number {
  const left = tokenise(a);
  const right = tokenise(b);
  for (let place = 0; place < Math.min(left.length, right.length); place++) {
    const compare = place % 2 === 0 ? compareCodePoints : compareDigits;
    const difference = compare(left[place], right[place]);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function allDistinct(values: (bigint | number | null)[]): boolean {
  return !values.includes(null) && new Set(values).size === values.length;
}

function compareBigInt(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}

/** Less than 0 where item a comes before item b. */
type Rule = (a: number, b: number) => number;

/** By the first rule that tells two items apart. */
function sorted(items: SeriesItem[], ...rules: Rule[]): number[] {
  return Array.from(items.keys()).sort((a, b) => {
    for (const rule of rules) {
      const difference = rule(a, b);
      if (difference !== 0) return difference;
    }
    return a - b;
  });
}
