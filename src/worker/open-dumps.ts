/** The pprof dumps that the data worker holds: one is a snapshot, several are a series in time. */

import { SeriesBuilder } from '../analysis/series.ts';
import { drawnValues } from '../analysis/snapshot-facts.ts';
import { summariseSnapshot } from '../analysis/snapshot-summary.ts';
import type { OpenedDumps, SeriesSummary, Snapshot, SnapshotSummary } from '../model/snapshot.ts';

/** Call sites in each list of a series. */
const SITE_LIMIT = 100;

export class OpenDumps {
  private readonly snapshots: Snapshot[] = [];
  /** As dropped, in the order of dropping. */
  readonly paths: string[] = [];
  private readonly builder = new SeriesBuilder((snapshot) => drawnValues(snapshot).values);

  /** `lastModified` in milliseconds since 1970, 0 where unknown: it orders dumps whose names do not. */
  add(path: string, snapshot: Snapshot, lastModified: number): void {
    // A dump that counts other things than the first is no point of its series; `series` says so.
    if (!this.builder.add(snapshot, path, lastModified)) return;
    this.snapshots.push(snapshot);
    this.paths.push(path);
  }

  /** Null where there is none. The last dump of a series is shown first: leaks are largest there. */
  opened(): OpenedDumps | null {
    if (this.snapshots.length === 0) return null;
    const series = this.snapshots.length > 1 ? this.series(null) : null;
    const names = series?.points.map(({ name }) => name) ?? this.paths;
    return { names, series, shown: names.length - 1, snapshot: this.summary(names[names.length - 1]) };
  }

  /** The series in its own order, or in one that the user chose; names are those of `OpenedDumps.names`. */
  series(order: readonly string[] | null): SeriesSummary | null {
    return this.builder.finish(SITE_LIMIT, order === null ? undefined : order.map((name) => this.indexOf(name)));
  }

  summary(name: string): SnapshotSummary {
    return summariseSnapshot(this.snapshots[this.indexOf(name)]);
  }

  private indexOf(name: string): number {
    const index = this.paths.indexOf(name);
    if (index < 0) throw new RangeError(`no dump is called ${name}`);
    return index;
  }
}
