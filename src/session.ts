/**
 * The page's session: takes what was dropped, runs one load at a time, and keeps the clients of what is open: one
 * profile, or two side by side. They stay open while another is read: a cancelled or refused load gives them back.
 */

import { pictureIn, showPicture } from './dropped-picture.ts';
import { filesFromList, filesFromTransfer, type Dropped } from './input/dropped.ts';
import type { DroppedFile } from './input/types.ts';
import type { LinkRequest, PairRequest } from './model/open-request.ts';
import { Comparisons } from './comparisons.ts';
import { HeldProfiles } from './held-profiles.ts';
import { LinkFetch } from './link-fetch.ts';
import { linkedAnswer } from './linked-answer.ts';
import { LinkedProfiles } from './linked-profiles.ts';
import { nameOf, openedBeside, runName, shownRun, whyNothing } from './load-names.ts';
import { showUpdate } from './offline.ts';
import type { DigestAsk, ReadPair, ReadProfile } from './read-profile.ts';
import { contentOf, digestAsk, digestsOf, namedApart, notComparable, Reading, sideOf, thingsOf } from './read-profile.ts';
import { SentFiles } from './sent-files.ts';
import { mergedTexts, type SideIndex } from './state/app-state.ts';
import type { AppStore } from './state/store.ts';
import type { Ask, RunPeak, Sample, Session } from './views/common/session.ts';
import { PastedTexts } from './pasted-texts.ts';
import { readFigures } from './read-figures.ts';
import { startReduction } from './reduction.ts';
import { readEachRun } from './run-peaks.ts';
import { fetchSample } from './sample-files.ts';

export class PageSession implements Session {
  private readonly store: AppStore;
  private readonly held: HeldProfiles;
  private reading: Reading | null = null;
  private readonly fetching: LinkFetch;
  private readonly sent: SentFiles;
  private readonly comparisons = new Comparisons();
  private readonly pasted: PastedTexts;
  private readonly linked: LinkedProfiles;
  /** Of the newest load; what an older one still delivers is dropped. */
  private load = 0;

  constructor(store: AppStore) {
    this.store = store;
    this.held = new HeldProfiles(store);
    this.fetching = new LinkFetch(store);
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
  openData(encoded: string): void {
    this.stopLoading();
    const load = ++this.load;
    void this.linked.show(encoded, () => load === this.load);
  }

  readonly identified: Session['identified'] = (digests) => this.linked.identified(digests);

  openOthers(): void {
    const others = this.linked.takeOthers();
    if (others !== null) void this.openLater('what was dropped', Promise.resolve(others), null, true);
  }

  readonly keepLinked = (): void => void this.linked.takeOthers();

  compareFiles(files: readonly File[]): void {
    void this.compareLater(Promise.resolve({ files: filesFromList(files), refusals: [] }));
  }

  compareTransfer(transfer: DataTransfer): void {
    void this.compareLater(filesFromTransfer(transfer));
  }

  compareSamples(baseline: Sample, candidate: Sample): void {
    void this.compareFetched(baseline, candidate);
  }

  compareRuns(first: string, second: string): void {
    void this.readRuns(first, second);
  }

  compareDumps(first: string, second: string): void {
    const { open } = this.held;
    if (open === null) return;
    const asks = [digestAsk(open.opened, null, first), digestAsk(open.opened, null, second)] as const;
    const load = ++this.load;
    void this.putSideBySide([open, open], asks, load);
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
    this.load++;
    this.stopLoading();
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
    const dropping = Promise.resolve().then(() => this.fetching.files(request));
    void this.openLater(files.length === 1 ? files[0].name : `${files.length} files`, dropping);
  }

  /** Where one of the two cannot be fetched, the other one opens. */
  private async openPair({ baseline, candidate, refusals }: PairRequest): Promise<void> {
    const files = [baseline, candidate].filter((file) => file !== null);
    this.stopLoading();
    const load = ++this.load;
    const name = files.map((file) => file.name).join(' and ');
    this.store.getState().startLoading(name);
    const dropped = await this.fetching.files({ files, refusals });
    if (load !== this.load) return;
    const [first, second] = dropped.files;
    if (dropped.files.length < 2) void this.openLater(name, Promise.resolve(dropped));
    else await this.readSideBySide(this.startReading(name), [[first], [second]], load);
  }

  private stopLoading(): void {
    this.reading?.cancel();
    this.reading = null;
    this.fetching.stop();
  }

  private startReading(name: string): Reading {
    this.store.getState().startLoading(name);
    this.reading = new Reading(this.store);
    return this.reading;
  }

  private async openLater(
    name: string,
    dropping: Promise<Dropped>,
    run: string | null = null,
    isAnything = false,
  ): Promise<void> {
    performance.mark('highwater:open-start');
    this.stopLoading();
    const load = ++this.load;
    const state = this.store.getState();
    state.startLoading(name);
    const dropped = await dropping;
    const picture = await pictureIn(dropped.files);
    if (load !== this.load) return;
    if (picture !== null) {
      showPicture(picture, this.store);
      return;
    }
    if (dropped.files.length === 0) {
      state.finishLoading({ content: null, refusals: whyNothing(name, dropped), runs: [] });
      return;
    }
    const current = {
      isNewest: () => load === this.load,
      startReading: (what: string) => this.startReading(what),
      endReading: () => this.endReading(),
    };
    if (!isAnything && run === null && (await this.linked.take(dropped, current))) return;
    const things = thingsOf(dropped.files);
    if (run === null && things.length === 2) await this.openTwo([things[0], things[1]], dropped, load);
    else await this.openOne(dropped, run, load);
  }

  private async openOne(dropped: Dropped, run: string | null, load: number): Promise<void> {
    const read = await this.startReading(run ?? nameOf(dropped.files)).read(dropped.files, run);
    if (load !== this.load) return;
    const refusals = [...dropped.refusals, ...read.opened.refusals];
    // Another run of the same files: texts that were pasted since then stay.
    const { messages } = this.store.getState();
    const merged = run === null ? read.opened.messages : mergedTexts(messages, read.opened.messages);
    this.finish({ ...read, opened: { ...read.opened, refusals, messages: merged } });
  }

  /** Two traces are compared. Whatever else two things are, they belong together: dumps of a series, a text and its run. */
  private async openTwo([a, b]: [DroppedFile[], DroppedFile[]], dropped: Dropped, load: number): Promise<void> {
    const reading = this.startReading(`${nameOf(a)} and ${nameOf(b)}`);
    const [first, second] = await Promise.all([reading.read(a, null), reading.read(b, null)]);
    if (load !== this.load) return;
    const asks = [first, second].map(({ opened }) => (opened.summary === null ? null : digestAsk(opened, null, null)));
    if (asks[0] !== null && asks[1] !== null) {
      await this.putSideBySide([first, second], [asks[0], asks[1]], load);
      return;
    }
    const isSeries = first.opened.dumps !== null || second.opened.dumps !== null;
    const traces = [first, second].filter(({ opened }) => opened.summary !== null);
    if (!isSeries && traces.length === 2 && (asks[0] !== null || asks[1] !== null)) {
      this.showOther([first, second], asks[0] === null ? 0 : 1);
      return;
    }
    if (isSeries || traces.length === 2) {
      reading.cancel();
      await this.openOne(dropped, null, load);
      return;
    }
    const [shown, other] = second.opened.summary === null ? [first, second] : [second, first];
    other.client.close();
    this.finish({ ...shown, files: dropped.files, opened: openedBeside(shown.opened, other.opened, dropped.refusals) });
  }

  /** What was dropped or picked beside what is open, which is the baseline. */
  private async compareLater(dropping: Promise<Dropped>): Promise<void> {
    const { open } = this.held;
    if (open === null) return;
    this.stopLoading();
    const load = ++this.load;
    const { files, refusals } = await dropping;
    if (load !== this.load) return;
    if (files.length === 0) {
      this.leave(whyNothing('What was chosen', { files, refusals })[0].reason);
      return;
    }
    const { allocator, dump } = this.store.getState().view;
    const read = await this.startReading(nameOf(files)).read(files, null);
    if (load !== this.load) return;
    const asks = [digestAsk(open.opened, allocator, dump.shown ?? null), digestAsk(read.opened, allocator, null)] as const;
    await this.putSideBySide([open, read], asks, load);
  }

  private async compareFetched(baseline: Sample, candidate: Sample): Promise<void> {
    this.stopLoading();
    const load = ++this.load;
    const reading = this.startReading(`${baseline.title} and ${candidate.title}`);
    const [a, b] = await Promise.all([fetchSample(baseline), fetchSample(candidate)]);
    if (load !== this.load) return;
    const refusals = [...a.refusals, ...b.refusals];
    if (refusals.length > 0) this.store.getState().finishLoading({ content: null, refusals, runs: [] });
    else await this.readSideBySide(reading, [a.files, b.files], load);
  }

  private async readSideBySide(reading: Reading, [a, b]: [DroppedFile[], DroppedFile[]], load: number): Promise<void> {
    const pair = await Promise.all([reading.read(a, null), reading.read(b, null)]);
    if (load !== this.load) return;
    await this.putSideBySide(pair, [digestAsk(pair[0].opened, null, null), digestAsk(pair[1].opened, null, null)], load);
  }

  /** Each run has a client of its own; the one that is open keeps its client. */
  private async readRuns(first: string, second: string): Promise<void> {
    const { open } = this.held;
    if (open === null) return;
    this.stopLoading();
    const load = ++this.load;
    const reading = this.startReading(`${runName(first)} and ${runName(second)}`);
    const shown = shownRun(open.opened);
    const readRun = async (run: string): Promise<ReadProfile> =>
      run === shown ? open : await reading.read(open.files, run);
    const [a, b] = await Promise.all([readRun(first), readRun(second)]);
    if (load !== this.load) return;
    const { allocator } = this.store.getState().view;
    await this.putSideBySide([a, b], [digestAsk(a.opened, allocator, null), digestAsk(b.opened, allocator, null)], load);
  }

  /**
   * The digests of both, then the comparison on the screen. Where one of them cannot be compared, the sentence says so
   * and what was open stays; where nothing was, the other one opens.
   */
  private async putSideBySide(
    pair: ReadPair,
    asks: readonly [DigestAsk | null, DigestAsk | null],
    load: number,
  ): Promise<void> {
    const [first, second] = await digestsOf(pair, asks);
    if (load !== this.load) return;
    this.reading?.end();
    if (first === null || second === null) {
      this.refusePair(pair, first === null ? 0 : 1);
      return;
    }
    this.reading = null;
    this.held.hold(null, pair);
    this.store.getState().showComparison([sideOf(pair[0], first), sideOf(pair[1], namedApart(second, first))]);
  }

  private refusePair(pair: ReadPair, failed: SideIndex): void {
    const other = pair[failed === 0 ? 1 : 0];
    if (this.held.open === null && this.held.sides === null && contentOf(other.opened) !== null) this.showOther(pair, failed);
    else this.leave(notComparable(nameOf(pair[failed].files), pair[failed].opened));
  }

  /** The one of two that has something to show, with a sentence on why the other is not beside it. */
  private showOther(pair: ReadPair, failed: SideIndex): void {
    pair[failed].client.close();
    this.finish(pair[failed === 0 ? 1 : 0]);
    this.store.getState().showNotice(notComparable(nameOf(pair[failed].files), pair[failed].opened));
  }

  /** What was open is given back, with a sentence. */
  private leave(sentence: string): void {
    this.stopLoading();
    this.store.getState().leaveLoading();
    this.store.getState().showNotice(sentence);
  }

  /** What it has read stays open, whatever load comes next. */
  private endReading(): void {
    this.reading?.end();
    this.reading = null;
  }

  private finish(read: ReadProfile): void {
    const content = contentOf(read.opened);
    this.endReading();
    if (content === null) read.client.close();
    else this.held.hold(read, null);
    const { refusals, runs, messages } = read.opened;
    this.store.getState().finishLoading({ content, refusals, runs, messages });
  }

  /**
   * A pasted text is read behind what is shown: a paste of a few words by accident must neither end a running load nor
   * take away what is open.
   */
  private async readText(text: string): Promise<void> {
    performance.mark('highwater:open-start');
    const read = await this.pasted.open(text);
    if (read === null) return;
    this.load++;
    this.stopLoading();
    this.finish(read);
  }
}
