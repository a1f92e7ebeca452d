/** `compare BASELINE CANDIDATE…`: what the candidate has more; of three or more, a table of peaks. */

import { compareDigests } from '../analysis/compare/compare.ts';
import { sideFacts } from '../analysis/compare/side.ts';
import { areComparable } from '../model/digest.ts';
import type { Comparison } from '../model/comparison.ts';
import type { Refusal } from '../model/problems.ts';
import { comparisonMarkdown } from '../share/comparison-markdown.ts';
import { parseArguments, valueFor, type Arguments } from './arguments.ts';
import { BUILD } from './build.ts';
import { comparisonJson, pprofDiffJson } from './compare-json.ts';
import { comparisonText } from './compare-text.ts';
import { openDigest, type DigestChoice, type DigestOutcome, type OpenedDigest } from './open-digest.ts';
import { saveReport } from './report-file.ts';
import { peakOf, peaksMarkdown, peaksText, type PeakRow } from './peaks-table.ts';
import { LINK_OPTIONS, printLink } from './print-link.ts';
import { tell } from './tell.ts';

/** What chooses one of several, for `compare` and `check`. */
export const CHOICE_OPTIONS = ['--run', '--allocator', '--sample-type'];

const OPTIONS = {
  flags: ['--json', '--markdown', '--link', ...LINK_OPTIONS.flags],
  values: [...CHOICE_OPTIONS, '--html', ...LINK_OPTIONS.values],
};

/** Exit code 0 if the profiles were compared, else 2 with sentences on stderr. */
export async function compareCommand(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, OPTIONS);
  const paths = sidePaths(parsed);
  if (parsed.faults.length > 0 || paths.length < 2) {
    return tell([...parsed.faults, ...(paths.length < 2 ? ['compare needs a baseline and a candidate.'] : [])]);
  }
  if (paths.length > 2) return comparePeaks(paths, parsed);
  const sides = await openSides(paths, parsed);
  if (sides === null) return 2;
  const [baseline, candidate] = sides;
  const comparison = compareDigests(baseline.digest, candidate.digest);
  if (!areComparable(baseline.digest, candidate.digest)) return tell(comparison.sentences);
  if (parsed.flags.has('--link')) return printLink([baseline.digest, candidate.digest], paths, parsed);
  const file = parsed.values.get('--html')?.[0];
  const fault =
    file === undefined ? null : await saveReport(file, { baseline: baseline.digest, candidate: candidate.digest });
  if (fault !== null) return tell([fault]);
  process.stdout.write(written(comparison, parsed, [baseline, candidate], paths));
  return 0;
}

function written(
  comparison: Comparison,
  { flags }: Arguments,
  [baseline, candidate]: readonly OpenedDigest[],
  [before, after]: readonly string[],
): string {
  if (flags.has('--json')) {
    const diff =
      baseline.snapshot === null || candidate.snapshot === null
        ? {}
        : pprofDiffJson({ path: before, snapshot: baseline.snapshot }, { path: after, snapshot: candidate.snapshot });
    return `${JSON.stringify({ ...comparisonJson(comparison), ...diff }, null, 1)}\n`;
  }
  if (flags.has('--markdown')) return comparisonMarkdown(comparison, { link: null, build: BUILD });
  return comparisonText(comparison);
}

/** Two runs of one archive are two sides: `compare logs.tar.gz --run A --run B`. */
export function sidePaths({ paths, values }: Arguments): string[] {
  const choices = Math.max(0, ...CHOICE_OPTIONS.map((name) => values.get(name)?.length ?? 0));
  return paths.length === 1 && choices > 1 ? Array.from({ length: choices }, () => paths[0]) : paths;
}

/** Null, with sentences on stderr, where one of them cannot be opened. */
export async function openSides(paths: readonly string[], parsed: Arguments): Promise<OpenedDigest[] | null> {
  const sides: OpenedDigest[] = [];
  const refused: Refusal[] = [];
  for (const [index, path] of paths.entries()) {
    const outcome = await openSide(path, parsed, index);
    if (outcome.opened === null) refused.push(...outcome.refused);
    else sides.push(outcome.opened);
  }
  tell(refused.map(({ file, reason }) => `${file}: ${reason}`));
  return refused.length > 0 ? null : sides;
}

async function openSide(path: string, parsed: Arguments, index: number): Promise<DigestOutcome> {
  const choice: DigestChoice = {
    run: valueFor(parsed, '--run', index),
    allocator: valueFor(parsed, '--allocator', index),
    sampleType: valueFor(parsed, '--sample-type', index),
  };
  const outcome = await openDigest(path, choice);
  if (outcome.opened !== null) tell(outcome.opened.notes.map((note) => `${path}: ${note}`));
  return outcome;
}

/** One profile after the other, each forgotten before the next: only its facts stay. */
async function comparePeaks(paths: readonly string[], parsed: Arguments): Promise<number> {
  const rows: PeakRow[] = [];
  let refusals = 0;
  for (const [index, path] of paths.entries()) {
    const outcome = await openSide(path, parsed, index);
    if (outcome.opened === null) {
      refusals++;
      tell(outcome.refused.map(({ file, reason }) => `${file}: ${reason}`));
    } else {
      const { digest } = outcome.opened;
      rows.push(peakOf(path, digest, sideFacts(digest), rows[0]));
    }
  }
  if (rows.length === 0) return 2;
  if (parsed.flags.has('--json')) process.stdout.write(`${JSON.stringify({ profiles: rows }, null, 1)}\n`);
  else process.stdout.write(parsed.flags.has('--markdown') ? peaksMarkdown(rows) : peaksText(rows));
  return refusals > 0 ? 2 : 0;
}
