/** The words of the blocks view and the pool map. Pure, so that tests read them as a person does. */

import { blockAt } from '../../layout/blocks-hit.ts';
import type { BlocksFrame } from '../../layout/blocks-frame.ts';
import { restText } from '../../layout/blocks.ts';
import { timePerPixel, xToTime } from '../../layout/plot-frame.ts';
import { readAt } from '../../layout/readings.ts';
import { describeAllocation } from '../../model/allocation-words.ts';
import type { BlocksAnswer, PoolMap } from '../../model/blocks.ts';
import { formatBytes, formatBytesBoth, formatPercent, formatQuantity, formatTime } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import type { Bytes, CssPixels, Picoseconds } from '../../model/units.ts';

/** What lies at a place of the picture that is no block: the rest, older memory, reserved memory, or nothing. */
export function describePlace(
  frame: BlocksFrame,
  answer: BlocksAnswer,
  { peak, curves: { end } }: AllocatorSummary,
  x: CssPixels,
  y: CssPixels,
): string {
  const { plot, sizes } = frame;
  const time = Math.min(Math.max(xToTime(plot, x), plot.from), plot.to);
  const bytes = ((sizes.bottom - y) / (sizes.bottom - sizes.top)) * sizes.maximum;
  const { total, reserved, beforeCapture } = readAt({ curves: answer.curves, window: null, peak }, time);
  const at = formatTime(time, timePerPixel(plot), end);
  if (bytes <= reserved) return `${at}: ${formatBytesBoth(reserved)} reserved`;
  if (bytes <= reserved + beforeCapture) return `${at}: ${formatBytesBoth(beforeCapture)} from before the capture`;
  if (bytes <= total && answer.rest.count > 0) return `${at}: among ${restText(answer)}`;
  return `${at}: ${formatBytesBoth(total)} in all`;
}

export function describeBlock(answer: BlocksAnswer, block: number, end: Picoseconds): string {
  return describeAllocation(answer.blocks, answer.origins, block, end);
}

/** Why there are fewer blocks than allocations, which the legend counts; null where there are not. */
export function limitText({ limitedBy, blocks }: BlocksAnswer): string | null {
  if (limitedBy === 'nothing') return null;
  const why = limitedBy === 'blocks' ? 'more' : 'the moves of more';
  return (
    `Blocks are the ${formatQuantity(blocks.length, 'largest allocation')} of this range: ` +
    `${why} would not be drawn in time. Zoom in to see others.`
  );
}

/** Says that events were lost, where blocks reach above the total; null where they do not. */
export function overshootText({ overshoot }: BlocksAnswer): string | null {
  if (overshoot === 0) return null;
  return (
    `The blocks reach up to ${formatBytes(overshoot)} above the total: deallocations are missing from the file, so ` +
    'some of them were freed earlier than it says.'
  );
}

/** What the map shows and what nobody can know of it, in sentences. */
export function poolSentences(map: PoolMap, isWindowPeak: boolean, end: Picoseconds): string[] {
  const { allocations, unknown, reserved, largestGap, free, fragmentation, inUse } = map;
  const at = formatTime(map.moment, undefined, end);
  const moment = isWindowPeak ? `the window peak, ${at}` : at;
  if (!map.hasAddresses) return ['This allocator states no addresses, so there is no map of them.'];
  if (allocations.length === 0) {
    return [`At ${moment} no address is known: what is in use (${formatBytes(inUse)}) is from before the capture.`];
  }
  const known = allocations.held.reduce((sum, bytes) => sum + bytes, 0);
  const sentences = [
    `At ${moment}: ${formatQuantity(allocations.length, 'allocation')} with a known address, ${formatBytes(known)}.`,
  ];
  const elsewhere = [
    ...(unknown > 0 ? [`${formatBytes(unknown)} from before the capture`] : []),
    ...(reserved > 0 ? [`${formatBytes(reserved)} reserved`] : []),
  ];
  if (elsewhere.length === 0) sentences.push('That is all that is in use.');
  else sentences.push(`No event names the addresses of ${elsewhere.join(' and ')}.`);
  sentences.push(`A gap is ${gapText(map)}.`);
  if (largestGap > 0) sentences.push(`Largest gap seen: ${formatBytes(largestGap)}.`);
  if (free !== null) sentences.push(statedText(free, fragmentation));
  return sentences;
}

/** What may lie between two known allocations. */
export function gapText({ unknown, reserved }: PoolMap): string {
  return unknown > 0 || reserved > 0 ? 'free or unknown' : 'free, or no part of the pool';
}

function statedText(free: Bytes, fragmentation: number | null): string {
  const stated = `Stated by the allocator: ${formatBytes(free)} free`;
  return fragmentation === null ? `${stated}.` : `${stated}, fragmentation ${formatPercent(fragmentation)}.`;
}

/** What the picture leaves out, in sentences. */
export function limits(answer: BlocksAnswer): string[] {
  return [limitText(answer), overshootText(answer)].filter((note) => note !== null);
}

/** The block at a place, or -1, and what lies there. */
export function hitText(
  frame: BlocksFrame,
  answer: BlocksAnswer,
  allocator: AllocatorSummary,
  x: CssPixels,
  y: CssPixels,
): { block: number; text: string } {
  const block = blockAt(frame, answer, x, y);
  const text =
    block < 0 ? describePlace(frame, answer, allocator, x, y) : describeBlock(answer, block, allocator.curves.end);
  return { block, text };
}
