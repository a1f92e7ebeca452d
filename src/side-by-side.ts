/** Reads what is to be compared and puts it side by side; what is open is the baseline, and stays where that fails. */

import type { HeldProfiles } from './held-profiles.ts';
import type { Dropped } from './input/dropped.ts';
import type { DroppedFile } from './input/types.ts';
import { nameOf, runName, shownRun, whyNothing } from './load-names.ts';
import type { ProfileDigest } from './model/digest.ts';
import type { CurrentLoad, PageLoads } from './page-loads.ts';
import type { DigestAsk, Reading, ReadPair, ReadProfile } from './read-profile.ts';
import { contentOf, digestAsk, digestsOf, namedApart, notComparable, sideOf } from './read-profile.ts';
import { fetchSample } from './sample-files.ts';
import type { SideIndex } from './state/app-state.ts';
import { summaryDigest } from './state/linked-state.ts';
import type { AppStore } from './state/store.ts';
import type { Sample } from './views/common/session.ts';

export class SideBySide {
  constructor(
    private readonly store: AppStore,
    private readonly held: HeldProfiles,
    private readonly loads: PageLoads,
  ) {}

  /** What was dropped or picked beside what is open, or beside the summary that a link brought of it. */
  async withOpen(dropping: Promise<Dropped>): Promise<void> {
    const { open } = this.held;
    const summary = summaryDigest(this.store.getState());
    if (open === null && summary === null) return;
    const load = this.loads.begin();
    const { files, refusals } = await dropping;
    if (!load.isNewest()) return;
    if (files.length === 0) {
      this.loads.leave(whyNothing('What was chosen', { files, refusals })[0].reason);
      return;
    }
    const { allocator, dump } = this.store.getState().view;
    const read = await load.startReading(nameOf(files)).read(files, null);
    if (!load.isNewest()) return;
    const ask = digestAsk(read.opened, allocator, null);
    if (open !== null) await this.put([open, read], [digestAsk(open.opened, allocator, dump.shown ?? null), ask], load);
    else if (summary !== null) await this.putBeside(summary, read, ask, load);
  }

  async samples(baseline: Sample, candidate: Sample): Promise<void> {
    const load = this.loads.begin();
    const reading = load.startReading(`${baseline.title} and ${candidate.title}`);
    const [a, b] = await Promise.all([fetchSample(baseline), fetchSample(candidate)]);
    if (!load.isNewest()) return;
    const refusals = [...a.refusals, ...b.refusals];
    if (refusals.length > 0) this.store.getState().finishLoading({ content: null, refusals, runs: [] });
    else await this.files(reading, [a.files, b.files], load);
  }

  /** The files of each side, as a part of a load. */
  async files(reading: Reading, [a, b]: [DroppedFile[], DroppedFile[]], load: CurrentLoad): Promise<void> {
    const pair = await Promise.all([reading.read(a, null), reading.read(b, null)]);
    if (!load.isNewest()) return;
    await this.put(pair, [digestAsk(pair[0].opened, null, null), digestAsk(pair[1].opened, null, null)], load);
  }

  /** Two runs of what is open, by their paths. Each has a client of its own; the one that is open keeps its client. */
  async runs(first: string, second: string): Promise<void> {
    const { open } = this.held;
    if (open === null) return;
    const load = this.loads.begin();
    const reading = load.startReading(`${runName(first)} and ${runName(second)}`);
    const shown = shownRun(open.opened);
    const readRun = async (run: string): Promise<ReadProfile> =>
      run === shown ? open : await reading.read(open.files, run);
    const [a, b] = await Promise.all([readRun(first), readRun(second)]);
    if (!load.isNewest()) return;
    const { allocator } = this.store.getState().view;
    await this.put([a, b], [digestAsk(a.opened, allocator, null), digestAsk(b.opened, allocator, null)], load);
  }

  /** Two dumps of the open series, by their names. */
  async dumps(first: string, second: string): Promise<void> {
    const { open } = this.held;
    if (open === null) return;
    const asks = [digestAsk(open.opened, null, first), digestAsk(open.opened, null, second)] as const;
    await this.put([open, open], asks, this.loads.begin());
  }

  /**
   * The digests of both, then the comparison on the screen. Where one of them cannot be compared, the sentence says so
   * and what was open stays; where nothing was, the other one opens.
   */
  async put(pair: ReadPair, asks: readonly [DigestAsk | null, DigestAsk | null], load: CurrentLoad): Promise<void> {
    const [first, second] = await digestsOf(pair, asks);
    if (!load.isNewest()) return;
    if (first === null || second === null) {
      this.refuse(pair, first === null ? 0 : 1);
      return;
    }
    load.endReading();
    this.held.hold(null, pair);
    this.store.getState().showComparison([sideOf(pair[0], first), sideOf(pair[1], namedApart(second, first))]);
  }

  /** A profile that was read in the place of one side. */
  replace(at: SideIndex, read: ReadProfile, digest: ProfileDigest, load: CurrentLoad): void {
    const { comparison, replaceSide } = this.store.getState();
    if (comparison === null) return;
    const kept: SideIndex = at === 0 ? 1 : 0;
    const other = this.held.sides?.[kept] ?? null;
    load.endReading();
    this.held.hold(null, at === 0 ? [read, other] : [other, read]);
    replaceSide(at, sideOf(read, namedApart(digest, comparison.sides[kept].digest)));
  }

  private async putBeside(summary: ProfileDigest, read: ReadProfile, ask: DigestAsk | null, load: CurrentLoad): Promise<void> {
    const digest = ask === null ? null : await read.client.ask('digest', ask);
    if (!load.isNewest()) return;
    if (digest === null) {
      this.loads.leave(notComparable(nameOf(read.files), read.opened));
      return;
    }
    load.endReading();
    this.held.hold(null, [null, read]);
    this.store.getState().compareLinked(sideOf(read, namedApart(digest, summary)));
  }

  /** The one of two that has something to show, with a sentence on why the other is not beside it. */
  showOther(pair: ReadPair, failed: SideIndex): void {
    pair[failed].client.close();
    this.loads.finish(pair[failed === 0 ? 1 : 0]);
    this.store.getState().showNotice(notComparable(nameOf(pair[failed].files), pair[failed].opened));
  }

  private refuse(pair: ReadPair, failed: SideIndex): void {
    const other = pair[failed === 0 ? 1 : 0];
    if (this.held.open === null && this.held.sides === null && contentOf(other.opened) !== null) this.showOther(pair, failed);
    else this.loads.leave(notComparable(nameOf(pair[failed].files), pair[failed].opened));
  }
}
