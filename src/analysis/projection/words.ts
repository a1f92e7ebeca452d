/** What a projection says, in sentences: the answer, what each figure rests on, what would say more. */

import { formatBytes, formatCount, formatPercent } from '../../model/format.ts';
import {
  GROUP_WORDS,
  type DepthFigures,
  type MemoryGroup,
  type ProjectedGroup,
  type Projection,
} from '../../model/projection.ts';
import type { Bytes } from '../../model/units.ts';
import type { GrowthBasis, KnownBytes } from './growth.ts';

/** `10 blocks`, `1 block`. */
function blocksText(depth: number): string {
  return `${formatCount(depth)} ${depth === 1 ? 'block' : 'blocks'}`;
}

/** `12.80 GiB`, or `12.80 GiB to 14.10 GiB` where the ends read differently. */
function rangeText({ low, high }: { low: Bytes; high: Bytes }): string {
  const [from, to] = [formatBytes(low), formatBytes(high)];
  return from === to ? from : `${from} to ${to}`;
}

export function restsOnGrowth(basis: GrowthBasis, known: readonly KnownBytes[]): string {
  const depths = known.map(({ depth }) => formatCount(depth)).join(', ');
  switch (basis) {
    case 'measured':
      return 'Known at this depth.';
    case 'constant':
      return `The same to the byte at ${depths} blocks.`;
    case 'line':
      return known.length === 2
        ? `The line through ${depths} blocks: arrays grow by the same with each block.`
        : `One line through ${depths} blocks, to the byte.`;
    case 'two-depths':
      return `A guess from ${depths} blocks: no spread is known, so anything from no growth to twice as much.`;
    case 'settled-line':
      return `A fit: the deepest of ${depths} blocks lie on one line, which may still bend.`;
    case 'scattered':
      return `A fit through ${depths} blocks, which are off the line: the range is how far another may be.`;
  }
}

export function restsOnOne(group: MemoryGroup, depth: number, isTold: boolean): string {
  if (group === 'temp') return `One depth does not tell what of it each block needs: from none to all.`;
  if (!isTold) return `Nothing tells what of it comes once a block: from none to all.`;
  return group === 'weights'
    ? `At least what the copies are copies of is stacked, at most all of it.`
    : `Sizes that ${formatCount(depth)} divides, or as many allocations, grow; the others may.`;
}

/** The answer in one sentence or two. */
export function answerSentence({
  target,
  capacity,
  moment,
  groups,
  total,
  verdict,
}: Omit<Projection, 'sentence' | 'notes'>): string {
  const at = moment === '' ? '' : ` at the peak of ${moment}`;
  const needs = `${blocksText(target)} ${verdict === 'fits' ? 'need' : 'would need'} ${rangeText(total)}${at}`;
  if (capacity === null) return `${needs}. Give a capacity to know whether that fits.`;
  const room = formatBytes(capacity);
  switch (verdict) {
    case 'fits':
      return `${needs}: that fits in ${room}, with ${formatBytes(capacity - total.high)} to spare.`;
    case 'seems-to-fit':
      return (
        `${needs}, which is below ${room}. It is likely to fit, but that is worked out from other depths: ` +
        'only compiling it at full depth tells.'
      );
    case 'open':
      return `${needs}, and there are ${room}: whether that fits cannot be told from these figures.`;
    case 'does-not-fit':
      return `${needs}: that does not fit in ${room}, by ${formatBytes(total.low - capacity)} at least${leastCause(groups, capacity)}.`;
    case 'no-capacity':
      return `${needs}.`;
  }
}

/** What alone is too much already, so that nobody hopes for smaller temps. */
function leastCause(groups: readonly ProjectedGroup[], capacity: Bytes): string {
  const alone = groups.find(({ group, low }) => group !== 'temp' && low > capacity);
  if (alone !== undefined) return `; the ${GROUP_WORDS[alone.group]} alone are too much`;
  const withoutTemps = groups.filter(({ group }) => group !== 'temp').reduce((sum, { low }) => sum + low, 0);
  return withoutTemps > capacity ? ', even without any temps' : '';
}

/** From this part of the capacity on, pieces of free memory decide, and not their sum. */
const CLOSE_TO_FULL = 0.9;

export function notesOf(
  depths: readonly DepthFigures[],
  { target, capacity, groups, total, verdict }: Omit<Projection, 'sentence' | 'notes'>,
): string[] {
  const notes: string[] = [];
  if (depths.length === 1 && depths[0].depth !== target) {
    notes.push('One depth gives wide ranges. A second one, as far from the first as you can, makes them narrow.');
  }
  const temp = groups.find(({ group }) => group === 'temp');
  if (temp !== undefined && temp.perBlock !== null) {
    notes.push(
      'Temps are what the compiler makes of the program. It packs them anew at each depth, and they need not grow evenly.',
    );
  }
  const deepest = depths[depths.length - 1].depth;
  if (target > 4 * deepest && verdict !== 'fits') {
    notes.push(`${blocksText(target)} are far from the ${formatCount(deepest)} that are known.`);
  }
  if (capacity !== null && total.high <= capacity && total.high > CLOSE_TO_FULL * capacity) {
    notes.push(
      `It fills up to ${formatPercent(total.high / capacity)} of the capacity. Free memory lies in pieces: a large request may ` +
        'fail before all of it is used.',
    );
  }
  return notes;
}
