/** `summarize FILE…`: opens every file and prints what it holds. */

import { analyse } from '../analysis/analyse.ts';
import type { ByteSource } from '../input/types.ts';
import { walk } from '../input/walk.ts';
import { formatBytes, formatExactBytes } from '../model/format.ts';
import type { Refusal } from '../model/problems.ts';
import { EntryReader } from '../worker/entry-reader.ts';
import { explainRefusals } from '../worker/refusals.ts';
import { droppedFiles } from './dropped-files.ts';
import { summarizePprof } from './summarize-pprof.ts';
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

const OOM_TEXT = 'This text holds out-of-memory messages, not a profile: read it by the command explain.';

/** One argument after the other, each forgotten before the next: hundreds of files need the memory of the largest. */
async function summarizeOne(path: string): Promise<{ profiles: Record<string, unknown>[]; refused: Refusal[] }> {
  const profiles: Record<string, unknown>[] = [];
  const opened: string[] = [];
  const texts: Refusal[] = [];
  let files;
  try {
    files = await droppedFiles(path);
  } catch (error) {
    const reason = `The file cannot be read (${error instanceof Error ? error.message : String(error)}).`;
    return { profiles, refused: [{ file: path, code: 'unreadable', reason }] };
  }
  const isGzipped = files.length === 1 && (await startsAsGzip(files[0].source));
  const reader = new EntryReader({
    wants: () => true,
    onRead: ({ path: entry, outcome }) => {
      if (outcome.kind === 'oom') {
        texts.push({ file: entry, code: 'wrong-kind', reason: OOM_TEXT });
        return;
      }
      opened.push(entry);
      const facts = outcome.kind === 'profile' ? summarizeTrace(analyse(outcome.profile)) : summarizePprof(outcome.snapshot, isGzipped);
      profiles.push({ ...facts, file: path, ...(entry === path ? {} : { member: entry.slice(path.length + 1) }) });
    },
    onBytes: () => undefined,
  });
  const refusals = await walk(files, reader);
  if (reader.again.size > 0) {
    reader.beginSecondPass();
    await walk(files, reader);
  }
  const dropped = files.map((file) => file.path);
  return { profiles, refused: explainRefusals([...refusals, ...reader.refusals, ...texts], dropped, opened) };
}

/** A snapshot is described with the form in which it lies on the disk, which its reader never sees. */
async function startsAsGzip(source: ByteSource): Promise<boolean> {
  const [first, second] = new Uint8Array(await source.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

interface TextFacts {
  file: string;
  member?: string;
  format: string;
  whyNoMemory?: string[];
  allocators?: { id: string; capacityBytes: number | null; windowPeak: { totalBytes: number } }[];
  sample_types?: { type: string; unit: string }[];
  totals?: (number | string)[];
}

function asText(facts: Record<string, unknown>): string {
  const { file, member, format, ...rest } = facts as unknown as TextFacts;
  const { whyNoMemory = [], allocators = [], sample_types: types = [], totals = [] } = rest;
  const lines = [`${file}${member === undefined ? '' : `: ${member}`} (${format})`];
  for (const { id, capacityBytes, windowPeak } of allocators) {
    const capacity = capacityBytes === null ? '' : ` of ${formatBytes(capacityBytes)}`;
    const exact = formatExactBytes(windowPeak.totalBytes);
    lines.push(`  ${id}: window peak ${formatBytes(windowPeak.totalBytes)}${capacity} (${exact})`);
  }
  lines.push(...types.map(({ type, unit }, i) => `  ${type}: ${totals[i]} ${unit}`));
  return [...lines, ...whyNoMemory.map((sentence) => `  ${sentence}`), ''].join('\n');
}
