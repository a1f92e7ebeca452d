/**
 * Profiles out of a link. They are shown from its data alone; dropped files that it was made of, known by their
 * content, restore the rest, and any other file is put to the user.
 */

import type { HeldProfiles } from './held-profiles.ts';
import type { Dropped } from './input/dropped.ts';
import type { DroppedFile } from './input/types.ts';
import { nameOf } from './load-names.ts';
import type { ProfileDigest } from './model/digest.ts';
import type { CurrentLoad } from './page-loads.ts';
import type { ReadProfile, Reading } from './read-profile.ts';
import { contentOf, digestAsk, namedApart, sideOf, thingsOf } from './read-profile.ts';
import { contentIdOf } from './share/content-id.ts';
import type { Digests } from './share/digest-link/reduce.ts';
import { allocatorKey } from './state/app-state.ts';
import type { ComparedSide, LinkedDigests } from './state/app-state.ts';
import { allocatorOfDigest, sideOfDigest } from './state/linked-state.ts';
import type { AppStore } from './state/store.ts';
import type { FoundRun } from './worker/protocol.ts';

/** The files of each side; null where none of them were among those that were dropped. */
type SideFiles = readonly (readonly DroppedFile[] | null)[];

export class LinkedProfiles {
  /** Dropped beside a link that they are not of. */
  private others: Dropped | null = null;
  /** By the file, or by the list of several. */
  private readonly ids = new WeakMap<object, Promise<string | null>>();

  constructor(
    private readonly store: AppStore,
    private readonly held: HeldProfiles,
  ) {}

  /** Shows what the data in the address says; where it cannot be read, what was open stays, with the reason. */
  async show(encoded: string, isNewest: () => boolean): Promise<void> {
    const state = this.store.getState();
    state.startLoading('the link');
    const { decodeDigests } = await import('./share/digest-link/codec.ts');
    if (!isNewest()) return;
    const read = decodeDigests(encoded);
    if (read.kind === 'fault') {
      state.leaveLoading();
      state.readLink(read);
      return;
    }
    const { baseline, candidate } = read.digests;
    this.held.hold(null, null);
    state.showLinked(encoded, baseline === null ? [candidate] : [baseline, candidate], location.hash);
  }

  /**
   * What a drop means while a link's summary is shown: true where it was of the link, or has been put to the user;
   * false where it opens like any other.
   */
  async take(dropped: Dropped, load: CurrentLoad): Promise<boolean> {
    const { linked } = this.store.getState();
    if (linked === null || linked.isRestored.every(Boolean)) return false;
    const ids = linked.digests.map(({ contentId }) => contentId);
    if (ids.every((id) => id === null)) return false;
    const things = [...thingsOf(dropped.files), ...(dropped.files.length > 1 ? [dropped.files] : [])];
    const found = await this.matching(ids, things, load);
    if (!load.isNewest()) return true;
    if (found.every((files) => files === null)) {
      this.others = dropped;
      const { leaveLoading, showOthers } = this.store.getState();
      leaveLoading();
      showOthers(dropped.files.map(({ path }) => path));
    } else if (linked.digests.length === 1) {
      const [digest] = linked.digests;
      // A dump that came with others is one of a series.
      await this.restoreOne(digest, digest.kind === 'dump' ? dropped.files : (found[0] ?? []), load);
    } else {
      await this.restoreSides(linked.digests, found, load);
    }
    return true;
  }

  /** Digests of what is open, with the identity of its files. */
  async identified({ baseline, candidate }: Digests): Promise<Digests> {
    const [a, b] = await Promise.all([baseline === null ? null : this.withId(baseline), this.withId(candidate)]);
    return { baseline: a, candidate: b };
  }

  /** What was put to the user, which it then no longer is. */
  takeOthers(): Dropped | null {
    const { others } = this;
    this.others = null;
    this.store.getState().showOthers(null);
    return others;
  }

  private async withId(digest: ProfileDigest): Promise<ProfileDigest> {
    const { comparison } = this.store.getState();
    const side = comparison?.sides.findIndex((candidate) => candidate.digest === digest) ?? -1;
    const read = comparison === null ? this.held.open : (this.held.sides?.[side] ?? null);
    if (digest.contentId !== null || read === null) return digest;
    const files = filesOfDigest(digest, read);
    const key = files.length === 1 ? files[0] : files;
    const known = this.ids.get(key) ?? contentIdOf(files.map(({ source }) => source));
    this.ids.set(key, known);
    return { ...digest, contentId: await known };
  }

  private async matching(
    ids: readonly (string | null)[],
    things: readonly (readonly DroppedFile[])[],
    load: CurrentLoad,
  ): Promise<SideFiles> {
    const byId = new Map<string | null, readonly DroppedFile[]>();
    const bytesTotal = things.flat().reduce((sum, { source }) => sum + source.size, 0);
    let before = 0;
    for (const thing of things) {
      const id = await contentIdOf(
        thing.map(({ source }) => source),
        {
          onProgress: (bytes) => {
            if (!load.isNewest()) return;
            const bytesRead = before + bytes;
            this.store.getState().setProgress({ phase: 'comparing with the link', bytesRead, bytesTotal, bytesPerSecond: 0, note: '' });
          },
        },
      );
      before += thing.reduce((sum, { source }) => sum + source.size, 0);
      if (id !== null) byId.set(id, thing);
    }
    return ids.map((id) => (id === null ? null : (byId.get(id) ?? null)));
  }

  private async restoreOne(digest: ProfileDigest, files: readonly DroppedFile[], load: CurrentLoad): Promise<void> {
    const read = await readRunOf(digest, files, load.startReading(nameOf(files)), load);
    if (!load.isNewest()) return;
    load.endReading();
    const content = contentOf(read.opened);
    const { refusals, runs, messages } = read.opened;
    if (content === null) {
      read.client.close();
      this.store.getState().finishLoading({ content, refusals, runs, messages });
      return;
    }
    this.held.hold(read, null);
    this.store.getState().restoreLinked(content, { content, refusals, runs });
  }

  private async restoreSides([a, b]: LinkedDigests, files: SideFiles, load: CurrentLoad): Promise<void> {
    if (b === undefined) return;
    const reading = load.startReading(files.flatMap((found) => (found === null ? [] : [nameOf(found)])).join(' and '));
    const first = await this.readSide(a, 0, files[0], reading, load);
    if (!load.isNewest()) return;
    const second = await this.readSide(b, 1, files[1], reading, load);
    if (!load.isNewest()) return;
    load.endReading();
    this.held.hold(null, [first.read, second.read]);
    const { side } = second;
    const apart = { ...side, digest: namedApart(side.digest, first.side.digest) };
    this.store.getState().restoreLinkedSides([first.side, apart]);
  }

  /** A side without files stays what it is. */
  private async readSide(
    digest: ProfileDigest,
    at: 0 | 1,
    files: readonly DroppedFile[] | null,
    reading: Reading,
    load: CurrentLoad,
  ): Promise<{ read: ReadProfile | null; side: ComparedSide }> {
    const { comparison } = this.store.getState();
    const kept = { read: this.held.sides?.[at] ?? null, side: comparison?.sides[at] ?? sideOfDigest(digest) };
    if (files === null) return kept;
    const read = await readRunOf(digest, files, reading, load);
    const { summary } = read.opened;
    const allocator = summary === null ? null : allocatorOfDigest(digest, summary);
    const ask = digestAsk(
      read.opened,
      allocator === null ? null : allocatorKey(allocator),
      digest.kind === 'dump' ? digest.name : null,
    );
    const whole = ask === null ? null : await read.client.ask('digest', ask);
    if (whole !== null) return { read, side: sideOf(read, whole) };
    read.client.close();
    return kept;
  }
}

/**
 * The run that the digest is of, where its files hold several: by its name, or by its peak where the link has other
 * names. Where no run is like it, the one that its files open with.
 */
async function readRunOf(
  digest: ProfileDigest,
  files: readonly DroppedFile[],
  reading: Reading,
  load: CurrentLoad,
): Promise<ReadProfile> {
  const first = await reading.read(files, null);
  const named = digest.summary.source.name.split('/');
  const isNamed = ({ name }: FoundRun): boolean => named.includes(name);
  const { runs } = first.opened;
  if (runs.length < 2 || runs.some((run) => run.isShown && isNamed(run))) return first;
  const others = runs.filter(({ isShown }) => !isShown);
  const isKnown = others.some(isNamed);
  if (!isKnown && isLike(digest, first)) return first;
  for (const run of isKnown ? others.filter(isNamed) : others) {
    if (!load.isNewest()) break;
    const read = await reading.read(files, run.path);
    const isFound = isKnown || isLike(digest, read);
    (isFound ? first : read).client.close();
    if (isFound) return read;
  }
  return first;
}

function isLike(digest: ProfileDigest, { opened: { summary } }: ReadProfile): boolean {
  return summary !== null && allocatorOfDigest(digest, summary) !== null;
}

/** Those of the open files that a digest is of: of a series the one dump. */
function filesOfDigest(digest: ProfileDigest, { files }: ReadProfile): readonly DroppedFile[] {
  if (digest.kind === 'trace') return files;
  const own = files.filter(({ path }) => path === digest.name || path.endsWith(`/${digest.name}`));
  return own.length === 1 ? own : files;
}
