/**
 * From dropped files to entries: `walk` goes over what was dropped in its order, opens the containers, and tells a
 * sink of every file in them.
 */

import { formatCount } from '../model/format.ts';
import type { Problem, Refusal } from '../model/problems.ts';
import { ProblemLog, RefusalError } from '../model/problems.ts';
import { SinkError, SinkGuard } from './entry.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { WalkLimits } from './limits.ts';
import { Opener } from './open.ts';
import type { OpenContext } from './open.ts';
import { passedOver } from './passed-over.ts';
import type { PassedOverKind } from './passed-over.ts';
import type { DroppedFile, EntrySink } from './types.ts';

/** Problems of an archive that are named where nothing in it could be read. */
const MAX_SAID = 3;

export interface WalkOptions {
  /**
   * Bytes of the dropped files, as they lie on the disk, that have been gone through. A bare file counts as a whole
   * once the sink's `end` for it is done: the consumer streams it and knows better meanwhile.
   */
  onProgress?(bytesRead: number, bytesTotal: number): void;
  /** A file that lies beside profiles and was not opened. */
  onPassedOver?(path: string, kind: PassedOverKind): void;
  /** Something odd in a container that cost no profile, or one file of it. Told when a dropped file is done. */
  onProblem?(problem: Problem): void;
  limits?: Partial<WalkLimits>;
}

/**
 * Tells `sink` of every file in `files`, and gives a refusal for every container that could not be read (or not to its
 * end: entries before the damage have been delivered). Several files are walked one after the other; a bad one does not
 * stop the rest. Rejects only with what the sink throws.
 */
export async function walk(files: DroppedFile[], sink: EntrySink, options: WalkOptions = {}): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  const guard = new SinkGuard(sink);
  const bytesTotal = files.reduce((sum, file) => sum + file.source.size, 0);
  let bytesBefore = 0;
  for (const file of files) {
    const problems = new ProblemLog();
    const context: OpenContext = {
      sink: guard,
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      refusals,
      problems,
      onPassedOver: (path, kind) => options.onPassedOver?.(path, kind),
      onReached: (bytes) => options.onProgress?.(bytesBefore + Math.min(bytes, file.source.size), bytesTotal),
    };
    await walkOne(file, files.length === 1, context);
    bytesBefore += file.source.size;
    options.onProgress?.(bytesBefore, bytesTotal);
    for (const problem of problems.list()) options.onProblem?.(problem);
  }
  return refusals;
}

async function walkOne(file: DroppedFile, isAlone: boolean, context: OpenContext): Promise<void> {
  // A file that was chosen by itself is opened whatever its name is: silence would be no answer.
  const kind = isAlone ? null : passedOver(file.path);
  if (kind !== null) {
    context.onPassedOver(file.path, kind);
    return;
  }
  const { sink, refusals } = context;
  const entriesBefore = sink.entries;
  const refusalsBefore = refusals.length;
  let passed = 0;
  const onPassedOver: OpenContext['onPassedOver'] = (path, kindOf) => {
    passed++;
    context.onPassedOver(path, kindOf);
  };
  try {
    await new Opener(file, { ...context, onPassedOver }).open();
  } catch (error) {
    if (error instanceof SinkError) throw error.cause;
    const failure = error instanceof RefusalError ? error : internal(error);
    await sink.fail({ code: failure.code, reason: failure.message });
    refusals.push({ file: file.path, code: failure.code, reason: failure.message });
  }
  if (sink.entries === entriesBefore && refusals.length === refusalsBefore) {
    refusals.push({ file: file.path, code: 'no-profile-in-archive', reason: nothingIn(passed, context.problems) });
  }
}

function nothingIn(passedOverFiles: number, problems: ProblemLog): string {
  const said = problems.list().slice(0, MAX_SAID);
  if (said.length > 0) return `Nothing in this archive could be read. ${said.map(({ sentence }) => sentence).join(' ')}`;
  if (passedOverFiles === 0) return 'This archive holds no files.';
  const files = passedOverFiles === 1 ? 'its only file is' : `all its ${formatCount(passedOverFiles)} files are`;
  return `This archive holds no profile: ${files} of the kinds that XProf, TensorBoard and macOS leave beside profiles.`;
}

function internal(error: unknown): RefusalError {
  return new RefusalError(
    'internal',
    `This file could not be opened because of a fault in the reader (${String(error)}). Please report it.`,
  );
}
