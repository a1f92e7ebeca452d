/** A profile that was read, with the client that answers for it; and how far the reading of one or two of them is. */

import type { DroppedFile } from './input/types.ts';
import type { ProfileDigest } from './model/digest.ts';
import type { ComparedSide, ProfileContent } from './state/app-state.ts';
import { allocatorKey } from './state/app-state.ts';
import { LoadRate } from './state/load-rate.ts';
import type { AppStore } from './state/store.ts';
import { ProfileClient } from './worker/client.ts';
import type { Opened, Progress, Questions } from './worker/protocol.ts';

export interface ReadProfile {
  client: ProfileClient;
  files: readonly DroppedFile[];
  opened: Opened;
}

export type ReadPair = readonly [ReadProfile, ReadProfile];

/** What is shown of a load; null where nothing opened. */
export function contentOf({ summary, dumps }: Opened): ProfileContent | null {
  if (summary !== null) return { kind: 'trace', summary };
  return dumps === null ? null : { kind: 'dumps', dumps };
}

/** What a digest is made of: an allocator of a trace, or a dump and what is counted in it. */
export type DigestAsk = Questions['digest']['ask'];

/** What to compare of a profile where nothing else was chosen; null where it holds no memory. */
export function digestAsk(opened: Opened, allocator: string | null, dump: string | null): DigestAsk | null {
  const { summary, dumps } = opened;
  if (summary !== null) {
    const chosen = summary.allocators.findIndex((candidate) => allocatorKey(candidate) === allocator);
    const index = chosen >= 0 ? chosen : summary.defaultAllocator;
    return index === null ? null : { allocator: index };
  }
  if (dumps === null) return null;
  const name = dump !== null && dumps.names.includes(dump) ? dump : dumps.names[dumps.shown];
  return { dump: name, sampleType: dumps.snapshot.sortedBy };
}

/** Null for a side that cannot be digested: its worker has died, or it has no memory. */
export async function digestsOf(
  [first, second]: ReadPair,
  [ofFirst, ofSecond]: readonly [DigestAsk | null, DigestAsk | null],
): Promise<[ProfileDigest | null, ProfileDigest | null]> {
  const digest = async ({ client }: ReadProfile, ask: DigestAsk | null): Promise<ProfileDigest | null> =>
    ask === null ? null : await client.ask('digest', ask);
  // Of two questions of a kind to one client, only the newest is answered.
  if (first.client === second.client) return [await digest(first, ofFirst), await digest(second, ofSecond)];
  return await Promise.all([digest(first, ofFirst), digest(second, ofSecond)]);
}

/** Two files may have one name, and the sides of a comparison are told apart by it. */
export function namedApart(digest: ProfileDigest, from: ProfileDigest): ProfileDigest {
  return digest.name === from.name ? { ...digest, name: `${digest.name} (2)` } : digest;
}

/** Why a profile cannot stand in a comparison. */
export function notComparable(name: string, opened: Opened): string {
  const reason =
    opened.summary?.whyNoMemory[0] ??
    opened.refusals[0]?.reason ??
    'It holds no profile. Drop a trace or a device memory dump.';
  return `${name} could not be put beside the other. ${reason}`;
}

/** Reads one or two profiles at once and shows how far that is, as one load. */
export class Reading {
  readonly clients: ProfileClient[] = [];
  private readonly store: AppStore;
  private readonly rate = new LoadRate();
  private readonly progress: Progress[] = [];
  private isOver = false;

  constructor(store: AppStore) {
    this.store = store;
  }

  /** Never rejects: whatever goes wrong is a refusal. `run` is the path of the run to show; null for the newest. */
  async read(files: readonly DroppedFile[], run: string | null): Promise<ReadProfile> {
    const at = this.clients.length;
    const client = new ProfileClient(
      files,
      (progress) => {
        this.progress[at] = progress;
        this.show();
      },
      run,
    );
    this.clients.push(client);
    return { client, files, opened: await client.opened };
  }

  /** What still comes is dropped. The clients stay open. */
  end(): void {
    this.isOver = true;
  }

  /** Ends the workers too. */
  cancel(): void {
    this.end();
    for (const client of this.clients) client.close();
  }

  private show(): void {
    if (this.isOver) return;
    const parts = this.progress.filter((part) => part !== undefined);
    // The one that has most left to do says what goes on.
    const { phase, note } = parts.toSorted((a, b) => PHASES.indexOf(a.phase) - PHASES.indexOf(b.phase))[0];
    const bytesRead = parts.reduce((sum, part) => sum + part.bytesRead, 0);
    const bytesTotal = parts.reduce((sum, part) => sum + part.bytesTotal, 0);
    const bytesPerSecond = this.rate.add({ phase, bytesRead, now: performance.now() });
    this.store.getState().setProgress({ phase, bytesRead, bytesTotal, bytesPerSecond, note });
  }
}

const PHASES: readonly Progress['phase'][] = ['reading', 'reading again', 'analysing'];

/** What lies side by side in a drop: bare files, archives, folders with all that is in them. */
export function thingsOf(files: readonly DroppedFile[]): DroppedFile[][] {
  const things = new Map<string, DroppedFile[]>();
  for (const file of files) {
    const name = file.path.split('/', 1)[0];
    const known = things.get(name);
    if (known === undefined) things.set(name, [file]);
    else known.push(file);
  }
  return [...things.values()];
}

/** A side as the page keeps it. */
export function sideOf({ opened }: ReadProfile, digest: ProfileDigest): ComparedSide {
  const content = contentOf(opened);
  const { refusals, runs } = opened;
  return { digest, profile: content === null ? null : { content, refusals, runs }, fault: null };
}
