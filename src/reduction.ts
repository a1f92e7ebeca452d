import type { ReadProfile } from './read-profile.ts';
import type { RunningReduction } from './views/common/session.ts';
import type { ReduceProgress } from './worker/protocol.ts';
import { ReduceClient } from './worker/reduce-client.ts';

/** Starts to cut the shown run of what is open down to what memory needs; null where nothing is open. */
export function startReduction(
  open: ReadProfile | null,
  onProgress: (progress: ReduceProgress) => void,
): RunningReduction | null {
  if (open === null) return null;
  const run = open.opened.runs.find(({ isShown }) => isShown)?.path ?? null;
  return new ReduceClient(open.files, run, onProgress);
}
