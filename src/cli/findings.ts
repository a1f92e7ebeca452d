/** `findings FILE…`: what is worth a sentence in each trace. */

import { analyse } from '../analysis/analyse.ts';
import { formatBytes, formatPercent } from '../model/format.ts';
import type { Finding } from '../model/finding.ts';
import type { Refusal } from '../model/problems.ts';
import { filesAndJson } from './arguments.ts';
import { readEach } from './read-each.ts';
import { tell } from './tell.ts';

/** Exit code 0 if any trace opened, else 2 with a sentence for each file on stderr. */
export async function findingsCommand(args: readonly string[]): Promise<number> {
  const { paths, asJson, faults } = filesAndJson(args, 'findings');
  if (faults.length > 0) return tell(faults);
  const files: { file: string; findings: Finding[] }[] = [];
  const refused: Refusal[] = [];
  for (const path of paths) {
    refused.push(
      ...(await readEach(path, ({ path: file, outcome }) => {
        if (outcome.kind !== 'profile') return 'This is no trace: it has no time axis.';
        files.push({ file, findings: analyse(outcome.profile).summary.findings });
        return null;
      })),
    );
  }
  if (asJson) process.stdout.write(`${JSON.stringify({ files, refused }, null, 1)}\n`);
  else process.stdout.write(files.map(asText).join('\n'));
  for (const { file, reason } of refused) process.stderr.write(`${file}: ${reason}\n`);
  return files.length > 0 ? 0 : 2;
}

function asText({ file, findings }: { file: string; findings: readonly Finding[] }): string {
  const lines = findings.map(
    ({ title, bytes, shareOfPeak, sentence }) =>
      `  ${title}: ${formatBytes(bytes)} (${formatPercent(shareOfPeak)} of the peak)\n    ${sentence}`,
  );
  return [file, ...(lines.length > 0 ? lines : ['  Nothing stands out.']), ''].join('\n');
}
