/** The pprof dumps that the data worker holds: one is a snapshot, several are a series in time. */

import { nameBeforeCapture, type NamedBefore } from '../analysis/before-capture.ts';
import { digestOfSnapshot } from '../analysis/compare/digest-of-snapshot.ts';
import { requestInDump } from '../analysis/oom/request-in-dump.ts';
import { SeriesBuilder } from '../analysis/series.ts';
import { drawnValues } from '../analysis/snapshot-facts.ts';
import { summariseSnapshot } from '../analysis/snapshot-summary.ts';
import type { DumpDigest } from '../model/digest.ts';
import type { DumpRequestMatch } from '../model/oom-match.ts';
import type { OpenedDumps, SampleTypeIndex, SeriesSummary, Snapshot, SnapshotSummary } from '../model/snapshot.ts';
import type { AllocatorSummary } from '../model/summary.ts';
import type { AllocatorIndex, Bytes } from '../model/units.ts';

/** Call sites in each list of a series. */
const SITE_LIMIT = 100;

export class OpenDumps {
  private readonly snapshots: Snapshot[] = [];
  private readonly indexOf = new Map<string, number>();
  private named: (NamedBefore | null)[] = [];
  private readonly builder = new SeriesBuilder((snapshot) => drawnValues(snapshot).values);

  /** As dropped, in the order of dropping. */
  get paths(): string[] {
    return [...this.indexOf.keys()];
  }

  /** `lastModified` in milliseconds since 1970, 0 where unknown: it orders dumps whose names do not. */
  add(path: string, snapshot: Snapshot, lastModified: number): void {
    const name = this.freeName(path);
    // A dump that counts other things than the first is no point of its series; `series` says so.
    if (!this.builder.add(snapshot, name, lastModified)) return;
    this.indexOf.set(name, this.snapshots.push(snapshot) - 1);
  }

  /** Null where there is none. The last dump of a series is shown first: leaks are largest there. */
  opened(): OpenedDumps | null {
    const [only, ...others] = this.paths;
    if (only === undefined) return null;
    if (others.length === 0) {
      const problems = this.builder.problemList();
      return { names: [only], series: null, shown: 0, snapshot: this.summary(only), problems };
    }
    const series = this.series(null);
    if (series === null) return null;
    const { points, problems } = series;
    const names = points.map(({ name }) => name);
    const shown = names.length - 1;
    return { names, series, shown, snapshot: this.summary(names[shown]), problems };
  }

  /** The series in its own order, or in one that the user chose; names are those of `OpenedDumps.names`. */
  series(order: readonly string[] | null): SeriesSummary | null {
    return this.builder.finish(SITE_LIMIT, order === null ? undefined : order.map((name) => this.find(name)));
  }

  summary(name: string): SnapshotSummary {
    return summariseSnapshot(this.snapshots[this.find(name)]);
  }

  snapshot(name: string): Snapshot {
    return this.snapshots[this.find(name)];
  }

  /** The digest of a dump: nothing in it is needed here any more. */
  digest(name: string, sampleType: SampleTypeIndex): DumpDigest {
    const snapshot = this.snapshot(name);
    if (snapshot.sampleTypes[sampleType] === undefined) throw new RangeError(`${name} has no sample type ${sampleType}`);
    return digestOfSnapshot(snapshot, sampleType, name.slice(name.lastIndexOf('/') + 1));
  }

  /**
   * Holds the dumps against what the allocators of a trace had in use when its capture began. Gives the names of those
   * that say something of it; `before` then answers for an allocator, by its index in the list.
   */
  nameBefore(allocators: readonly AllocatorSummary[]): Set<string> {
    const dumps = this.paths.map((name) => ({ name, snapshot: this.snapshots[this.find(name)] }));
    this.named = allocators.map((allocator) => nameBeforeCapture(allocator, dumps));
    return new Set(this.named.flatMap((named) => (named === null ? [] : [named.match.dump])));
  }

  before(allocator: AllocatorIndex): NamedBefore | null {
    return this.named[allocator] ?? null;
  }

  /** A request that failed, held against a dump; null where that does not count bytes. */
  requestMatch(name: string, request: { bytes: Bytes; pm: Bytes }): DumpRequestMatch | null {
    return requestInDump(this.snapshots[this.find(name)], request);
  }

  /** Files of one name come from different folders; the page asks for dumps by name. */
  private freeName(path: string): string {
    let name = path;
    for (let number = 2; this.indexOf.has(name); number++) name = `${path} (${number})`;
    return name;
  }

  private find(name: string): number {
    const index = this.indexOf.get(name);
    if (index === undefined) throw new RangeError(`no dump is called ${name}`);
    return index;
  }
}
