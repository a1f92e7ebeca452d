/** `check BASELINE CANDIDATE --max-peak-growth 5%`: for a test that fails when a program takes more memory. */

import { compareDigests } from '../analysis/compare/compare.ts';
import { areComparable } from '../model/digest.ts';
import { parseArguments } from './arguments.ts';
import { CHOICE_OPTIONS, openSides, sidePaths } from './compare.ts';
import { allowedGrowth, limitText, parseGrowthLimit } from './growth-limit.ts';
import { tell } from './tell.ts';

const LIMIT = '--max-peak-growth';
const OPTIONS = { flags: ['--json'], values: [LIMIT, ...CHOICE_OPTIONS] };

/** Exit code 0 where the peak grew by no more than allowed, 1 where it grew by more, 2 where nothing can be compared. */
export async function checkCommand(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, OPTIONS);
  const paths = sidePaths(parsed);
  const given = parsed.values.get(LIMIT)?.at(-1);
  const limit = given === undefined ? null : parseGrowthLimit(given);
  const faults = [...parsed.faults];
  if (paths.length !== 2) faults.push('check needs one baseline and one candidate.');
  if (limit === null) faults.push(`${LIMIT} needs a share such as 5% or a size such as 200MiB.`);
  if (limit === null || faults.length > 0) return tell(faults);
  const sides = await openSides(paths, parsed);
  if (sides === null) return 2;
  const [baseline, candidate] = sides.map(({ digest }) => digest);
  const comparison = compareDigests(baseline, candidate);
  const { delta, sentences, caveats } = comparison;
  if (!areComparable(baseline, candidate)) return tell(sentences);
  const { total } = comparison.baseline;
  const allowed = allowedGrowth(limit, total);
  const passes = delta <= allowed;
  const [headline, cause] = sentences;
  const text = passes
    ? `${headline} That is within the ${limitText(limit, total)} that it may grow.`
    : [`${headline} It may grow by ${limitText(limit, total)} at most.`, cause].filter(Boolean).join(' ');
  if (parsed.flags.has('--json')) {
    process.stdout.write(`${JSON.stringify({ passes, delta, allowed, sentence: text, caveats }, null, 1)}\n`);
  } else {
    process.stdout.write(`${[text, ...caveats].join('\n')}\n`);
  }
  return passes ? 0 : 1;
}
