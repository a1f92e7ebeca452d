/** Fetches what a link names, as part of a load of the page. One fetch at a time. */

import type { Dropped } from './input/dropped.ts';
import { fetchRemote } from './input/remote.ts';
import type { RemoteFile } from './model/open-request.ts';
import type { Refusal } from './model/problems.ts';
import { LoadRate } from './state/load-rate.ts';
import type { AppStore } from './state/store.ts';

export class LinkFetch {
  private readonly store: AppStore;
  private running: AbortController | null = null;

  constructor(store: AppStore) {
    this.store = store;
  }

  /** The files in their order, without those that could not be fetched. Never rejects. */
  async files({ files, refusals }: { files: readonly RemoteFile[]; refusals: readonly Refusal[] }): Promise<Dropped> {
    this.stop();
    const running = new AbortController();
    this.running = running;
    const rate = new LoadRate();
    const dropped = await fetchRemote(files, {
      signal: running.signal,
      onProgress: (bytesRead, bytesTotal) => {
        if (running !== this.running) return;
        const bytesPerSecond = rate.add({ phase: 'fetching', bytesRead, now: performance.now() });
        this.store.getState().setProgress({ phase: 'fetching', bytesRead, bytesTotal, bytesPerSecond, note: '' });
      },
    });
    return { ...dropped, refusals: [...refusals, ...dropped.refusals] };
  }

  stop(): void {
    this.running?.abort();
    this.running = null;
  }
}
