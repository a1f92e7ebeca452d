/** What a load is called, and what is said where there was nothing in it. */

import type { Dropped } from './input/dropped.ts';
import type { DroppedFile } from './input/types.ts';

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
