/**
 * The curves of an allocator in a link: a few hundred moments, at each the total, what is reserved, and what is from
 * before the capture. Times are whole parts of the capture, 2^18 of which are more than any screen has pixels; the
 * greatest value and both ends keep their own. Bytes are exact.
 */

import type { AllocatorCurves, LodLevel, LodSeries } from '../../model/curve.ts';
import type { WindowPeak } from '../../model/summary.ts';
import type { Bytes, Picoseconds } from '../../model/units.ts';
import { Unfit } from '../checked.ts';
import { count, number } from './shapes.ts';
import type { Input, Output, Shape } from './shapes.ts';
import { stepsOf, thinned } from './thin-steps.ts';
import type { Steps } from './thin-steps.ts';

const TIME_PARTS = 2 ** 18;
/** What is written has far fewer. */
const MOST_POINTS = 4096;
/** A level with more buckets than this shows nothing that a few hundred steps could keep. */
const FINE_ENOUGH = 8192;

/** The curves with at most `points` steps; the peak, the first and the last step, and what was before are exact. */
export function thinCurves(curves: AllocatorCurves, peak: WindowPeak, points: number): AllocatorCurves {
  const { total, reserved, beforeCapture, start, end } = curves;
  const level = total.levels.find(({ length }) => length <= FINE_ENOUGH) ?? total.levels.at(-1);
  const steps = level === undefined ? NO_STEPS : stepsOf(level, peak);
  const rows = thinned(steps, total.initial, points);
  const time = rows.map((row) => steps.time[row]);
  const peakRow = rows.indexOf(steps.peak);
  const valuesOf = (series: LodSeries, atPeak: Bytes | null): number[] => {
    const values = levelsAt(series, time);
    if (peakRow >= 0 && atPeak !== null) values[peakRow] = atPeak;
    return values;
  };
  return {
    start,
    end,
    total: stepped(total.initial, time, rows.map((row) => steps.value[row])),
    reserved: stepped(reserved.initial, time, valuesOf(reserved, peak.reserved)),
    beforeCapture: stepped(beforeCapture.initial, time, valuesOf(beforeCapture, null)),
  };
}

const NO_STEPS: Steps = { time: [], value: [], peak: -1 };

/** What the series stands at after all its steps up to each of the times. */
function levelsAt({ initial, levels }: LodSeries, times: readonly Picoseconds[]): number[] {
  const finest = levels[0];
  if (finest === undefined) return times.map(() => initial);
  let at = -1;
  return times.map((time) => {
    while (at + 1 < finest.length && finest.time[at + 1] <= time) at++;
    return at < 0 ? initial : finest.last[at];
  });
}

/** A series of which every step is a bucket of its own: it is drawn as it is, and nobody asks for more of it. */
function stepped(initial: number, times: readonly Picoseconds[], values: readonly number[]): LodSeries {
  const value = Float64Array.from(values);
  const level: LodLevel = { length: values.length, time: Float64Array.from(times), min: value, max: value, last: value };
  return { initial, steps: values.length, exact: true, levels: [level] };
}

/** Of curves as `thinCurves` makes them. */
export const curvesShape: Shape<AllocatorCurves> = {
  write(out, { start, end, total, reserved, beforeCapture }) {
    number.write(out, start);
    number.write(out, end);
    const { time, last } = total.levels[0];
    const peak = last.reduce((best, value, row) => (value > last[best] ? row : best), 0);
    const unit = (end - start) / TIME_PARTS;
    const parts = Array.from(time, (value) => (unit > 0 ? Math.round((value - start) / unit) : 0));
    out.bytes.count(parts.length);
    out.bytes.count(peak);
    number.write(out, parts.length === 0 ? start : time[peak]);
    parts.forEach((part, row) => count().write(out, part - (row === 0 ? 0 : parts[row - 1])));
    for (const series of [total, reserved, beforeCapture]) writeValues(out, series);
  },
  read(input) {
    const start = number.read(input);
    const end = number.read(input);
    const length = input.bytes.count(MOST_POINTS);
    const peak = input.bytes.count(MOST_POINTS);
    const peakTime = number.read(input);
    if (!(start <= end && start <= peakTime && peakTime <= end) || peak > Math.max(0, length - 1)) throw new Unfit();
    const times = readTimes(input, { start, end, length, peak, peakTime });
    const [total, reserved, beforeCapture] = [0, 1, 2].map(() => readValues(input, times));
    const values = total.levels[0].last;
    if ([...values, ...reserved.levels[0].last, total.initial, reserved.initial].some((value) => value < 0)) throw new Unfit();
    if (values.some((value, row) => value > values[peak] || (value === values[peak] && row < peak))) throw new Unfit();
    return { start, end, total, reserved, beforeCapture };
  },
};

interface Axis {
  start: Picoseconds;
  end: Picoseconds;
  length: number;
  peak: number;
  peakTime: Picoseconds;
}

function readTimes({ bytes }: Input, { start, end, length, peak, peakTime }: Axis): Picoseconds[] {
  let part = 0;
  return Array.from({ length }, (_, row) => {
    part += bytes.count(TIME_PARTS);
    if (part > TIME_PARTS) throw new Unfit();
    const time = part === TIME_PARTS ? end : Math.min(end, start + part * ((end - start) / TIME_PARTS));
    // Rounded to parts, a neighbour of the peak may come out on its other side.
    if (row === peak) return peakTime;
    return row < peak ? Math.min(time, peakTime) : Math.max(time, peakTime);
  });
}

/** Sizes of one allocator are multiples of its smallest block: differences are counted in that. */
function writeValues(out: Output, { initial, levels }: LodSeries): void {
  const values = [0, initial, ...levels[0].last];
  const differences = values.slice(1).map((value, index) => value - values[index]);
  const unit = differences.every(Number.isSafeInteger) ? differences.reduce(commonDivisor, 0) || 1 : 1;
  number.write(out, unit);
  for (const difference of differences) number.write(out, difference / unit);
}

function readValues(input: Input, times: readonly Picoseconds[]): LodSeries {
  const unit = number.read(input);
  let value = number.read(input) * unit;
  const initial = value;
  const values = times.map(() => (value += number.read(input) * unit));
  if (![initial, ...values].every(Number.isFinite)) throw new Unfit();
  return stepped(initial, times, values);
}

function commonDivisor(a: number, b: number): number {
  let [greater, less] = [Math.abs(a), Math.abs(b)];
  while (less > 0) [greater, less] = [less, greater % less];
  return greater;
}
