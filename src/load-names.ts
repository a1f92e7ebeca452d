/** What a load is called, which of its runs is shown, and what is said of the rest of it. */

import type { Dropped } from './input/dropped.ts';
import type { DroppedFile } from './input/types.ts';
import type { Refusal } from './model/problems.ts';
import type { Opened } from './worker/protocol.ts';

/** One file by its path, several by how many they are. */
export function nameOf(files: readonly DroppedFile[]): string {
  return files.length === 1 ? files[0].path : `${files.length} files`;
}

/** Why a drop without a file opens nothing. */
export function whyNothing(name: string, { refusals }: Dropped): Dropped['refusals'] {
  if (refusals.length > 0) return refusals;
  const reason = 'There is no file in it. Drop a profile, or the folder that jax.profiler wrote.';
  return [{ file: name, code: 'empty-file', reason }];
}

/** The last part of the path: of a run folder its start time. */
export function runName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The path of the run that is shown; null where there is none. */
export function shownRun({ runs }: Opened): string | null {
  return runs.find(({ isShown }) => isShown)?.path ?? null;
}

/** A profile, with what else was dropped and is none: texts, and files that did not open. */
export function openedBeside(shown: Opened, other: Opened, refused: readonly Refusal[]): Opened {
  return {
    ...shown,
    refusals: [...refused, ...shown.refusals, ...other.refusals],
    messages: [...shown.messages, ...other.messages],
  };
}
