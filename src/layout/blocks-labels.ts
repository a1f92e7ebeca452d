/** The words in blocks, where they fit. */

import type { BlocksAnswer } from '../model/blocks.ts';
import { formatBytes, formatQuantity } from '../model/format.ts';
import type { WindowPeak } from '../model/summary.ts';
import type { Bytes, CssPixels, Picoseconds } from '../model/units.ts';
import type { BlocksFrame } from './blocks-frame.ts';
import { blockSpan } from './blocks-frame.ts';
import { blocksAlive, offsetAt } from './blocks-hit.ts';
import type { DisplayItem, TextItem, TextMeasurer } from './display-list.ts';
import type { LabelPlace, Labels } from './labels.ts';
import { timeToX, xToTime } from './plot-frame.ts';
import { valueToY } from './polyline.ts';
import { readAt } from './readings.ts';
import type { CurveSource } from './readings.ts';

/** Lower or narrower blocks hold no word. */
const LOWEST: CssPixels = 14;
const NARROWEST: CssPixels = 44;
const PADDING: CssPixels = 5;
const BASELINE: CssPixels = 4;
/** More would be a page of text. */
const MOST_LABELS = 200;
/** Places that are looked at for a word in the band of the rest. */
const REST_PROBES = 12;

/** Who asked for each block and its size, in the longest stretch in which it does not move. */
export function blockLabels(
  frame: BlocksFrame,
  answer: BlocksAnswer,
  labels: Labels,
  measure: TextMeasurer,
): DisplayItem[] {
  const items: DisplayItem[] = [];
  const { held, length } = answer.blocks;
  for (let block = 0; block < length && items.length < MOST_LABELS; block++) {
    if (valueToY(frame.sizes, 0) - valueToY(frame.sizes, held[block]) < LOWEST) continue;
    const place = longestStretch(frame, answer, block);
    if (place === null || place.right - place.left < NARROWEST) continue;
    const text = fit(wordsOf(answer, block), place.right - place.left - 2 * PADDING, measure);
    if (text === '') continue;
    const y = (valueToY(frame.sizes, place.offset) + valueToY(frame.sizes, place.offset + held[block])) / 2 + BASELINE;
    const label = labels.place(text, 'label', 'ink', [{ x: place.left + PADDING, y, anchor: 'start' }]);
    if (label !== null) items.push(label);
  }
  return items;
}

/** What the band of the rest holds, where it is high and long enough to say it. */
export function restLabel(
  frame: BlocksFrame,
  answer: BlocksAnswer,
  peak: WindowPeak,
  labels: Labels,
  measure: TextMeasurer,
): DisplayItem[] {
  const { count, atMost } = answer.rest;
  if (count === 0) return [];
  const { plot, sizes } = frame;
  const text = `${formatQuantity(count, 'smaller allocation')}, ${formatBytes(atMost)} at most`;
  const width = measure(text, 'label');
  const source: CurveSource = { curves: answer.curves, window: null, peak };
  let label: TextItem | null = null;
  for (let i = 0; i < REST_PROBES && label === null; i++) {
    const x = plot.left + PADDING + ((plot.right - plot.left - width) * i) / REST_PROBES;
    // The band has to hold the word from its beginning to its end.
    const bands = [x, x + width / 2, x + width].map((at) => bandAt(answer, source, xToTime(plot, at)));
    const bottom = valueToY(sizes, Math.max(...bands.map(({ low }) => low)));
    const top = valueToY(sizes, Math.min(...bands.map(({ high }) => high)));
    const place: LabelPlace = { x, y: (top + bottom) / 2 + BASELINE, anchor: 'start' };
    if (bottom - top >= LOWEST) label = labels.place(text, 'label', 'ink', [place]);
  }
  if (label === null) return [];
  // Between its probes the band may be anything.
  const { left, right, top, bottom } = labels.boxOf(label);
  const box = { x: left - 3, y: top, width: right - left + 6, height: bottom - top };
  return [{ kind: 'rect', ...box, fill: 'background', opacity: 0.8, radius: 3 }, label];
}

/** The rest at a time: from the highest block, or from the base, up to the total. */
function bandAt(answer: BlocksAnswer, source: CurveSource, time: Picoseconds): { low: Bytes; high: Bytes } {
  const { total, reserved, beforeCapture } = readAt(source, time);
  const highest = blocksAlive(answer, time).at(-1);
  const low =
    highest === undefined ? reserved + beforeCapture : offsetAt(answer, highest, time) + answer.blocks.held[highest];
  return { low, high: total };
}

/** From the most to the least that can be said: `model.py: loss 256 MiB`, `loss 256 MiB`, `256 MiB`. */
function wordsOf({ blocks, origins }: BlocksAnswer, block: number): string[] {
  const size = formatBytes(blocks.held[block]);
  const index = origins.callSite[block] >= 0 ? origins.callSite[block] : origins.class[block];
  const name = index < 0 ? '' : origins.names[index];
  const short = name.slice(name.indexOf(': ') + 1).trim();
  return [`${name} ${size}`, `${short} ${size}`, size];
}

function fit(texts: readonly string[], room: CssPixels, measure: TextMeasurer): string {
  return texts.find((text) => measure(text, 'label') <= room) ?? '';
}

function longestStretch(
  frame: BlocksFrame,
  answer: BlocksAnswer,
  block: number,
): { left: CssPixels; right: CssPixels; offset: number } | null {
  const span = blockSpan(frame, answer, block);
  if (span === null) return null;
  const { pointTime, pointOffset } = answer.blocks;
  const { first, past } = span;
  let best = null;
  for (let point = first; point < past; point++) {
    const left = Math.max(span.left, timeToX(frame.plot, pointTime[point]));
    const right = point + 1 === past ? span.right : Math.min(span.right, timeToX(frame.plot, pointTime[point + 1]));
    if (right <= left || (best !== null && right - left <= best.right - best.left)) continue;
    best = { left, right, offset: pointOffset[point] };
  }
  return best;
}
