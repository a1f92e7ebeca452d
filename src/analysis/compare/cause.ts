/** The sentence that names what made the difference. */

import type { DeltaRow } from '../../model/comparison.ts';
import type { TraceDigest, ProfileDigest } from '../../model/digest.ts';
import type { Finding, FindingKind } from '../../model/finding.ts';
import type { FlameAmounts } from '../../model/amounts.ts';
import { NODE_BEFORE_CAPTURE, NODE_RESERVED, NODE_REST, NODE_UNKNOWN } from '../../model/flame.ts';
import type { Bytes } from '../../model/units.ts';
import { programName } from '../findings/words.ts';
import { jittedName } from '../one-operation.ts';
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
    const words = `held by ${programName(jittedName(program))} under`;
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
  if (theirs.mergedAnywhere > 0) return `the ${name}'s has at most ${amounts.short(theirs.mergedAnywhere)} of them`;
  if (areCopies && digest.kind === 'trace' && makesNoCopies(digest, site)) return `the ${name} makes none`;
  return `the ${name}'s has none`;
}

function makesNoCopies({ copySites }: TraceDigest, site: string): boolean {
  return copySites !== undefined && copySites !== null && !copySites.includes(site);
}

/** The row that moved most in a direction; null where none did. */
export function largestMove(rows: readonly DeltaRow[], direction: 1 | -1): DeltaRow | null {
  return rows.find(({ delta }) => delta * direction > 0) ?? null;
}

/** `The largest rise is 1.20 GiB under model.py: __call__, from 300 MiB to 1.49 GiB.` */
export function moveSentence(row: DeltaRow, amounts: FlameAmounts): string {
  const word = row.delta > 0 ? 'rise' : 'fall';
  const from = row.baseline?.bytes ?? 0;
  const to = row.candidate?.bytes ?? 0;
  const place = placeOf(row);
  const change =
    row.baseline === null
      ? 'where the baseline has nothing'
      : row.candidate === null
        ? 'where the candidate has nothing'
        : `from ${amounts.short(from)} to ${amounts.short(to)}`;
  return `The largest ${word} is ${amounts.short(Math.abs(row.delta))} ${place}, ${change}.`;
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
    default:
      return `under ${callSiteName(name, file === null ? null : baseName(file))}`;
  }
}
