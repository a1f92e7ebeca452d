/** The sentence that names what made the difference. */

import type { Comparison, DeltaRow } from '../../model/comparison.ts';
import type { TraceDigest, ProfileDigest } from '../../model/digest.ts';
import type { Finding, FindingKind } from '../../model/finding.ts';
import type { FlameAmounts } from '../../model/amounts.ts';
import { NODE_BEFORE_CAPTURE, NODE_PROGRAM, NODE_RESERVED, NODE_REST, NODE_UNKNOWN } from '../../model/flame.ts';
import type { Bytes } from '../../model/units.ts';
import { baseName, callSiteName, type FrameNaming } from './frame-key.ts';
import { underSite, type UnderSite } from './under-site.ts';

/** The side that has more of it, and the other one. */
export interface CauseSides {
  more: { name: 'baseline' | 'candidate'; digest: ProfileDigest };
  less: { name: 'baseline' | 'candidate'; digest: ProfileDigest };
}

export interface Cause {
  /** By how much the two differ in it, above 0. */
  difference: Bytes;
  sentence: string;
}

const COPIES: readonly FindingKind[] = ['staircase', 'copy'];
const ARENAS: readonly FindingKind[] = ['needle', 'gap-ramp'];

/** Of the findings of the side that has more, the one that explains most of it at the peak; null where none does. */
export function causeByFinding(
  findings: readonly Finding[],
  { more, less }: CauseSides,
  naming: FrameNaming,
  amounts: FlameAmounts,
): Cause | null {
  const [mine, other] = [more.digest.trees.stack, less.digest.trees.stack];
  if (mine === undefined || other === undefined || more.digest.kind !== 'trace') return null;
  let best: Cause | null = null;
  for (const { kind, evidence } of findings) {
    const site = evidence.callSite;
    if (site === '' || (!COPIES.includes(kind) && !ARENAS.includes(kind))) continue;
    const part = partOf(kind, underSite(mine, site, naming));
    const theirs = underSite(other, site, naming);
    const difference = part.of(part.whole) - part.of(theirs);
    if (difference <= 0 || (best !== null && difference <= best.difference)) continue;
    const atLeast = part.whole.merged > 0 ? 'At least ' : '';
    const share = `${atLeast}${amounts.short(part.of(part.whole))} of the ${more.name}'s peak are ${part.words} ${site}`;
    best = { difference, sentence: `${share}; ${onTheOther(part, theirs, site, less, amounts)}.` };
  }
  return best;
}

interface Part {
  whole: UnderSite;
  of: (under: UnderSite) => Bytes;
  words: string;
  areCopies: boolean;
}

/** Copies where the finding is about copies, else what the largest program of the call site holds, else everything. */
function partOf(kind: FindingKind, whole: UnderSite): Part {
  if (COPIES.includes(kind) && whole.copies > 0) {
    return { whole, of: ({ copies }) => copies, words: 'copies made under', areCopies: true };
  }
  const [largest] = [...whole.programs].sort((a, b) => b[1] - a[1]);
  if (ARENAS.includes(kind) && largest !== undefined) {
    const [program] = largest;
    const words = `held by ${program} under`;
    return { whole, of: ({ programs }) => programs.get(program) ?? 0, words, areCopies: false };
  }
  return { whole, of: ({ all }) => all, words: 'held under', areCopies: false };
}

/** What is certain of the other side: that it makes none, or only that its peak has none. */
function onTheOther(
  { of, areCopies }: Part,
  theirs: UnderSite,
  site: string,
  { name, digest }: CauseSides['less'],
  amounts: FlameAmounts,
): string {
  const bytes = of(theirs);
  if (bytes > 0) return `of the ${name}'s, ${amounts.short(bytes)}`;
  if (areCopies && digest.kind === 'trace' && makesNoCopies(digest, site)) return `the ${name} makes none`;
  if (theirs.mergedAnywhere > 0) return `the ${name}'s has at most ${amounts.short(theirs.mergedAnywhere)} of that`;
  return `the ${name}'s has none`;
}

function makesNoCopies({ copySites }: TraceDigest, site: string): boolean {
  return copySites !== undefined && copySites !== null && !copySites.includes(site);
}

/** A row, and the table that it is of. */
export interface Move {
  row: DeltaRow;
  all: readonly DeltaRow[];
}

/**
 * The row that moved most in a direction; null where none did. Where that is outside user code, as in a trace without
 * Python frames, the program that moved most tells more, if it is most of it.
 */
export function largestMove(rows: Comparison['rows'], direction: 1 | -1): Move | null {
  const largest = (all: readonly DeltaRow[] = []): Move | null => {
    const row = all.find(({ delta }) => delta * direction > 0);
    return row === undefined ? null : { row, all };
  };
  const site = largest(rows['call-site']);
  if (site?.row.kind !== NODE_UNKNOWN) return site;
  const program = largest(rows.program);
  const isMost = program !== null && 2 * Math.abs(program.row.delta) > Math.abs(site.row.delta);
  return isMost && program.row.kind === NODE_PROGRAM ? program : site;
}

/**
 * `The largest rise is 1.20 GiB under model.py: __call__, from 300 MiB to 1.49 GiB.` A side with merged boxes may hold
 * there what it does not list.
 */
export function moveSentence({ row, all }: Move, amounts: FlameAmounts): string {
  const word = row.delta > 0 ? 'rise' : 'fall';
  const change = (side: 'baseline' | 'candidate'): string => {
    const hasMerged = all.some((other) => other.kind === NODE_REST && other[side] !== null);
    return hasMerged ? `which is not listed for the ${side}` : `where the ${side} has nothing`;
  };
  const between =
    row.baseline === null
      ? change('baseline')
      : row.candidate === null
        ? change('candidate')
        : `from ${amounts.short(row.baseline.bytes)} to ${amounts.short(row.candidate.bytes)}`;
  return `The largest ${word} is ${amounts.short(Math.abs(row.delta))} ${placeOf(row)}, ${between}.`;
}

function placeOf({ kind, name, file }: DeltaRow): string {
  switch (kind) {
    case NODE_BEFORE_CAPTURE:
      return 'in memory from before the capture';
    case NODE_RESERVED:
      return 'in reserved memory';
    case NODE_UNKNOWN:
      return 'outside user code';
    case NODE_REST:
      return 'in small places together';
    case NODE_PROGRAM:
      return `held by ${name}`;
    default:
      return `under ${callSiteName(name, file === null ? null : baseName(file))}`;
  }
}
