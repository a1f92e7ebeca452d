/** Figures of a further profile, for a projection: read by a client of its own, which is closed afterwards. */

import { filesFromList } from './input/dropped.ts';
import type { MemoryFigures } from './model/projection.ts';
import { ProfileClient } from './worker/client.ts';

/** A sentence where the files hold no memory events. */
export async function readFigures(files: readonly File[]): Promise<MemoryFigures | string> {
  const client = new ProfileClient(filesFromList(files), () => undefined);
  const { summary, refusals } = await client.opened;
  const allocator = summary?.defaultAllocator ?? null;
  const figures = allocator === null ? null : await client.ask('memoryFigures', { allocator });
  client.close();
  return figures ?? refusals[0]?.reason ?? 'It is no trace with memory events.';
}
