/**
 * What a series says, in plain sentences: what the totals do from dump to dump, and which call site that is.
 *
 * A leak is told from growth as in traces: what is left keeps rising after the warm-up, in nearly every step, over
 * enough of them. A few dumps show a difference, and the sentence says no more than that.
 */

import { amountsOfType, type FlameAmounts } from '../model/amounts.ts';
import { formatCount, formatPercent } from '../model/format.ts';
import type { SampleType, SeriesSite, SeriesSummary } from '../model/snapshot.ts';
import { baseName } from './flame-index.ts';
import { seriesTotals } from './series.ts';
import { bothAmounts } from './sample-amounts.ts';

/** The first dump is often from before the first step: programs are compiled and caches filled after it. */
const WARM_UP_DUMPS = 1;
/** A trend takes this many dumps after the warm-up … */
const MIN_TREND_DUMPS = 5;
/** … and this part of their steps must go up. */
const MIN_RISING_SHARE = 0.8;

export interface SeriesVerdict {
  /** It looks like a leak: it keeps rising. */
  isCreep: boolean;
  /** The first says what the totals do, the second which call site it is; plain text. */
  sentences: string[];
  /** The call site that the second one names. */
  site: SeriesSite | null;
}

export function seriesVerdict(series: SeriesSummary): SeriesVerdict {
  const type = series.sampleTypes[series.sortedBy];
  const amounts = amountsOfType(type);
  const totals = seriesTotals(series, series.sortedBy);
  const delta = totals[totals.length - 1] - totals[0];
  const isCreep = countsWhatIsThere(type) && keepsRising(totals);
  const site = tellingSite(series, delta);
  const sentences = [totalsText(series, totals, isCreep, amounts)];
  if (site !== null) sentences.push(siteText(series, site, delta, amounts));
  return { isCreep, sentences, site };
}

/** What each dump adds on average, from the first to the last. */
export function perDump(delta: number, dumps: number): number {
  return dumps < 2 ? 0 : delta / (dumps - 1);
}

/** One sample type of a call site's history. */
export function siteHistory(series: SeriesSummary, site: SeriesSite, type = series.sortedBy): Float64Array {
  const types = series.sampleTypes.length;
  return Float64Array.from(series.points, (_, point) => site.values[point * types + type]);
}

/** Sizes of what is alive. Go's `alloc_space` counts all that was ever asked for: it rises in every sound program. */
function countsWhatIsThere({ type, unit }: SampleType): boolean {
  return unit === 'bytes' && !type.startsWith('alloc');
}

function keepsRising(values: ArrayLike<number>): boolean {
  const steps = values.length - 1 - WARM_UP_DUMPS;
  if (steps + 1 < MIN_TREND_DUMPS || values[values.length - 1] <= values[WARM_UP_DUMPS]) return false;
  let rises = 0;
  for (let index = WARM_UP_DUMPS + 1; index < values.length; index++) if (values[index] > values[index - 1]) rises++;
  if (rises < MIN_RISING_SHARE * steps) return false;
  // A sawtooth rises in most steps as well, but what it holds in the end it has held before.
  const quarter = Math.max(1, Math.floor(steps / 4));
  const after = Array.from(values).slice(WARM_UP_DUMPS);
  const greatest = after.slice(0, quarter).reduce((most, value) => Math.max(most, value), -Infinity);
  return after.slice(-quarter).every((value) => value > greatest);
}

function totalsText(series: SeriesSummary, totals: readonly number[], isCreep: boolean, amounts: FlameAmounts): string {
  const { points, peakPoint, neverFalls } = series;
  const count = points.length;
  const [first, last] = [totals[0], totals[count - 1]];
  const delta = last - first;
  const what = whatText(series.sampleTypes[series.sortedBy]);
  if (totals.every((total) => total === first))
    return `${what} is the same in all ${formatCount(count)} dumps: ${bothAmounts(first, amounts)}.`;
  const path = `from ${amounts.short(first)} to ${amounts.short(last)}`;
  if (isCreep) {
    const average = perDump(delta, count);
    return (
      `${what} creeps up: ${amounts.short(Math.round(average))} more with each dump on average, ` +
      `${amounts.short(delta)} over ${formatCount(count)} dumps (${path}).`
    );
  }
  if (count === 2) {
    const direction = delta > 0 ? 'grows' : 'shrinks';
    const change = `${direction} by ${bothAmounts(Math.abs(delta), amounts)}`;
    return `From ${points[0].name} to ${points[1].name} ${lower(what)} ${change}, ${path}.`;
  }
  const peak = `most in ${points[peakPoint].name}, ${amounts.short(totals[peakPoint])}`;
  if (neverFalls) {
    const few = count - WARM_UP_DUMPS < MIN_TREND_DUMPS ? ' So few dumps show a difference, not yet a trend.' : '';
    return `${what} never falls in ${formatCount(count)} dumps: ${path}.${few}`;
  }
  return `${what} goes ${path} over ${formatCount(count)} dumps; ${peak}.`;
}

function whatText({ type, unit }: SampleType): string {
  if (unit === 'bytes' && (type === 'space' || type === '')) return 'Memory';
  return type === '' ? 'The total' : `“${type}”`;
}

function lower(what: string): string {
  return what === 'Memory' ? 'memory' : what;
}

/** The largest call site that never lets go, where it keeps growing; else, of two dumps, the one that grew most. */
function tellingSite(series: SeriesSummary, delta: number): SeriesSite | null {
  const type = series.sampleTypes[series.sortedBy];
  if (series.points.length === 2) return delta > 0 ? (series.user.grown[0] ?? null) : (series.user.shrunk[0] ?? null);
  if (!countsWhatIsThere(type)) return null;
  return series.user.neverShrinks.find((site) => keepsRising(siteHistory(series, site))) ?? null;
}

function siteText(series: SeriesSummary, site: SeriesSite, delta: number, amounts: FlameAmounts): string {
  const name = siteName(site);
  if (series.points.length === 2) {
    const direction = site.delta > 0 ? 'grows' : 'shrinks';
    const part = site.delta / delta > 0.5 ? 'Most of it is' : 'The largest part is';
    const change = `${direction} by ${bothAmounts(Math.abs(site.delta), amounts)}`;
    return `${part} ${name}: it ${change}${shareText(site.delta, delta)}.`;
  }
  const history = siteHistory(series, site);
  const step = history[history.length - 1] - history[history.length - 2];
  const isEven = history.every((value, index) => index === 0 || value - history[index - 1] === step);
  const each = isEven
    ? `${bothAmounts(step, amounts)} more in every dump`
    : `${amounts.short(Math.round(perDump(site.delta, series.points.length)))} more with each dump on average`;
  return `${name} never shrinks and keeps ${each}, ${amounts.short(site.delta)} in all${shareText(site.delta, delta)}.`;
}

/** Where others shrank, a part may be more than the whole; then it is no share. */
function shareText(part: number, whole: number): string {
  const share = part / whole;
  return share > 0 && share <= 1 ? `, ${formatPercent(share)} of the difference` : '';
}

/** `keep_history (evaluation.py)`. */
export function siteName({ function: name, file }: Pick<SeriesSite, 'function' | 'file'>): string {
  return file === '' ? name : `${name} (${baseName(file)})`;
}
