/** `summarize FILE…`: opens every file and prints what it holds. */

import { formatBytes, formatExactBytes } from '../model/format.ts';
import type { Profile } from '../model/profile.ts';
import type { Problem, Refusal } from '../model/problems.ts';
import type { ReadEntry } from '../worker/entry-reader.ts';
import { filesAndJson } from './arguments.ts';
import { FileSource } from './file-source.ts';
import { readByExplain, readEach } from './read-each.ts';
import { summarizePprof } from './summarize-pprof.ts';
import { summarizeStated } from './summarize-stated.ts';
import { summarizeTrace } from './summarize-xplane.ts';
import { tell } from './tell.ts';

/** Exit code 0 if any file opened, else 2 with a sentence for each on stderr. */
export async function summarizeCommand(args: readonly string[]): Promise<number> {
  const { paths, asJson, faults } = filesAndJson(args, 'summarize');
  if (faults.length > 0) return tell(faults);
  const profiles: Record<string, unknown>[] = [];
  const refused: Refusal[] = [];
  const problems: Problem[] = [];
  for (const path of paths) {
    const result = await summarizeOne(path);
    profiles.push(...result.profiles);
    refused.push(...result.refused);
    problems.push(...result.problems);
  }
  if (asJson) process.stdout.write(`${JSON.stringify({ profiles, refused, problems }, null, 1)}\n`);
  else process.stdout.write(profiles.map(asText).join('\n'));
  if (!asJson || profiles.length === 0) {
    for (const { file, reason } of refused) process.stderr.write(`${file}: ${reason}\n`);
    for (const { where, sentence } of problems) process.stderr.write(`${where}: ${sentence}\n`);
  }
  return profiles.length > 0 ? 0 : 2;
}

interface Summarized {
  profiles: Record<string, unknown>[];
  refused: Refusal[];
  /** What was odd in the containers. */
  problems: Problem[];
}

/** One argument after the other, each forgotten before the next: hundreds of files need the memory of the largest. */
async function summarizeOne(path: string): Promise<Summarized> {
  const profiles: Record<string, unknown>[] = [];
  const problems: Problem[] = [];
  const stored = await storedForm(path);
  const onRead = ({ path: entry, outcome }: ReadEntry): string | null => {
    if (outcome.kind === 'oom') return readByExplain(outcome.text);
    const facts = factsOf(outcome, stored?.isGzip ?? false);
    // A trace counts its own bytes, out of any gzip; what is small enough to be kept whole counts the file's.
    const isTrace = outcome.kind === 'profile' && outcome.profile.stated === null;
    const ofFile = entry === path ? { bytes: isTrace ? facts['bytes'] : stored?.bytes } : { member: entry.slice(path.length + 1) };
    profiles.push({ ...facts, file: path, ...ofFile });
    return null;
  };
  const refused = await readEach(path, onRead, undefined, (problem) => problems.push(problem));
  return { profiles, refused, problems };
}

function factsOf(outcome: Exclude<ReadEntry['outcome'], { kind: 'oom' }>, isGzip: boolean): Record<string, unknown> {
  if (outcome.kind === 'profile') return profileFacts(outcome.profile);
  return { ...summarizePprof(outcome.snapshot, isGzip), problems: outcome.snapshot.problems };
}

/** A reduced profile is told in the words of the tool that made it, beside what its events give. */
function profileFacts(profile: Profile): Record<string, unknown> {
  const facts = summarizeTrace(profile);
  if (profile.stated === null) return facts;
  const { xprofCompat: _, attribution: __, allocators, ...others } = facts;
  return { ...others, ...summarizeStated(profile.stated), fromEvents: allocators };
}

/** How a file lies on the disk, which readers never see. Null for a folder, or where there is nothing. */
async function storedForm(path: string): Promise<{ isGzip: boolean; bytes: number } | null> {
  try {
    const { source } = await FileSource.of(path);
    const [first, second] = new Uint8Array(await source.slice(0, 2).arrayBuffer());
    return { isGzip: first === 0x1f && second === 0x8b, bytes: source.size };
  } catch {
    // `readEach` says so.
    return null;
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
  problems?: Problem[];
  allocators?: AllocatorFacts[];
  /** Where `allocators` are XProf's own. */
  fromEvents?: AllocatorFacts[];
  sample_types?: { type: string; unit: string }[];
  totals?: (number | string)[];
}

function asText(facts: Record<string, unknown>): string {
  const { file, member, format, ...rest } = facts as unknown as TextFacts;
  const { whyNoMemory = [], problems = [], allocators = [], sample_types: types = [], totals = [] } = rest;
  const lines = [`${file}${member === undefined ? '' : `: ${member}`} (${format})`];
  for (const { id, capacityBytes, windowPeak } of rest.fromEvents ?? allocators) {
    const capacity = capacityBytes === null ? '' : ` of ${formatBytes(capacityBytes)}`;
    const exact = formatExactBytes(windowPeak.totalBytes);
    lines.push(`  ${id}: window peak ${formatBytes(windowPeak.totalBytes)}${capacity} (${exact})`);
  }
  lines.push(...types.map(({ type, unit }, i) => `  ${type}: ${totals[i]} ${unit}`));
  lines.push(...whyNoMemory.map((sentence) => `  ${sentence}`));
  lines.push(...problems.map(({ where, sentence }) => `  Note (${where}): ${sentence}`));
  return [...lines, ''].join('\n');
}
