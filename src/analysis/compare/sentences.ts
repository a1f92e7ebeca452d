/** What a comparison says in words: plain, and true to the byte. The headline comes first. */

import { amountsOfType, BYTES, type FlameAmounts } from '../../model/amounts.ts';
import type { Comparison, FindingChanges, SideFacts } from '../../model/comparison.ts';
import type { ProfileDigest } from '../../model/digest.ts';
import type { Finding } from '../../model/finding.ts';
import { formatBytesBoth, formatPercent } from '../../model/format.ts';
import { causeByFinding, largestMove, moveSentence, type CauseSides } from './cause.ts';
import type { FrameNaming } from './frame-key.ts';

/** A move against the direction of the whole is worth a sentence from this share of the greater total on. */
const LEAST_COUNTER_MOVE = 0.01;
/** Findings that are named in one sentence. */
const MOST_TITLES = 3;

interface Told extends Pick<Comparison, 'unit' | 'delta' | 'rows' | 'findings'> {
  baseline: SideFacts;
  candidate: SideFacts;
}

export function sentencesOf(
  told: Told,
  digests: { baseline: ProfileDigest; candidate: ProfileDigest },
  naming: FrameNaming,
): string[] {
  const { baseline, candidate, unit, delta, rows, findings } = told;
  const amounts = amountsOfType({ type: candidate.counted, unit });
  const words = { baseline: wordOf(digests.baseline), candidate: wordOf(digests.candidate) };
  return [
    headline(baseline, candidate, delta, words, amounts),
    ...causes(delta, rows, findings, digests, naming, amounts),
    ...counterMove(delta, rows, Math.max(baseline.total, candidate.total), amounts),
    ...findingSentence(findings),
  ];
}

/** What the total of a side is called. */
function wordOf({ kind }: ProfileDigest): string {
  return kind === 'trace' ? 'peak' : 'total';
}

function headline(
  { total: before }: SideFacts,
  { total: after }: SideFacts,
  delta: number,
  words: Record<'baseline' | 'candidate', string>,
  amounts: FlameAmounts,
): string {
  const { short, exact } = amounts;
  const theirs = words.baseline === words.candidate ? '' : ` ${words.baseline}`;
  if (delta === 0) {
    const both = theirs === '' ? `Both ${words.candidate}s` : `Candidate's ${words.candidate} and the baseline's${theirs}`;
    const size = amounts === BYTES ? formatBytesBoth(after) : exact(after);
    return `${both} are the same: ${size}.`;
  }
  // A share of nothing, or of a total below 0, says nothing.
  const share = before > 0 && Math.abs(delta) / before < 100 ? ` (${formatPercent(Math.abs(delta) / before)})` : '';
  const direction = delta > 0 ? 'above' : 'below';
  const zero = before === 0 ? `, which is ${exact(0)}` : after === 0 ? `: it is ${exact(0)}` : '';
  return `Candidate's ${words.candidate} is ${short(Math.abs(delta))}${share} ${direction} the baseline's${theirs}${zero}.`;
}

function causes(
  delta: number,
  rows: Comparison['rows'],
  findings: FindingChanges,
  { baseline, candidate }: { baseline: ProfileDigest; candidate: ProfileDigest },
  naming: FrameNaming,
  amounts: FlameAmounts,
): string[] {
  const isRise = delta >= 0;
  const sides: CauseSides = isRise
    ? { more: { name: 'candidate', digest: candidate }, less: { name: 'baseline', digest: baseline } }
    : { more: { name: 'baseline', digest: baseline }, less: { name: 'candidate', digest: candidate } };
  const own: Finding[] = isRise
    ? [...findings.onlyCandidate, ...findings.changed.map((pair) => pair.candidate)]
    : [...findings.onlyBaseline, ...findings.changed.map((pair) => pair.baseline)];
  const move = largestMove(rows, isRise ? 1 : -1);
  const cause = delta === 0 ? null : causeByFinding(own, sides, naming, amounts);
  if (cause !== null && cause.difference >= Math.abs(move?.row.delta ?? 0)) return [cause.sentence];
  if (move !== null) return [moveSentence(move, amounts)];
  const isKnown = (rows['call-site'] ?? []).length > 0;
  return isKnown && delta === 0 ? ['No call site holds more or less than before.'] : [];
}

/** What went the other way. Where the totals are equal, something fell as much as something rose. */
function counterMove(delta: number, rows: Comparison['rows'], total: number, amounts: FlameAmounts): string[] {
  const move = largestMove(rows, delta >= 0 ? -1 : 1);
  if (move === null || Math.abs(move.row.delta) < LEAST_COUNTER_MOVE * total) return [];
  return [moveSentence(move, amounts)];
}

function findingSentence({ onlyBaseline, onlyCandidate }: FindingChanges): string[] {
  const only = (side: string, findings: readonly Finding[]): string[] => {
    if (findings.length === 0) return [];
    const times = new Map<string, number>();
    for (const { title } of findings) times.set(title, (times.get(title) ?? 0) + 1);
    const titles = [...times].map(([title, count]) => (count === 1 ? title : `${title} (${count} times)`));
    const rest = titles.length - MOST_TITLES;
    return [`Only in the ${side}: ${titles.slice(0, MOST_TITLES).join('; ')}${rest > 0 ? ` and ${rest} more` : ''}.`];
  };
  return [...only('candidate', onlyCandidate), ...only('baseline', onlyBaseline)];
}
