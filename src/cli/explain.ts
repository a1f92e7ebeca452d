/** `explain FILE…|-`: reads the out-of-memory messages of logs and says what they mean. */

import { explainOom } from '../analysis/oom/explain.ts';
import { OomReader } from '../formats/oom/reader.ts';
import { readerFor } from '../formats/registry.ts';
import { PieceReader } from '../input/piece-reader.ts';
import { HEAD_BYTES, recognise } from '../input/recognise.ts';
import type { ByteSource, Entry, EntrySink } from '../input/types.ts';
import { walk } from '../input/walk.ts';
import type { Incident, OomReading } from '../model/oom-incident.ts';
import type { Refusal } from '../model/problems.ts';
import { statedErrorText, statedSizeBoth } from '../model/stated-size.ts';
import { PROFILES } from '../worker/entry-reader.ts';
import { filesAndJson } from './arguments.ts';
import { droppedFiles } from './dropped-files.ts';
import { toJsonNames } from './oom-json.ts';
import { tell } from './tell.ts';

export interface ExplainedFile {
  file: string;
  reading: OomReading;
}

export interface Explained {
  files: ExplainedFile[];
  refused: Refusal[];
}

/**
 * Reads files, folders and archives; `-` is the standard input. A file that cannot be read is refused with a sentence.
 */
export async function explain(paths: readonly string[]): Promise<Explained> {
  const files: ExplainedFile[] = [];
  const refused: Refusal[] = [];
  for (const path of paths) {
    try {
      if (path === '-') files.push({ file: '-', reading: await explainStream(process.stdin) });
      else refused.push(...(await walk(await droppedFiles(path), explainingSink(files))));
    } catch (error) {
      const reason = `The file cannot be read (${error instanceof Error ? error.message : String(error)}).`;
      refused.push({ file: path, code: 'unreadable', reason });
    }
  }
  return { files, refused };
}

async function explainStream(stream: AsyncIterable<Uint8Array | string>): Promise<OomReading> {
  const reader = new FileExplainer('-');
  for await (const chunk of stream) reader.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
  return reader.end();
}

/** Reads one file as text, and keeps its beginning, which says what it is where it is none. */
class FileExplainer {
  private readonly reader = new OomReader();
  private readonly head = new Uint8Array(HEAD_BYTES);
  private size = 0;

  constructor(private readonly path: string) {}

  push(bytes: Uint8Array): void {
    if (this.size < HEAD_BYTES) this.head.set(bytes.subarray(0, HEAD_BYTES - this.size), this.size);
    this.size += bytes.length;
    this.reader.push(bytes);
  }

  end(): OomReading {
    const reading = explainOom(this.reader.end());
    const isEmpty = reading.reports.length === 0 && reading.counters.length === 0;
    const other = isEmpty ? noLog(this.head.subarray(0, Math.min(this.size, HEAD_BYTES)), this.path, this.size) : null;
    return other === null ? reading : { ...reading, notes: [other, ...reading.notes] };
  }
}

/** What a file is that is no log, and what opens it; null for a text. */
function noLog(head: Uint8Array, path: string, size: number): string | null {
  const found = recognise(head, path, size);
  if (found.kind === 'refusal') return head.some((byte) => byte === 0) || size === 0 ? found.reason : null;
  if (found.format === 'oom-text' || found.format === 'memory-analysis') return null;
  if (readerFor(found.format, { name: path, lastModified: 0 }) === null) return PROFILES.notRead(found.title);
  return (
    `This is ${found.title}, not a log: drop it on the page, or read it by the commands summarize, findings and ` +
    'report.'
  );
}

/** Every entry is read: whether it is text shows in what is found. A bare file is streamed, as in the worker. */
function explainingSink(files: ExplainedFile[]): EntrySink {
  let current: Entry | null = null;
  let reader = new FileExplainer('');
  const finish = async (): Promise<void> => {
    if (current === null) return;
    if (current.source !== null) for await (const chunk of chunksOf(current.source)) reader.push(chunk);
    files.push({ file: current.path, reading: reader.end() });
    current = null;
  };
  return {
    begin: (entry) => {
      current = entry;
      reader = new FileExplainer(entry.path);
      return true;
    },
    chunk: (bytes) => reader.push(bytes),
    end: finish,
    fail: finish,
  };
}

async function* chunksOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  const reader = new PieceReader(source);
  for (let piece = await reader.read(); piece !== null; piece = await reader.read()) yield piece;
}

/** The result as scripts read it: `{"files": [{"file", "reports", "incidents", …}]}`, names in snake_case. */
export function explainedJson({ files, refused }: Explained): unknown {
  return {
    files: files.map(({ file, reading }) => {
      const { reports, incidents, ...rest } = reading;
      return toJsonNames({ file, reports, incidents, ...rest });
    }),
    ...(refused.length > 0 ? { refused } : {}),
  };
}

/** Exit code 0 if every file was read, with or without a message in it; else 2, with a sentence for each on stderr. */
export async function explainCommand(args: readonly string[]): Promise<number> {
  const { paths, asJson, faults } = filesAndJson(args, 'explain', 'at least one file, or - for the standard input');
  if (faults.length > 0) return tell(faults);
  const explained = await explain(paths);
  if (asJson) process.stdout.write(`${JSON.stringify(explainedJson(explained), null, 1)}\n`);
  else process.stdout.write(explained.files.map(asText).join('\n'));
  for (const { file, reason } of explained.refused) process.stderr.write(`${file}: ${reason}\n`);
  return explained.refused.length > 0 ? 2 : 0;
}

function asText({ file, reading }: ExplainedFile): string {
  const { incidents, counters, notes, repairs } = reading;
  const lines = [file];
  if (incidents.length === 0) lines.push('  No out-of-memory message in this file.');
  for (const incident of incidents) lines.push(...incidentLines(incident, reading));
  if (counters.length > 0) {
    lines.push('', '  Memory counters in the text:');
    for (const { name, size, counts } of counters) lines.push(`    ${name}: ${statedSizeBoth(size)}. ${counts}`);
  }
  lines.push(...notes.map((note) => `  ${note}`));
  if (repairs.length > 0) lines.push('', ...repairs.map(({ sentence }) => `  ${sentence}`));
  return [...lines, ''].join('\n');
}

function incidentLines(incident: Incident, reading: OomReading): string[] {
  const first = reading.reports.find((report) => report.n === incident.reports[0]);
  const confidence = incident.confidence === 'high' ? '' : ` (${incident.confidence} confidence)`;
  const lines = [
    '',
    `  Line ${first?.line ?? 0}: ${incident.verdict.toUpperCase()}${confidence}`,
    `  ${incident.reason}`,
  ];
  for (const { name, size } of incident.numbers)
    lines.push(`    ${name}: ${statedSizeBoth(size)} ${statedErrorText(size)}`.trimEnd());
  for (const { shape, product } of incident.shapes) lines.push(`    the size of ${shape} = ${product}`);
  for (const missing of incident.missing) lines.push(`    missing: ${missing}`);
  for (const step of incident.steps) {
    lines.push(`  → ${step.action} ${step.why}`);
    if (step.how !== undefined) lines.push(`      ${step.how}`);
  }
  return lines;
}
