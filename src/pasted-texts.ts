import type { ReadProfile } from './read-profile.ts';
import { contentOf } from './read-profile.ts';
import type { AppStore } from './state/store.ts';
import { ProfileClient } from './worker/client.ts';

/** Reads what was pasted, each text under a name of its own, with a client that shows no progress. */
export class PastedTexts {
  private count = 0;

  constructor(private readonly store: AppStore) {}

  /** The profile that a text is, for the caller to close; null where it is none, and then the page says what it is. */
  async open(text: string): Promise<ReadProfile | null> {
    const read = await this.read(text);
    const { opened } = read;
    if (contentOf(opened) !== null) return read;
    read.client.close();
    const { addPasted, showNotice } = this.store.getState();
    if (opened.messages.length > 0) addPasted(opened.messages);
    else showNotice(`The pasted text was not opened. ${opened.refusals[0]?.reason ?? ''}`.trimEnd());
    return null;
  }

  private async read(text: string): Promise<ReadProfile> {
    this.count++;
    const path = this.count === 1 ? 'pasted text' : `pasted text ${String(this.count)}`;
    const files = [{ path, source: new Blob([text]), lastModified: Date.now() }];
    const client = new ProfileClient(files, () => undefined);
    return { client, files, opened: await client.opened };
  }
}
