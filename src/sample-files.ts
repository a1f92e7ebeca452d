/** The samples of the site, fetched as if they had been dropped. */

import type { Dropped } from './input/dropped.ts';
import type { Sample } from './views/common/session.ts';
import { SAMPLES_FOLDER } from './views/landing/samples.ts';

/** The files of a sample, as if they had been dropped. Never rejects. */
export async function fetchSample({ files: names }: Sample): Promise<Dropped> {
  const dropped: Dropped = { files: [], refusals: [] };
  for (const name of names) {
    try {
      const response = await fetch(`${SAMPLES_FOLDER}${name}`);
      if (!response.ok) throw new Error(`status ${response.status}`);
      dropped.files.push({ path: name, source: await response.blob(), lastModified: 0 });
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      const reason = `The sample could not be fetched from this site (${detail}). Reload the page and try again.`;
      dropped.refusals.push({ file: name, code: 'unreadable', reason });
    }
  }
  return dropped;
}
