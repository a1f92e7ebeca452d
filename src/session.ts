/**
 * The page's session: takes what was dropped, runs one load at a time, and keeps the client of the profile that is
 * open. That one stays open while another is read: a cancelled or refused load gives it back.
 */

import { readDropped, readFiles } from './input/dropped.ts';
import type { DroppedFile } from './input/types.ts';
import type { LoadOutcome } from './state/app-state.ts';
import { LoadRate } from './state/load-rate.ts';
import type { AppStore } from './state/store.ts';
import type { Ask, Sample, Session } from './views/common/session.ts';
import { SAMPLES_FOLDER } from './views/landing/samples.ts';
import { ProfileClient } from './worker/client.ts';

interface Open {
  client: ProfileClient;
  files: readonly DroppedFile[];
}

export class PageSession implements Session {
  private readonly store: AppStore;
  private open: Open | null = null;
  private loading: ProfileClient | null = null;
  /** Of the newest load; what an older one still delivers is dropped. */
  private load = 0;

  constructor(store: AppStore) {
    this.store = store;
  }

  openTransfer(transfer: DataTransfer): void {
    // Read at once: the browser empties the transfer when its event is over.
    void this.openLater('what was dropped', readDropped(transfer));
  }

  openFiles(files: readonly File[]): void {
    void this.openLater(nameOf(files.map(({ name }) => name)), Promise.resolve(readFiles(files)));
  }

  openSample(sample: Sample): void {
    void this.openLater(sample.title, fetchSample(sample));
  }

  openRun(path: string): void {
    if (this.open === null) return;
    void this.openLater(path, Promise.resolve(this.open.files), path);
  }

  cancel(): void {
    this.load++;
    this.loading?.close();
    this.loading = null;
    this.store.getState().leaveLoading();
  }

  close(): void {
    this.cancel();
    this.open?.client.close();
    this.open = null;
    this.store.getState().showLanding();
  }

  readonly ask: Ask = (kind, ask) => this.open?.client.ask(kind, ask) ?? Promise.resolve(null);

  private async openLater(
    name: string,
    dropped: Promise<readonly DroppedFile[]>,
    run: string | null = null,
  ): Promise<void> {
    performance.mark('highwater:open-start');
    this.loading?.close();
    const load = ++this.load;
    const { startLoading, finishLoading } = this.store.getState();
    startLoading(name);
    let files: readonly DroppedFile[];
    try {
      files = await dropped;
    } catch (error) {
      if (load === this.load) finishLoading(unreadable(name, error));
      return;
    }
    if (load !== this.load) return;
    if (files.length > 0) startLoading(nameOf(files.map(({ path }) => path)));
    const client = this.connect(files, load, run);
    const { summary, refusals, runs } = await client.opened;
    if (load !== this.load) return;
    this.loading = null;
    if (summary === null) {
      client.close();
    } else {
      this.open?.client.close();
      this.open = { client, files };
    }
    finishLoading({ summary, refusals, runs });
  }

  private connect(files: readonly DroppedFile[], load: number, run: string | null): ProfileClient {
    const rate = new LoadRate();
    const client = new ProfileClient(
      files,
      ({ phase, bytesRead, bytesTotal, note }) => {
        if (load !== this.load) return;
        const bytesPerSecond = rate.add({ phase, bytesRead, now: performance.now() });
        this.store.getState().setProgress({ phase, bytesRead, bytesTotal, bytesPerSecond, note });
      },
      run,
    );
    this.loading = client;
    return client;
  }
}

function nameOf(names: readonly string[]): string {
  return names.length === 1 ? names[0] : `${names.length} files`;
}

function unreadable(name: string, error: unknown): LoadOutcome {
  const why = error instanceof Error ? error.message : String(error);
  const reason = `The browser could not read it: ${why}. Is it still there, and may this browser open it?`;
  return { summary: null, refusals: [{ file: name, code: 'unreadable', reason }], runs: [] };
}

/** The files of a sample, as if they had been dropped. */
async function fetchSample({ files }: Sample): Promise<DroppedFile[]> {
  return Promise.all(
    files.map(async (name) => {
      const response = await fetch(`${SAMPLES_FOLDER}${name}`);
      if (!response.ok) throw new Error(`${name} is not on this site (status ${response.status})`);
      return { path: name, source: await response.blob(), lastModified: 0 };
    }),
  );
}
