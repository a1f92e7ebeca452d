/** `summarize FILE…`: opens every file and prints what it holds. */

import { analyse } from '../analysis/analyse.ts';
import { formatBytes, formatExactBytes } from '../model/format.ts';
import type { Profile } from '../model/profile.ts';
import type { Refusal } from '../model/problems.ts';
import { FileSource } from './file-source.ts';
import { readEach } from './read-each.ts';
import { summarizePprof } from './summarize-pprof.ts';
import { summarizeStated } from './summarize-stated.ts';
import { summarizeTrace } from './summarize-xplane.ts';

/** Exit code 0 if any file opened, else 2 with a sentence for each on stderr. */
export async function summarizeCommand(args: readonly string[]): Promise<number> {
  const asJson = args.includes('--json');
  const paths = args.filter((arg) => !arg.startsWith('--'));
  if (paths.length === 0) {
    process.stderr.write('summarize needs at least one file or folder.\n');
    return 2;
  }
  const profiles: Record<string, unknown>[] = [];
  const refused: Refusal[] = [];
  for (const path of paths) {
    const result = await summarizeOne(path);
    profiles.push(...result.profiles);
    refused.push(...result.refused);
  }
  if (asJson) process.stdout.write(`${JSON.stringify({ profiles, refused }, null, 1)}\n`);
  else process.stdout.write(profiles.map(asText).join('\n'));
  if (!asJson || profiles.length === 0) {
    for (const { file, reason } of refused) process.stderr.write(`${file}: ${reason}\n`);
  }
  return profiles.length > 0 ? 0 : 2;
}

/** One argument after the other, each forgotten before the next: hundreds of files need the memory of the largest. */
async function summarizeOne(path: string): Promise<{ profiles: Record<string, unknown>[]; refused: Refusal[] }> {
  const profiles: Record<string, unknown>[] = [];
  const isGzipped = await startsAsGzip(path);
  const refused = await readEach(path, ({ path: entry, outcome }) => {
    if (outcome.kind === 'oom') return 'This text holds out-of-memory messages: read it by the command explain.';
    const facts =
      outcome.kind === 'profile' ? profileFacts(outcome.profile) : summarizePprof(outcome.snapshot, isGzipped);
    profiles.push({ ...facts, file: path, ...(entry === path ? {} : { member: entry.slice(path.length + 1) }) });
    return null;
  });
  return { profiles, refused };
}

/** A reduced profile is told in the words of the tool that made it, beside what its events give. */
function profileFacts(profile: Profile): Record<string, unknown> {
  const facts = summarizeTrace(analyse(profile));
  if (profile.stated === null) return facts;
  return { ...facts, ...summarizeStated(profile.stated), fromEvents: facts['allocators'] };
}

/** A snapshot is described with the form in which it lies on the disk, which its reader never sees. */
async function startsAsGzip(path: string): Promise<boolean> {
  try {
    const { source } = await FileSource.of(path);
    const [first, second] = new Uint8Array(await source.slice(0, 2).arrayBuffer());
    return first === 0x1f && second === 0x8b;
  } catch {
    // A folder, or nothing at all: `readEach` says so.
    return false;
  }
}

interface AllocatorFacts {
  id: string;
  capacityBytes: number | null;
  windowPeak: { totalBytes: number };
}

interface TextFacts {
  file: string;
  member?: string;
  format: string;
  whyNoMemory?: string[];
  allocators?: AllocatorFacts[];
  /** Where `allocators` are XProf's own. */
  fromEvents?: AllocatorFacts[];
  sample_types?: { type: string; unit: string }[];
  totals?: (number | string)[];
}

function asText(facts: Record<string, unknown>): string {
  const { file, member, format, ...rest } = facts as unknown as TextFacts;
  const { whyNoMemory = [], allocators = [], sample_types: types = [], totals = [] } = rest;
  const lines = [`${file}${member === undefined ? '' : `: ${member}`} (${format})`];
  for (const { id, capacityBytes, windowPeak } of rest.fromEvents ?? allocators) {
    const capacity = capacityBytes === null ? '' : ` of ${formatBytes(capacityBytes)}`;
    const exact = formatExactBytes(windowPeak.totalBytes);
    lines.push(`  ${id}: window peak ${formatBytes(windowPeak.totalBytes)}${capacity} (${exact})`);
  }
  lines.push(...types.map(({ type, unit }, i) => `  ${type}: ${totals[i]} ${unit}`));
  return [...lines, ...whyNoMemory.map((sentence) => `  ${sentence}`), ''].join('\n');
}
