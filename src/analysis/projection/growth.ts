/**
 * How the bytes of one group grow with the number of blocks, from what is known at some depths.
 *
 * Arrays grow exactly: a stacked weight is so many blocks times one slice. A program's temp arena does not. XLA packs
 * buffers of different lives into one arena, and where one more finds a gap the arena jumps or stands still: compiled
 * for 1 to 32 blocks, the gradient of one transformer adds between 0.4 and 1.8 GB with a block, about a line that
 * holds over all. So a line is fitted, and the range comes from how far the known depths themselves are off it.
 */

import type { ByteRange } from '../../model/projection.ts';
import type { Bytes } from '../../model/units.ts';

export interface KnownBytes {
  depth: number;
  bytes: Bytes;
}

/** How an estimate came about. */
export type GrowthBasis = 'measured' | 'constant' | 'line' | 'two-depths' | 'settled-line' | 'scattered';

export interface Growth extends ByteRange {
  perBlock: Bytes | null;
  basis: GrowthBasis;
}

/**
 * Between depths that lie on a line to the byte, the next depth may still begin another line: slopes of settled arenas
 * were seen to change by 0.7 % later. So much of what is added beyond the known depths is in doubt at least.
 */
const LEAST_DOUBT = 0.02;
/** Slopes between depths this part of the whole span apart, or more, are ones that may go on. */
const LASTING_SHARE = 0.25;
/** More than twice the steepest slope that was seen is beyond what the figures can tell. */
const STEEPEST = 2;

/**
 * Bytes at `target` blocks.
 * @param known at least two depths, ascending, each once
 * @param isPacked the group is an arena that XLA packs, so that even a line through all depths may not go on
 */
export function growthOf(known: readonly KnownBytes[], target: number, isPacked: boolean): Growth {
  const measured = known.find(({ depth }) => depth === target);
  if (measured !== undefined) return { ...exactly(measured.bytes), perBlock: null, basis: 'measured' };
  const [{ depth, bytes }, last] = [known[0], known[known.length - 1]];
  const slope = (last.bytes - bytes) / (last.depth - depth);
  if (known.every((one) => one.bytes === bytes)) return { ...exactly(bytes), perBlock: 0, basis: 'constant' };
  if (!isPacked && isLine(known)) {
    const estimate = notBelowZero(last.bytes + slope * (target - last.depth));
    return { ...exactly(estimate), perBlock: slope, basis: 'line' };
  }
  return known.length === 2 ? fromTwo(known, target, slope) : fromMany(known, target);
}

/** Two depths say nothing of the spread: from no growth beyond the known to twice as much. */
function fromTwo(known: readonly KnownBytes[], target: number, slope: number): Growth {
  const anchor = nearest(known, target);
  const distance = target - anchor.depth;
  const steepest = STEEPEST * Math.max(slope, anchor.bytes / anchor.depth);
  const estimate = anchor.bytes + slope * distance;
  const ends = [anchor.bytes, anchor.bytes + steepest * distance, estimate];
  return {
    estimate: notBelowZero(estimate),
    low: notBelowZero(Math.min(...ends)),
    high: notBelowZero(Math.max(...ends)),
    perBlock: slope,
    basis: 'two-depths',
  };
}

function fromMany(known: readonly KnownBytes[], target: number): Growth {
  const anchor = nearest(known, target);
  const distance = target - anchor.depth;
  const { value, slope, error } = regression(known, target);
  const settled = settledSlope(known);
  const perBlock = settled ?? slope;
  const estimate = settled === null ? value : anchor.bytes + settled * distance;
  const least = LEAST_DOUBT * Math.abs(estimate - anchor.bytes);
  const lasting = lastingSlopes(known).map((one) => anchor.bytes + one * distance);
  let low = Math.min(value - error, estimate - least, ...lasting);
  let high = Math.max(value + error, estimate + least, ...lasting);
  const steps = stepSlopes(known);
  if (distance > 0) {
    // What has never fallen from one depth to the next is not taken to fall, nor to grow much faster than ever.
    if (Math.min(...steps) >= 0) low = Math.max(low, Math.min(anchor.bytes, estimate));
    high = Math.min(high, Math.max(estimate, anchor.bytes + STEEPEST * Math.max(0, ...steps) * distance));
  }
  return {
    estimate: notBelowZero(estimate),
    low: notBelowZero(low),
    high: notBelowZero(high),
    perBlock,
    basis: settled === null ? 'scattered' : 'settled-line',
  };
}

/** All depths on one line, to the byte. */
function isLine(known: readonly KnownBytes[]): boolean {
  const [first, second] = known;
  return known.every(
    ({ depth, bytes }) =>
      (bytes - first.bytes) * (second.depth - first.depth) === (second.bytes - first.bytes) * (depth - first.depth),
  );
}

/** The slope of the deepest three depths or more, where those lie on one line to the byte; null otherwise. */
function settledSlope(known: readonly KnownBytes[]): number | null {
  const tail = known.slice(-3);
  return isLine(tail) ? (tail[2].bytes - tail[0].bytes) / (tail[2].depth - tail[0].depth) : null;
}

function stepSlopes(known: readonly KnownBytes[]): number[] {
  return known.slice(1).map(({ depth, bytes }, i) => (bytes - known[i].bytes) / (depth - known[i].depth));
}

function lastingSlopes(known: readonly KnownBytes[]): number[] {
  const span = known[known.length - 1].depth - known[0].depth;
  return known.flatMap((from, i) =>
    known
      .slice(i + 1)
      .filter(({ depth }) => depth - from.depth >= LASTING_SHARE * span)
      .map(({ depth, bytes }) => (bytes - from.bytes) / (depth - from.depth)),
  );
}

/** Student's t for a two-sided interval of 99 %, by degrees of freedom from 1. */
const T_99 = [63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.25, 3.169, 3.106, 3.055, 3.012, 2.977, 2.947];
const T_99_OF_MANY = 2.921;

/** Least squares, with half the width of the interval in which a further depth is expected. */
function regression(known: readonly KnownBytes[], target: number): { value: number; slope: number; error: number } {
  const n = known.length;
  const meanDepth = known.reduce((sum, { depth }) => sum + depth, 0) / n;
  const meanBytes = known.reduce((sum, { bytes }) => sum + bytes, 0) / n;
  const spread = known.reduce((sum, { depth }) => sum + (depth - meanDepth) ** 2, 0);
  const slope = known.reduce((sum, { depth, bytes }) => sum + (depth - meanDepth) * (bytes - meanBytes), 0) / spread;
  const squares = known.reduce(
    (sum, { depth, bytes }) => sum + (bytes - meanBytes - slope * (depth - meanDepth)) ** 2,
    0,
  );
  const t = T_99[n - 3] ?? T_99_OF_MANY;
  const error = t * Math.sqrt((squares / (n - 2)) * (1 + 1 / n + (target - meanDepth) ** 2 / spread));
  return { value: meanBytes + slope * (target - meanDepth), slope, error };
}

function nearest(known: readonly KnownBytes[], target: number): KnownBytes {
  return known.reduce((best, one) => (Math.abs(one.depth - target) <= Math.abs(best.depth - target) ? one : best));
}

function exactly(bytes: Bytes): ByteRange {
  return { estimate: bytes, low: bytes, high: bytes };
}

function notBelowZero(bytes: number): Bytes {
  return Math.max(0, Math.round(bytes));
}
