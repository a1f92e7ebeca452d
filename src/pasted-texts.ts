import type { ReadProfile } from './read-profile.ts';
import { ProfileClient } from './worker/client.ts';

/** Reads what was pasted, each text under a name of its own, with a client that shows no progress. */
export class PastedTexts {
  private count = 0;

  /** Never rejects. The client is the caller's to close. */
  async read(text: string): Promise<ReadProfile> {
    this.count++;
    const path = this.count === 1 ? 'pasted text' : `pasted text ${String(this.count)}`;
    const files = [{ path, source: new Blob([text]), lastModified: Date.now() }];
    const client = new ProfileClient(files, () => undefined);
    return { client, files, opened: await client.opened };
  }
}
