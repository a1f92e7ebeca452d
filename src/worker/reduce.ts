/**
 * Traces cut down to what memory needs, packed as jax.profiler packs them, so that Highwater, XProf and TensorBoard open
 * the archive. In the page's worker and on the command line.
 */

import { XplaneReducer } from '../formats/xplane/reduce.ts';
import type { ReducedTrace } from '../formats/xplane/reduce-cut.ts';
import { tarParts } from '../input/tar-writer.ts';
import type { DroppedFile } from '../input/types.ts';
import { walk } from '../input/walk.ts';
import type { Refusal } from '../model/problems.ts';
import type { Bytes } from '../model/units.ts';
import { EntryReader, type ReadEntry, type ReaderKind } from './entry-reader.ts';
import type { ReduceProgress, Reduction } from './protocol.ts';
import { explainRefusals } from './refusals.ts';
import { layOut } from './reduced-layout.ts';
import { runOf } from './run-choice.ts';

export interface ReduceOptions {
  /** The run to reduce, of several; null for all. */
  run: string | null;
  onProgress?: (progress: ReduceProgress) => void;
}

const REDUCED: ReaderKind<ReducedTrace> = {
  readerFor: (format, { name }) => (format === 'xplane' ? new XplaneReducer({ name }) : null),
  notRead: (title) => `This is ${title}. Only a trace (.xplane.pb) can be reduced: it holds more than memory.`,
  problemsOf: ({ problems }) => problems,
};

/** Never rejects for what the files hold: whatever cannot be reduced is a refusal. */
export async function reduceFiles(files: DroppedFile[], { run, onProgress }: ReduceOptions): Promise<Reduction> {
  const read: ReadEntry<ReducedTrace>[] = [];
  const bytesBefore = files.reduce((sum, { source }) => sum + source.size, 0);
  const progress = new FileProgress(files, bytesBefore, onProgress);
  const reader = new EntryReader(REDUCED, {
    wants: (path) => run === null || runOf(path) === run,
    onRead: (entry) => read.push(entry),
    onBytes: (bytes) => progress.parsed(bytes),
  });
  const walkOnce = (phase: ReduceProgress['phase']): Promise<Refusal[]> => {
    progress.begin(phase);
    return walk(files, reader, { onProgress: (bytes) => progress.walked(bytes) });
  };
  const refusals = await walkOnce('reading');
  while (reader.again.size > 0) {
    reader.beginSecondPass();
    await walkOnce('copying');
  }
  const members = layOut(read.map(({ path, lastModified }) => ({ path, lastModified })));
  const paths = read.map(({ path }) => path);
  return {
    name: reducedName(files),
    archive: read.length === 0 ? null : await packed(read, members, onProgress),
    bytesBefore,
    traces: read.map(({ path, outcome }, i) => {
      const { parts: _, kind: __, ...facts } = outcome;
      return { path, member: members[i], ...facts };
    }),
    refusals: explainRefusals(
      [...refusals, ...reader.refusals],
      files.map(({ path }) => path),
      paths,
    ),
  };
}

/** Folders before the files, for those who unpack it by hand. */
async function packed(
  read: readonly ReadEntry<ReducedTrace>[],
  members: readonly string[],
  onProgress: ReduceOptions['onProgress'],
): Promise<Blob> {
  const parts = tarParts(read.map(({ outcome }, i) => ({ path: members[i], parts: outcome.parts })));
  const bytesTotal = parts.reduce((sum, part) => sum + part.length, 0);
  let bytesRead = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytesRead += chunk.length;
      onProgress?.({ phase: 'packing', bytesRead, bytesTotal });
      controller.enqueue(chunk);
    },
  });
  const zipped = new Blob(parts).stream().pipeThrough(counted).pipeThrough(new CompressionStream('gzip'));
  return new Response(zipped, { headers: { 'Content-Type': 'application/gzip' } }).blob();
}

/** What the file was called, without the endings that the archive has of its own. */
function reducedName(files: readonly DroppedFile[]): string {
  const path = files.length === 1 ? files[0].path : 'profile';
  const base = path.slice(path.search(/[^/\\]*[/\\]*$/)).replace(/[/\\]+$/, '');
  const stem = base.replace(/\.(?:tar\.gz|tgz|tar|zip|gz)$/i, '').replace(/(?:\.xplane)?\.pb$/i, '');
  return `${stem.replace(/-reduced$/, '') || 'profile'}-reduced.tar.gz`;
}

/** A bare file is streamed by the reader, and the walk learns of it at its end only: until then parsed bytes count. */
class FileProgress {
  private phase: ReduceProgress['phase'] = 'reading';
  private bytesWalked = 0;
  private bytesParsed = 0;
  private readonly isBare: boolean;

  constructor(
    files: readonly DroppedFile[],
    private readonly bytesTotal: Bytes,
    private readonly onProgress: ReduceOptions['onProgress'],
  ) {
    this.isBare = files.every(({ path }) => path.endsWith('.pb'));
  }

  begin(phase: ReduceProgress['phase']): void {
    this.phase = phase;
    this.bytesWalked = 0;
    this.bytesParsed = 0;
    this.report();
  }

  walked(bytes: Bytes): void {
    this.bytesWalked = bytes;
    this.report();
  }

  parsed(bytes: Bytes): void {
    this.bytesParsed += bytes;
    if (this.isBare) this.report();
  }

  private report(): void {
    const { phase, bytesTotal } = this;
    const bytesRead = Math.min(bytesTotal, this.isBare ? this.bytesParsed : this.bytesWalked);
    this.onProgress?.({ phase, bytesRead, bytesTotal });
  }
}
