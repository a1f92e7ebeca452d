/**
 * Several snapshots in time: the totals as points of a curve, and the call sites that grew.
 *
 * Points are added one by one and keep sums only, so the snapshots of a zip of ten thousand dumps are never in memory
 * together. Only the first dump waits for a second one: mostly none comes, and the sums of a large dump take as long as
 * its picture. The order is found when all are there, and can be changed without reading anything again.
 */

import { type Problem, ProblemLog } from '../model/problems.ts';
import type {
  LabelSummary,
  SampleType,
  SeriesPoint,
  SeriesSite,
  SeriesSites,
  SeriesSummary,
  Snapshot,
} from '../model/snapshot.ts';
import { compareCodePoints } from './code-points.ts';
import { namedSums } from './named-sums.ts';
import { numberedLabels, orderSeries } from './series-order.ts';
import type { ValuesOf } from './snapshot-diff.ts';
import { sortingType, totalsOf } from './snapshot-facts.ts';
import { labelSummaries } from './snapshot-labels.ts';
import { functionOrigins, keptFunctions, sumByInnermost } from './snapshot-tops.ts';
import { sumByStack } from './stack-sums.ts';

/** What one dump holds at its call sites: sparse, because most sites of a long series are in few dumps. */
interface PointSites {
  /** Ascending order is not promised; a site occurs once. */
  site: Int32Array;
  /** `values[i * types + type]` of `site[i]`. */
  values: Float64Array;
}

interface StoredPoint {
  name: string;
  timeNs: bigint | null;
  lastModified: number;
  samples: number;
  totals: number[];
  labels: LabelSummary[];
  user: PointSites;
  project: PointSites;
}

interface SiteName {
  function: string;
  file: string;
}

const LABEL_LIMIT = 20;

export class SeriesBuilder {
  private readonly valuesOf: ValuesOf;
  private readonly points: StoredPoint[] = [];
  private readonly siteIds = new Map<string, number>();
  private readonly sites: SiteName[] = [];
  private readonly problems = new ProblemLog();
  /** The first dump, as long as it is the only one and nobody asked for the series. */
  private lone: { snapshot: Snapshot; name: string; lastModified: number } | null = null;
  private like: { sampleTypes: SampleType[]; defaultSampleType: number } | null = null;

  constructor(valuesOf: ValuesOf) {
    this.valuesOf = valuesOf;
  }

  /** Of the dumps, and why some are not in the series. */
  problemList(): Problem[] {
    return this.problems.list();
  }

  /**
   * Adds a dump. Returns false, and reports it, where it counts other things than the first one did.
   * @param name as dropped: its numbers give the order
   * @param lastModified milliseconds since 1970; 0 where unknown
   */
  add(snapshot: Snapshot, name: string, lastModified: number): boolean {
    const isFirst = this.like === null;
    this.like ??= { sampleTypes: snapshot.sampleTypes, defaultSampleType: snapshot.defaultSampleType };
    const expected = describe(this.like.sampleTypes);
    const found = describe(snapshot.sampleTypes);
    if (found !== expected) {
      const difference = `It counts ${found} and the first dump ${expected}`;
      this.problems.add(name, `${difference}, so it is not in the series: open it by itself.`);
      return false;
    }
    for (const problem of snapshot.problems) this.problems.add(`${name}, ${problem.where}`, problem.sentence);
    if (isFirst) this.lone = { snapshot, name, lastModified };
    else {
      this.addLone();
      this.addPoint(snapshot, name, lastModified);
    }
    return true;
  }

  private addLone(): void {
    if (this.lone === null) return;
    const { snapshot, name, lastModified } = this.lone;
    this.lone = null;
    this.addPoint(snapshot, name, lastModified);
  }

  private addPoint(snapshot: Snapshot, name: string, lastModified: number): void {
    const values = this.valuesOf(snapshot);
    const origins = functionOrigins(snapshot);
    const byStack = sumByStack(snapshot, values);
    const sitesOf = (selection: 'user' | 'project'): PointSites => {
      const sums = namedSums(snapshot, sumByInnermost(snapshot, byStack, keptFunctions(origins, selection)));
      return {
        site: Int32Array.from(sums, ([key, sum]) => this.siteId(key, sum)),
        values: Float64Array.from(Array.from(sums.values(), (sum) => sum.values).flat()),
      };
    };
    this.points.push({
      name,
      timeNs: snapshot.facts.timeNs,
      lastModified,
      samples: snapshot.samples.length,
      totals: totalsOf(values, snapshot.sampleTypes.length),
      labels: labelSummaries(snapshot, values, sortingType(snapshot), LABEL_LIMIT),
      user: sitesOf('user'),
      project: sitesOf('project'),
    });
  }

  /**
   * The series in its order. Null where nothing was added.
   * @param siteLimit call sites in each list
   * @param chosen the user's order, as indices in the order of adding; found from the names and times where missing
   */
  finish(siteLimit: number, chosen?: number[]): SeriesSummary | null {
    if (this.like === null) return null;
    this.addLone();
    const found =
      chosen === undefined
        ? orderSeries(this.points)
        : { order: chosen, by: 'chosen' as const, sentence: 'In the order that was chosen here.' };
    const points = found.order.map((index) => this.points[index]);
    const labels = found.by === 'number' ? numberedLabels(points) : points.map(() => '');
    const sortedBy = sortingType(this.like);
    const sizes = points.map(({ totals }) => totals[sortedBy]);
    return {
      ...this.like,
      sortedBy,
      order: { by: found.by, sentence: found.sentence },
      points: points.map((point, index) => seriesPoint(point, labels[index])),
      peakPoint: sizes.reduce((peak, size, index) => (size > sizes[peak] ? index : peak), 0),
      neverFalls: sizes.every((size, index) => index === 0 || size >= sizes[index - 1]),
      user: this.compareSites(points.map(({ user }) => user), sortedBy, siteLimit),
      project: this.compareSites(points.map(({ project }) => project), sortedBy, siteLimit),
      problems: this.problemList(),
    };
  }

  private siteId(key: string, name: SiteName): number {
    const known = this.siteIds.get(key);
    if (known !== undefined) return known;
    this.siteIds.set(key, this.sites.length);
    return this.sites.push({ function: name.function, file: name.file }) - 1;
  }

  private compareSites(points: PointSites[], sortedBy: number, limit: number): SeriesSites {
    const types = this.like?.sampleTypes.length ?? 0;
    const { first, last, shrinks } = firstAndLast(points, types, sortedBy, this.sites.length);
    const changed = Array.from(this.sites.keys()).filter((site) => first[site] !== last[site]);
    const delta = (site: number): number => last[site] - first[site];
    changed.sort(
      (a, b) =>
        Math.abs(delta(b)) - Math.abs(delta(a)) ||
        compareCodePoints(this.sites[a].function, this.sites[b].function) ||
        compareCodePoints(this.sites[a].file, this.sites[b].file),
    );
    const grown = changed.filter((site) => delta(site) > 0);
    const shrunk = changed.filter((site) => delta(site) < 0);
    const neverShrinks = grown.filter((site) => shrinks[site] === 0);
    const listed = [grown, neverShrinks, shrunk].map((sites) => sites.slice(0, limit));
    const histories = historiesOf(points, types, new Set(listed.flat()));
    const [grownSites, neverShrinksSites, shrunkSites] = listed.map((sites) =>
      sites.map((site): SeriesSite => {
        const values = histories.get(site) ?? new Float64Array(points.length * types);
        return { ...this.sites[site], values, delta: delta(site) };
      }),
    );
    return {
      grown: grownSites,
      grownCount: grown.length,
      neverShrinks: neverShrinksSites,
      neverShrinksCount: neverShrinks.length,
      shrunk: shrunkSites,
      shrunkCount: shrunk.length,
    };
  }
}

function describe(types: SampleType[]): string {
  return types.map(({ type, unit }) => `${type}/${unit}`).join(', ');
}

function seriesPoint(point: StoredPoint, label: string): SeriesPoint {
  const { name, timeNs, lastModified, samples, totals, labels } = point;
  return { name, label, timeNs, lastModified, samples, totals, labels };
}

/** Of each site its value at the first and the last point, and whether it fell at any point in between. */
function firstAndLast(
  points: PointSites[],
  types: number,
  sortedBy: number,
  sites: number,
): { first: Float64Array; last: Float64Array; shrinks: Uint8Array } {
  const first = new Float64Array(sites);
  const last = new Float64Array(sites);
  const shrinks = new Uint8Array(sites);
  const seenAt = new Int32Array(sites).fill(-1);
  const move = (site: number, value: number): void => {
    if (value < last[site]) shrinks[site] = 1;
    last[site] = value;
  };
  points.forEach((point, index) => {
    point.site.forEach((site, row) => {
      const value = point.values[row * types + sortedBy];
      seenAt[site] = index;
      if (index === 0) first[site] = last[site] = value;
      else move(site, value);
    });
    // A site that the point before had and this one has not holds nothing now.
    if (index > 0) for (const site of points[index - 1].site) if (seenAt[site] !== index) move(site, 0);
  });
  return { first, last, shrinks };
}

function historiesOf(points: PointSites[], types: number, wanted: ReadonlySet<number>): Map<number, Float64Array> {
  const histories = new Map<number, Float64Array>();
  for (const site of wanted) histories.set(site, new Float64Array(points.length * types));
  points.forEach((point, index) => {
    point.site.forEach((site, row) => {
      histories.get(site)?.set(point.values.subarray(row * types, (row + 1) * types), index * types);
    });
  });
  return histories;
}
