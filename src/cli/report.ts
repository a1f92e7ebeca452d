/** `report FILE`: one profile as Markdown for an issue, or as one HTML file. */

import { profileMarkdown } from '../share/profile-markdown.ts';
import { parseArguments } from './arguments.ts';
import { BUILD } from './build.ts';
import { CHOICE_OPTIONS, openSides } from './compare.ts';
import { saveReport } from './report-file.ts';
import { tell } from './tell.ts';

const OPTIONS = { flags: ['--markdown'], values: [...CHOICE_OPTIONS, '--html'] };

/** Markdown on stdout, unless `--html` names a file. Exit code 0 if there is a report, else 2 with sentences on stderr. */
export async function reportCommand(args: readonly string[]): Promise<number> {
  const parsed = parseArguments(args, OPTIONS);
  const faults = [...parsed.faults, ...(parsed.paths.length === 1 ? [] : ['report takes one file, folder or archive.'])];
  if (faults.length > 0) return tell(faults);
  const sides = await openSides(parsed.paths, parsed);
  if (sides === null) return 2;
  const { digest } = sides[0];
  const file = parsed.values.get('--html')?.[0];
  if (file === undefined || parsed.flags.has('--markdown')) {
    process.stdout.write(profileMarkdown(digest, { link: null, build: BUILD }));
  }
  const fault = file === undefined ? null : await saveReport(file, { baseline: null, candidate: digest });
  return fault === null ? 0 : tell([fault]);
}
