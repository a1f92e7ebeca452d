/** One load of the page at a time: what it fetches and reads, and how it ends on the screen. */

import type { HeldProfiles } from './held-profiles.ts';
import type { Dropped } from './input/dropped.ts';
import { LinkFetch } from './link-fetch.ts';
import type { RemoteFile } from './model/open-request.ts';
import type { Refusal } from './model/problems.ts';
import type { ReadProfile } from './read-profile.ts';
import { contentOf, Reading } from './read-profile.ts';
import type { AppStore } from './state/store.ts';

/** Of a load: it is still the newest, and how its progress is shown. */
export interface CurrentLoad {
  /** What an older load still delivers is dropped. */
  isNewest: () => boolean;
  startReading: (name: string) => Reading;
  /** What was read stays open when the next load begins. */
  endReading: () => void;
}

export class PageLoads {
  private readonly fetching: LinkFetch;
  private reading: Reading | null = null;
  private newest = 0;

  constructor(
    private readonly store: AppStore,
    private readonly held: HeldProfiles,
  ) {
    this.fetching = new LinkFetch(store);
  }

  /** Ends the load before it. */
  begin(): CurrentLoad {
    this.stop();
    const load = this.newest;
    return {
      isNewest: () => load === this.newest,
      startReading: (name) => this.startReading(name),
      endReading: () => this.endReading(),
    };
  }

  /** Ends the running load and its workers; what the screen shows is left to the caller. */
  stop(): void {
    this.newest++;
    this.reading?.cancel();
    this.reading = null;
    this.fetching.stop();
  }

  /** What a link names, as a part of the running load. Never rejects. */
  fetch(named: { files: readonly RemoteFile[]; refusals: readonly Refusal[] }): Promise<Dropped> {
    return this.fetching.files(named);
  }

  /** The load ends with this profile, or with the reasons why there is none. */
  finish(read: ReadProfile): void {
    const content = contentOf(read.opened);
    this.endReading();
    if (content === null) read.client.close();
    else this.held.hold(read, null);
    const { refusals, runs, messages } = read.opened;
    this.store.getState().finishLoading({ content, refusals, runs, messages });
  }

  /** What was open is given back, with a sentence. */
  leave(sentence: string): void {
    this.stop();
    this.store.getState().leaveLoading();
    this.store.getState().showNotice(sentence);
  }

  private startReading(name: string): Reading {
    this.store.getState().startLoading(name);
    this.reading = new Reading(this.store);
    return this.reading;
  }

  private endReading(): void {
    this.reading?.end();
    this.reading = null;
  }
}
