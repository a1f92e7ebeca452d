/**
 * The page's session, which is all that views ask of the page: takes what was dropped and decides what it is, one load at
 * a time. What is open stays open while another is read: a cancelled or refused load gives it back.
 */

import { pictureIn, showPicture } from './dropped-picture.ts';
import { filesFromList, filesFromTransfer, type Dropped } from './input/dropped.ts';
import type { DroppedFile } from './input/types.ts';
import type { LinkRequest, PairRequest } from './model/open-request.ts';
import { Comparisons } from './comparisons.ts';
import { HeldProfiles } from './held-profiles.ts';
import { linkedAnswer } from './linked-answer.ts';
import { LinkedProfiles } from './linked-profiles.ts';
import { nameOf, openedBeside, shownRun, whyNothing } from './load-names.ts';
import { showUpdate } from './offline.ts';
import { PageLoads, type CurrentLoad } from './page-loads.ts';
import { digestAsk, thingsOf } from './read-profile.ts';
import { SentFiles } from './sent-files.ts';
import { SideBySide } from './side-by-side.ts';
import { mergedTexts, type SideIndex } from './state/app-state.ts';
import type { AppStore } from './state/store.ts';
import type { Ask, RunPeak, Sample, Session } from './views/common/session.ts';
import { PastedTexts } from './pasted-texts.ts';
import { readFigures } from './read-figures.ts';
import { startReduction } from './reduction.ts';
import { readEachRun } from './run-peaks.ts';
import { fetchSample } from './sample-files.ts';
import { ThirdProfile } from './third-profile.ts';

export class PageSession implements Session {
  private readonly store: AppStore;
  private readonly held: HeldProfiles;
  private readonly sent: SentFiles;
  private readonly comparisons = new Comparisons();
  private readonly pasted: PastedTexts;
  private readonly linked: LinkedProfiles;
  private readonly loads: PageLoads;
  private readonly sideBySide: SideBySide;
  private readonly third: ThirdProfile;

  constructor(store: AppStore) {
    this.store = store;
    this.held = new HeldProfiles(store);
    this.loads = new PageLoads(store, this.held);
    this.sideBySide = new SideBySide(store, this.held, this.loads);
    this.third = new ThirdProfile(store, this.loads, this.sideBySide);
    this.linked = new LinkedProfiles(store, this.held);
    this.sent = new SentFiles(store);
    this.pasted = new PastedTexts(store);
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
    const { open } = this.held;
    if (open !== null) void this.openLater(path, Promise.resolve({ files: [...open.files], refusals: [] }), path);
  }

  /** What the address says of profiles, without their files. */
  readonly openData = (encoded: string): void => void this.linked.show(encoded, this.loads.begin().isNewest);

  /** What was shown of it alone goes with it. */
  readonly leaveData = (): void => {
    this.loads.stop();
    this.comparisons.close();
    this.store.getState().leaveLinked(location.hash);
  };

  readonly identified: Session['identified'] = (digests) => this.linked.identified(digests);

  openOthers(): void {
    const others = this.linked.takeOthers();
    if (others !== null) void this.openLater('what was dropped', Promise.resolve(others), null, true);
  }

  compareOthers(): void {
    const others = this.linked.takeOthers();
    if (others !== null) void this.sideBySide.withOpen(Promise.resolve(others));
  }

  readonly keepLinked = (): void => void this.linked.takeOthers();

  compareFiles(files: readonly File[]): void {
    void this.sideBySide.withOpen(Promise.resolve({ files: filesFromList(files), refusals: [] }));
  }

  compareTransfer(transfer: DataTransfer): void {
    void this.sideBySide.withOpen(filesFromTransfer(transfer));
  }

  compareSamples(baseline: Sample, candidate: Sample): void {
    void this.sideBySide.samples(baseline, candidate);
  }

  compareRuns(first: string, second: string): void {
    void this.sideBySide.runs(first, second);
  }

  compareDumps(first: string, second: string): void {
    void this.sideBySide.dumps(first, second);
  }

  closeSide(at: SideIndex): void {
    const { sides } = this.held;
    const { comparison, keepSide } = this.store.getState();
    const kept: SideIndex = at === 0 ? 1 : 0;
    const read = sides?.[kept] ?? null;
    const fault = comparison?.sides[kept].fault ?? null;
    this.held.hold(read, null);
    keepSide(kept);
    if (read === null || fault === null) return;
    // Its numbers outlived its worker, its views would not.
    const { files, opened } = read;
    const run = opened.runs.length > 1 ? shownRun(opened) : null;
    void this.openLater(run ?? nameOf(files), Promise.resolve({ files: [...files], refusals: [] }), run);
  }

  readonly placeThird: Session['placeThird'] = (way) => this.third.answer(way);

  readonly compare: Session['compare'] = (baseline, candidate) => this.comparisons.of(baseline, candidate);

  readPeaks(onPeak: (peak: RunPeak) => void): () => void {
    const stop = new AbortController();
    if (this.held.open !== null) void readEachRun(this.held.open, onPeak, stop.signal);
    return () => stop.abort();
  }

  /** Files that another page has sent. */
  takeFiles(files: DroppedFile[], origin: string, isTrusted: boolean): void {
    if (isTrusted) void this.openLater(origin, Promise.resolve({ files, refusals: [] }));
    else this.sent.ask(files, origin);
  }

  openRequested(): void {
    const { request } = this.store.getState();
    const files = this.sent.take();
    if (request?.kind === 'link') this.openLink(request);
    if (request?.kind === 'pair') void this.openPair(request);
    if (request?.kind === 'message') void this.openLater(request.origin, Promise.resolve({ files, refusals: [] }));
  }

  readonly dismissRequest = (): void => void this.sent.take();

  readonly readFigures = readFigures;

  cancel(): void {
    this.loads.stop();
    this.store.getState().leaveLoading();
  }

  close(): void {
    this.cancel();
    this.held.hold(null, null);
    this.comparisons.close();
    this.store.getState().showLanding();
  }

  readonly showUpdate = showUpdate;

  readonly reduce: Session['reduce'] = (onProgress) => startReduction(this.held.open, onProgress);

  readonly ask: Ask = (kind, ask) =>
    this.held.open?.client.ask(kind, ask) ?? Promise.resolve(linkedAnswer(this.store.getState(), kind, ask));

  readonly askSide: Session['askSide'] = (at, kind, ask) =>
    this.held.sides?.[at]?.client.ask(kind, ask) ?? Promise.resolve(null);

  private openLink(request: LinkRequest): void {
    const { files } = request;
    // The fetch begins when the load before it has been ended, which ends its fetch.
    const dropping = Promise.resolve().then(() => this.loads.fetch(request));
    void this.openLater(files.length === 1 ? files[0].name : `${files.length} files`, dropping);
  }

  /** Where one of the two cannot be fetched, the other one opens. */
  private async openPair({ baseline, candidate, refusals }: PairRequest): Promise<void> {
    const files = [baseline, candidate].filter((file) => file !== null);
    const load = this.loads.begin();
    const name = files.map((file) => file.name).join(' and ');
    this.store.getState().startLoading(name);
    const dropped = await this.loads.fetch({ files, refusals });
    if (!load.isNewest()) return;
    const [first, second] = dropped.files;
    if (dropped.files.length < 2) void this.openLater(name, Promise.resolve(dropped));
    else await this.sideBySide.files(load.startReading(name), [[first], [second]], load);
  }

  private async openLater(
    name: string,
    dropping: Promise<Dropped>,
    run: string | null = null,
    isAnything = false,
  ): Promise<void> {
    performance.mark('highwater:open-start');
    const load = this.loads.begin();
    const state = this.store.getState();
    state.startLoading(name);
    const dropped = await dropping;
    const picture = await pictureIn(dropped.files);
    if (!load.isNewest()) return;
    if (picture !== null) {
      showPicture(picture, this.store);
      return;
    }
    if (dropped.files.length === 0) {
      state.finishLoading({ content: null, refusals: whyNothing(name, dropped), runs: [] });
      return;
    }
    if (!isAnything && run === null && (await this.linked.take(dropped, load))) return;
    const things = thingsOf(dropped.files);
    if (run === null && things.length === 2) await this.openTwo([things[0], things[1]], dropped, load, isAnything);
    else await this.openOne(dropped, run, load, isAnything);
  }

  /** `isAnswered`: the user has said already that it takes the place of what is open. */
  private async openOne(dropped: Dropped, run: string | null, load: CurrentLoad, isAnswered: boolean): Promise<void> {
    const read = await load.startReading(run ?? nameOf(dropped.files)).read(dropped.files, run);
    if (!load.isNewest()) return;
    const refusals = [...dropped.refusals, ...read.opened.refusals];
    // Another run of the same files: texts that were pasted since then stay.
    const { messages } = this.store.getState();
    const merged = run === null ? read.opened.messages : mergedTexts(messages, read.opened.messages);
    const shown = { ...read, opened: { ...read.opened, refusals, messages: merged } };
    if (!isAnswered && (await this.third.ask(shown, load))) return;
    this.loads.finish(shown);
  }

  /** Two traces are compared. Whatever else two things are, they belong together: dumps of a series, a text and its run. */
  private async openTwo(
    [a, b]: [DroppedFile[], DroppedFile[]],
    dropped: Dropped,
    load: CurrentLoad,
    isAnswered: boolean,
  ): Promise<void> {
    const reading = load.startReading(`${nameOf(a)} and ${nameOf(b)}`);
    const [first, second] = await Promise.all([reading.read(a, null), reading.read(b, null)]);
    if (!load.isNewest()) return;
    const asks = [first, second].map(({ opened }) => (opened.summary === null ? null : digestAsk(opened, null, null)));
    if (asks[0] !== null && asks[1] !== null) {
      await this.sideBySide.put([first, second], [asks[0], asks[1]], load);
      return;
    }
    const isSeries = first.opened.dumps !== null || second.opened.dumps !== null;
    const traces = [first, second].filter(({ opened }) => opened.summary !== null);
    if (!isSeries && traces.length === 2 && (asks[0] !== null || asks[1] !== null)) {
      this.sideBySide.showOther([first, second], asks[0] === null ? 0 : 1);
      return;
    }
    if (isSeries || traces.length === 2) {
      reading.cancel();
      await this.openOne(dropped, null, load, isAnswered);
      return;
    }
    const [shown, other] = second.opened.summary === null ? [first, second] : [second, first];
    other.client.close();
    this.loads.finish({ ...shown, files: dropped.files, opened: openedBeside(shown.opened, other.opened, dropped.refusals) });
  }

  /**
   * A pasted text is read behind what is shown: a paste of a few words by accident must neither end a running load nor
   * take away what is open.
   */
  private async readText(text: string): Promise<void> {
    performance.mark('highwater:open-start');
    const read = await this.pasted.open(text);
    if (read === null) return;
    this.loads.stop();
    this.loads.finish(read);
  }
}
