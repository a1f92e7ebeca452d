/** The table of runs: each is read by a client of its own, which is closed as soon as its peak is known. */

import type { ReadProfile } from './read-profile.ts';
import type { RunPeak } from './views/common/session.ts';
import { ProfileClient } from './worker/client.ts';
import type { Opened } from './worker/protocol.ts';

/** One after the other, so that one run at a time is in memory. */
export async function readEachRun(
  { files, opened: shown }: ReadProfile,
  onPeak: (peak: RunPeak) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const run of shown.runs) {
    if (signal.aborted) return;
    if (run.isShown) {
      onPeak(peakOf(run.path, shown));
      continue;
    }
    const client = new ProfileClient(files, () => undefined, run.path);
    const close = (): void => client.close();
    signal.addEventListener('abort', close, { once: true });
    const opened = await client.opened;
    signal.removeEventListener('abort', close);
    client.close();
    if (!signal.aborted) onPeak(peakOf(run.path, opened));
  }
}

function peakOf(path: string, { summary, refusals }: Opened): RunPeak {
  const allocator = summary?.allocators[summary.defaultAllocator ?? -1] ?? null;
  const fault = refusals[0]?.reason ?? summary?.whyNoMemory[0] ?? 'It holds no memory events.';
  return { path, allocator, fault: allocator === null ? fault : null };
}
