/** The clients of what is open: of one profile, or of two side by side. */

import type { ReadProfile } from './read-profile.ts';
import type { AppStore } from './state/store.ts';
import type { ProfileClient } from './worker/client.ts';

/** Null for a side that a link brought, whose file is not open. */
export type HeldPair = readonly [ReadProfile | null, ReadProfile | null];

export class HeldProfiles {
  open: ReadProfile | null = null;
  /** In place of `open`. Two dumps of one series have the same client. */
  sides: HeldPair | null = null;
  private readonly store: AppStore;

  constructor(store: AppStore) {
    this.store = store;
  }

  /** These are open from now on; what was, and is none of them, is closed. */
  hold(open: ReadProfile | null, sides: HeldPair | null): void {
    const kept = new Set([open, ...(sides ?? [])].map((read) => read?.client));
    const known = new Set([this.open, ...(this.sides ?? [])].map((read) => read?.client));
    for (const client of known) if (!kept.has(client)) client?.close();
    this.open = open;
    this.sides = sides;
    for (const client of kept) if (client !== undefined && !known.has(client)) void this.watch(client);
  }

  /** A worker that dies later takes its profile's views with it, and nothing else. */
  private async watch(client: ProfileClient): Promise<void> {
    const sentence = await client.died;
    const { showNotice, markSideFault } = this.store.getState();
    if (this.open?.client === client) showNotice(sentence);
    for (const at of [0, 1] as const) if (this.sides?.[at]?.client === client) markSideFault(at, sentence);
  }
}
