/**
 * Chooses what to draw of a curve: from as coarse a level as shows no difference, to pixel columns.
 *
 * A bucket no wider than a pixel column is taken whole and stands at its first event, so an extreme is drawn less than
 * one column from where it is, and never left out. Where a bucket is wider, its parts on the next finer level are
 * taken; events cluster, so one picture mixes levels:
 *
 *     columns   |    |    |    |    |    |    |    |
 *     level 1   [....]              [..][..][...][.]     narrow enough
 *     level 0        [....][.][....]                     level 1 is wider than a column here
 *     events                                             where level 0 is too wide as well: `coarse`
 *
 * A coarse stretch is drawn as if all its events came at the bucket's start, and the caller asks for the raw steps.
 */

import type { LodSeries, StepSeries } from '../model/curve.ts';
import type { CssPixels, Picoseconds } from '../model/units.ts';
import { ColumnBuilder } from './columns.ts';
import type { Columns } from './columns.ts';
import { firstAtOrAfter } from './search.ts';

/** The visible range and where it is drawn. */
export interface DecimationView {
  from: Picoseconds;
  to: Picoseconds;
  left: CssPixels;
  width: CssPixels;
  /** One pixel of the screen: 1 / devicePixelRatio. */
  columnWidth: CssPixels;
}

export interface Decimated {
  columns: Columns;
  /** A bucket that is visible is wider than a column and holds more than one value: the raw steps are needed. */
  needsWindow: boolean;
}

/** Columns of raw steps. For a view that the steps cover; exact, but for what `Columns` merges. */
export function decimateSteps(steps: StepSeries, view: DecimationView): Columns {
  const scale = view.width / (view.to - view.from);
  let index = firstAtOrAfter(steps.time, view.from);
  const builder = new ColumnBuilder(view.left, view.width, view.columnWidth, steps.time.length - index);
  builder.columns.entry = index > 0 ? steps.value[index - 1] : steps.initial;
  for (; index < steps.time.length && steps.time[index] <= view.to; index++) {
    const value = steps.value[index];
    builder.add(view.left + (steps.time[index] - view.from) * scale, value, value, value);
  }
  return builder.columns;
}

/** Columns of a curve, from the level of detail that the view needs. */
export function decimate(series: LodSeries, view: DecimationView): Decimated {
  const finest = series.levels[0];
  if (series.exact && finest !== undefined) {
    // Few enough steps to read each: a coarser level would save little and move extremes by up to a column.
    const { length, time, last } = finest;
    const steps = { initial: series.initial, time: time.subarray(0, length), value: last.subarray(0, length) };
    return { columns: decimateSteps(steps, view), needsWindow: false };
  }
  // A bucket of any level holds one of the finest; one more comes in at the left edge.
  const changes = (finest?.length ?? 0) + 1;
  const builder = new ColumnBuilder(view.left, view.width, view.columnWidth, changes);
  const scale = view.width / (view.to - view.from);
  const columnTime = view.columnWidth / scale;
  const { levels, bucketSpan = Infinity } = series;
  builder.columns.entry = series.initial;
  if (levels.length === 0) return { columns: builder.columns, needsWindow: false };

  // The next bucket of each level; only ever moves forward, so that no bucket is taken twice.
  const next = levels.map((level) => firstAtOrAfter(level.time, view.from, 0, level.length));
  let needsWindow = enterView(series, view, next[0], columnTime, builder);
  let depth = 0;
  for (;;) {
    const level = levels[depth];
    const index = next[depth];
    if (index >= level.length || level.time[index] > view.to) break;
    const start = level.time[index];
    const wide = (index + 1 < level.length ? level.time[index + 1] : Infinity) - start > columnTime;
    if (wide && depth > 0) {
      depth--;
      const finer = levels[depth];
      next[depth] = firstAtOrAfter(finer.time, start, next[depth], finer.length);
      continue;
    }
    const { min, max, last } = level;
    if (wide && min[index] !== max[index] && bucketSpan > columnTime) needsWindow = true;
    builder.add(view.left + (start - view.from) * scale, min[index], max[index], last[index]);
    next[depth] = index + 1;
    depth = climb(series, next, depth);
  }
  return { columns: builder.columns, needsWindow };
}

/** The coarsest level on which a bucket starts where the next one of level `depth` does. */
function climb(series: LodSeries, next: number[], depth: number): number {
  let level = depth;
  while (level + 1 < series.levels.length && next[level] < series.levels[level].length) {
    const start = series.levels[level].time[next[level]];
    const coarser = series.levels[level + 1];
    let index = next[level + 1];
    while (index < coarser.length && coarser.time[index] < start) index++;
    next[level + 1] = index;
    if (index >= coarser.length || coarser.time[index] !== start) break;
    level++;
  }
  return level;
}

/**
 * The value at the left edge, from the bucket of level 0 that starts before it. Some of that bucket's events may be
 * visible: where it is narrow it goes to the first column, its start being less than a column away. Where it is wide
 * nothing says on which side of the edge its extremes lie, and only its last value is taken.
 */
function enterView(
  series: LodSeries,
  view: DecimationView,
  firstInside: number,
  columnTime: Picoseconds,
  builder: ColumnBuilder,
): boolean {
  const straddling = firstInside - 1;
  if (straddling < 0) return false;
  const { length, time, min, max, last } = series.levels[0];
  builder.columns.entry = last[straddling];
  if (min[straddling] === max[straddling]) return false;
  const { bucketSpan = Infinity } = series;
  const end = firstInside < length ? time[firstInside] : Infinity;
  // All its events lie before the edge: only the gap after them is visible.
  if (time[straddling] + bucketSpan < view.from) return false;
  if (Math.min(bucketSpan, end - time[straddling]) > columnTime) return true;
  builder.columns.entry = straddling > 0 ? last[straddling - 1] : series.initial;
  builder.add(view.left, min[straddling], max[straddling], last[straddling]);
  return false;
}
