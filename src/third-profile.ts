/** A profile that was opened while two are compared: the user says whether it replaces one of them or both. */

import { nameOf } from './load-names.ts';
import type { ProfileDigest } from './model/digest.ts';
import type { CurrentLoad, PageLoads } from './page-loads.ts';
import type { ReadProfile } from './read-profile.ts';
import { contentOf, digestAsk } from './read-profile.ts';
import type { SideBySide } from './side-by-side.ts';
import type { SideIndex } from './state/app-state.ts';
import type { AppStore } from './state/store.ts';

interface Waiting {
  read: ReadProfile;
  /** Null where it holds nothing that could be compared. */
  digest: ProfileDigest | null;
  load: CurrentLoad;
}

export class ThirdProfile {
  private waiting: Waiting | null = null;

  constructor(
    private readonly store: AppStore,
    private readonly loads: PageLoads,
    private readonly sideBySide: SideBySide,
  ) {}

  /** True where it is put to the user. It stays a part of its load, which another load ends with all that it has read. */
  async ask(read: ReadProfile, load: CurrentLoad): Promise<boolean> {
    const { comparison } = this.store.getState();
    if (comparison === null || contentOf(read.opened) === null) return false;
    const ask = digestAsk(read.opened, null, null);
    const digest = ask === null ? null : await read.client.ask('digest', ask);
    if (!load.isNewest()) return true;
    this.waiting = { read, digest, load };
    const [first, second] = comparison.sides.map((side) => side.digest.kind === digest?.kind);
    this.store.getState().leaveLoading();
    this.store.getState().showThird({ name: nameOf(read.files), canReplace: [second, first] });
    return true;
  }

  /** In the place of a side, alone, or not at all. */
  answer(way: SideIndex | 'alone' | null): void {
    const { waiting } = this;
    this.waiting = null;
    this.store.getState().showThird(null);
    if (waiting === null || !waiting.load.isNewest()) return;
    const { read, digest, load } = waiting;
    if (way === null) this.loads.stop();
    else if (way === 'alone' || digest === null) this.loads.finish(read);
    else this.sideBySide.replace(way, read, digest, load);
  }
}
