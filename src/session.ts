/**
 * The page's session: takes what was dropped, runs one load at a time, and keeps the client of the profile that is
 * open. That one stays open while another is read: a cancelled or refused load gives it back.
 */

import { pictureIn } from './dropped-picture.ts';
import type { DroppedPicture } from './dropped-picture.ts';
import { filesFromList, filesFromTransfer } from './input/dropped.ts';
import type { Dropped } from './input/dropped.ts';
import { fetchRemote } from './input/remote.ts';
import type { DroppedFile } from './input/types.ts';
import type { LinkRequest } from './model/open-request.ts';
import { mergedTexts } from './state/app-state.ts';
import type { ProfileContent } from './state/app-state.ts';
import { LoadRate } from './state/load-rate.ts';
import type { AppStore } from './state/store.ts';
import type { Ask, RunningReduction, Sample, Session } from './views/common/session.ts';
import { SAMPLES_FOLDER } from './views/landing/samples.ts';
import { ProfileClient } from './worker/client.ts';
import type { Opened, ReduceProgress } from './worker/protocol.ts';
import { ReduceClient } from './worker/reduce-client.ts';

interface Open {
  client: ProfileClient;
  files: readonly DroppedFile[];
}

export class PageSession implements Session {
  private readonly store: AppStore;
  private open: Open | null = null;
  private loading: ProfileClient | null = null;
  private fetching: AbortController | null = null;
  /** By another page, until the user has answered. */
  private sent: DroppedFile[] = [];
  private pastes = 0;
  /** Of the newest load; what an older one still delivers is dropped. */
  private load = 0;

  constructor(store: AppStore) {
    this.store = store;
  }

  openTransfer(transfer: DataTransfer): void {
    // Read at once: the browser empties the transfer when its event is over.
    void this.openLater('what was dropped', filesFromTransfer(transfer));
  }

  openFiles(files: readonly File[]): void {
    void this.openLater('what was chosen', Promise.resolve({ files: filesFromList(files), refusals: [] }));
  }

  openText(text: string): void {
    void this.readText(text);
  }

  openSample(sample: Sample): void {
    void this.openLater(sample.title, fetchSample(sample));
  }

  openRun(path: string): void {
    if (this.open === null) return;
    void this.openLater(path, Promise.resolve({ files: [...this.open.files], refusals: [] }), path);
  }

  /** Files that another page has sent. One request waits at a time: what a click agrees to must not change under it. */
  takeFiles(files: DroppedFile[], origin: string, isTrusted: boolean): void {
    if (isTrusted) {
      void this.openLater(origin, Promise.resolve({ files, refusals: [] }));
      return;
    }
    const { request, showRequest } = this.store.getState();
    if (request !== null) return;
    this.sent = files;
    showRequest({
      kind: 'message',
      origin,
      files: files.map(({ path, source }) => ({ name: path, bytes: source.size })),
    });
  }

  openRequested(): void {
    const { request } = this.store.getState();
    const files = this.sent;
    this.dismissRequest();
    if (request?.kind === 'link') this.openLink(request);
    if (request?.kind === 'message') void this.openLater(request.origin, Promise.resolve({ files, refusals: [] }));
  }

  dismissRequest(): void {
    this.sent = [];
    this.store.getState().showRequest(null);
  }

  cancel(): void {
    this.load++;
    this.stopLoading();
    this.store.getState().leaveLoading();
  }

  close(): void {
    this.cancel();
    this.open?.client.close();
    this.open = null;
    this.store.getState().showLanding();
  }

  reduce(onProgress: (progress: ReduceProgress) => void): RunningReduction | null {
    if (this.open === null) return null;
    const { profile } = this.store.getState();
    const run = profile?.runs.find(({ isShown }) => isShown)?.path ?? null;
    return new ReduceClient(this.open.files, run, onProgress);
  }

  readonly ask: Ask = (kind, ask) => this.open?.client.ask(kind, ask) ?? Promise.resolve(null);

  private openLink({ files, refusals }: LinkRequest): void {
    const fetching = new AbortController();
    const load = this.load + 1;
    const rate = new LoadRate();
    const dropping = fetchRemote(files, {
      signal: fetching.signal,
      onProgress: (bytesRead, bytesTotal) => {
        if (load !== this.load) return;
        const bytesPerSecond = rate.add({ phase: 'fetching', bytesRead, now: performance.now() });
        this.store.getState().setProgress({ phase: 'fetching', bytesRead, bytesTotal, bytesPerSecond, note: '' });
      },
    });
    const name = files.length === 1 ? files[0].name : `${files.length} files`;
    void this.openLater(
      name,
      dropping.then((dropped) => ({ ...dropped, refusals: [...refusals, ...dropped.refusals] })),
    );
    this.fetching = fetching;
  }

  private stopLoading(): void {
    this.loading?.close();
    this.loading = null;
    this.fetching?.abort();
    this.fetching = null;
  }

  private async openLater(name: string, dropping: Promise<Dropped>, run: string | null = null): Promise<void> {
    performance.mark('highwater:open-start');
    this.stopLoading();
    const load = ++this.load;
    const state = this.store.getState();
    state.startLoading(name);
    const dropped = await dropping;
    const picture = await pictureIn(dropped.files);
    if (load !== this.load) return;
    if (picture !== null) {
      this.finishPicture(picture);
      return;
    }
    if (dropped.files.length === 0) {
      state.finishLoading({ content: null, refusals: whyNothing(name, dropped), runs: [] });
      return;
    }
    state.startLoading(run ?? nameOf(dropped.files));
    const client = this.connect(dropped.files, load, run);
    const opened = await client.opened;
    if (load !== this.load) return;
    this.loading = null;
    const refusals = [...dropped.refusals, ...opened.refusals];
    // Another run of the same files: texts that were pasted since then stay.
    const messages = run === null ? opened.messages : mergedTexts(this.store.getState().messages, opened.messages);
    this.finish(client, dropped.files, { ...opened, refusals, messages });
  }

  private finish(client: ProfileClient, files: readonly DroppedFile[], opened: Opened): void {
    const content = contentOf(opened);
    if (content === null) {
      client.close();
    } else {
      this.open?.client.close();
      this.open = { client, files };
    }
    const { refusals, runs, messages } = opened;
    this.store.getState().finishLoading({ content, refusals, runs, messages });
  }

  /** A picture opens like the link that it carries. */
  private finishPicture(picture: DroppedPicture): void {
    if (picture.kind === 'refused') {
      this.store.getState().finishLoading({ content: null, refusals: [picture.refusal], runs: [] });
      return;
    }
    this.store.getState().leaveLoading();
    location.hash = picture.fragment;
  }

  /**
   * A pasted text is read behind what is shown: a paste of a few words by accident must neither end a running load nor
   * take away what is open.
   */
  private async readText(text: string): Promise<void> {
    this.pastes++;
    const path = this.pastes === 1 ? 'pasted text' : `pasted text ${String(this.pastes)}`;
    const files = [{ path, source: new Blob([text]), lastModified: Date.now() }];
    performance.mark('highwater:open-start');
    const client = new ProfileClient(files, () => undefined);
    const opened = await client.opened;
    const { addPasted, showNotice } = this.store.getState();
    if (contentOf(opened) !== null) {
      this.load++;
      this.stopLoading();
      this.finish(client, files, opened);
      return;
    }
    client.close();
    if (opened.messages.length > 0) addPasted(opened.messages);
    else showNotice(`The pasted text was not opened. ${opened.refusals[0]?.reason ?? ''}`.trimEnd());
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

function nameOf(files: readonly DroppedFile[]): string {
  return files.length === 1 ? files[0].path : `${files.length} files`;
}

function whyNothing(name: string, { refusals }: Dropped): Dropped['refusals'] {
  if (refusals.length > 0) return refusals;
  const reason = 'There is no file in it. Drop a profile, or the folder that jax.profiler wrote.';
  return [{ file: name, code: 'empty-file', reason }];
}

function contentOf({ summary, dumps }: Opened): ProfileContent | null {
  if (summary !== null) return { kind: 'trace', summary };
  return dumps === null ? null : { kind: 'dumps', dumps };
}

/** The files of a sample, as if they had been dropped. Never rejects. */
async function fetchSample({ files: names }: Sample): Promise<Dropped> {
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
