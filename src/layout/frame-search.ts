/**
 * Searching frames. Literal by default, upper and lower case alike: frame names hold `operator()`, `byte[]` and `$`,
 * which a pattern would not find. `/re/` and `/re/i` are patterns. Whatever is typed gives a search, nothing or a
 * sentence; it never throws.
 */

import { textMatch } from '../model/text-match.ts';
import type { Bytes } from '../model/units.ts';
import type { FlameIndex, FlameRow } from './flame-index.ts';
import { frameText } from './flame-index.ts';

export type FrameSearch =
  | { kind: 'none' }
  | { kind: 'search'; matches: (text: string) => boolean }
  | { kind: 'fault'; message: string };

export function parseSearch(typed: string): FrameSearch {
  if (typed.trim() === '') return { kind: 'none' };
  const { matches, fault } = textMatch(typed);
  return fault === null ? { kind: 'search', matches } : { kind: 'fault', message: fault };
}

export interface FrameMatches {
  /** 1 for each row whose frame matches. */
  matched: Uint8Array;
  /** How many rows before this one match: how many there are in a run is one subtraction. */
  before: Uint32Array;
}

/** Null where nothing is searched. A frame matches by what its box says, or by its whole path. */
export function matchFrames({ tree, frame, frames }: FlameIndex, search: FrameSearch): FrameMatches | null {
  if (search.kind !== 'search') return null;
  const { names } = tree;
  const byFrame = new Uint8Array(frames.length);
  for (let index = 0; index < frames.length; index++) {
    const name = names[frames.name[index]];
    const file = frames.file[index] < 0 ? null : names[frames.file[index]];
    const isMatch = search.matches(frameText({ name, file })) || (file !== null && search.matches(`${file}: ${name}`));
    byFrame[index] = isMatch ? 1 : 0;
  }
  const matched = new Uint8Array(tree.length);
  const before = new Uint32Array(tree.length + 1);
  for (let row = 0; row < tree.length; row++) {
    // The root is no frame: its name says what the whole tree is.
    if (row > 0) matched[row] = byFrame[frame[row]];
    before[row + 1] = before[row] + matched[row];
  }
  return { matched, before };
}

export interface MatchTotals {
  nodes: number;
  bytes: Bytes;
}

/** What the matches beneath a row hold together; a match within a match adds nothing. */
export function matchTotals(index: FlameIndex, { matched, before }: FrameMatches, under: FlameRow): MatchTotals {
  const { tree, end } = index;
  const totals = { nodes: before[end[under]] - before[under], bytes: 0 };
  for (let row = under; row < end[under]; row = matched[row] === 1 ? end[row] : row + 1) {
    if (matched[row] === 1) totals.bytes += tree.total[row];
  }
  return totals;
}
