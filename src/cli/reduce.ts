/** `reduce FILE [--out F]`: a trace cut down to what memory needs, small enough to attach to an issue. */

import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { formatBytes, formatCount, formatExactBytes } from '../model/format.ts';
import type { Refusal } from '../model/problems.ts';
import type { Reduction } from '../worker/protocol.ts';
import { reduceFiles } from '../worker/reduce.ts';
import { droppedFiles } from './dropped-files.ts';

/** Exit code 0 where an archive was written, else 2 with a sentence on stderr. */
export async function reduceCommand(args: readonly string[]): Promise<number> {
  const asked = parse(args);
  if (typeof asked === 'string') return refuse(asked);
  let reduction: Reduction;
  try {
    reduction = await reduceFiles(await droppedFiles(asked.file), { run: null });
  } catch (error) {
    return refuse(`${asked.file}: The file cannot be read (${messageOf(error)}).`);
  }
  tell(reduction.refusals);
  if (reduction.archive === null) return 2;
  const out = asked.out ?? reduction.name;
  if (resolve(out) === resolve(asked.file)) return refuse('--out is the file itself; name another one.');
  const bytes = new Uint8Array(await reduction.archive.arrayBuffer());
  try {
    await writeFile(out, bytes);
  } catch (error) {
    return refuse(`${out}: The file cannot be written (${messageOf(error)}). --out F names another place.`);
  }
  process.stdout.write(reductionText(reduction, out, bytes.length));
  return 0;
}

function parse(args: readonly string[]): { file: string; out: string | null } | string {
  const files: string[] = [];
  let out: string | null = null;
  for (let i = 0; i < args.length; i++) {
    if (args[i] !== '--out') {
      files.push(args[i]);
      continue;
    }
    out = args[++i] ?? null;
    if (out === null) return '--out needs the name of a file.';
  }
  return files.length === 1 ? { file: files[0], out } : 'reduce takes one file, folder or archive.';
}

function reductionText({ bytesBefore, traces }: Reduction, out: string, bytesAfter: number): string {
  const lines = [`${out}: ${sizes(bytesBefore, bytesAfter)}`];
  for (const { path, memoryEvents, otherEvents, leftOut, problems, ...trace } of traces) {
    lines.push(
      `  ${path}`,
      `    uncompressed ${sizes(trace.bytesBefore, trace.bytesAfter)}`,
      `    ${formatCount(memoryEvents)} memory events and ${formatCount(otherEvents)} others are kept, ` +
        `${formatCount(leftOut)} events are left out`,
      ...problems.map(({ where, sentence, count }) => `    ${where}: ${sentence}${count > 1 ? ` (${count} times)` : ''}`),
    );
  }
  return `${lines.join('\n')}\n`;
}

function sizes(before: number, after: number): string {
  return `${formatBytes(before)} → ${formatBytes(after)} (${formatExactBytes(before)} → ${formatExactBytes(after)})`;
}

function tell(refusals: readonly Refusal[]): void {
  for (const { file, reason } of refusals) process.stderr.write(`${file}: ${reason}\n`);
}

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 2;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
