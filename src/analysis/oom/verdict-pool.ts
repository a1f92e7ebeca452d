/** Verdicts on a pool: full or fragmented. */

import { formatPercent } from '../../model/format.ts';
import type { StatedSize } from '../../model/oom.ts';
import { freeByMap, type IncidentFacts } from './facts.ts';
import { bytesWords, errorOf, exceeds, shortSize, sizeWords } from './sizes.ts';
import type { Ruling } from './ruling.ts';

/** F20: the TPU runtime states what is free, and the largest piece of it where that is less. */
export function runtimeVerdict(facts: IncidentFacts): Ruling | null {
  const { runtime } = facts;
  if (runtime?.family !== 'F20') return null;
  const { requested, free, largestFree } = runtime;
  if (!free) {
    return {
      verdict: 'pool full',
      confidence: 'low',
      reason: `${sizeWords(requested)} were requested; the text is cut before it says how much was free.`,
    };
  }
  const fits = requested.bytes <= free.bytes + errorOf(free);
  if (fits && (largestFree === undefined || requested.bytes > largestFree.bytes - errorOf(largestFree))) {
    const largest = largestFree
      ? `the largest piece is ${sizeWords(largestFree)}`
      : 'no single piece of it is large enough';
    return {
      verdict: 'fragmented',
      confidence: largestFree ? 'high' : 'medium',
      reason: `${sizeWords(requested)} requested and ${sizeWords(free)} free, but ${largest}.`,
    };
  }
  return {
    verdict: 'pool full',
    confidence: 'high',
    reason: `${sizeWords(requested)} requested, ${sizeWords(free)} free.`,
  };
}

/** F5: the totals of the allocator itself. */
export function dumpVerdict(facts: IncidentFacts): Ruling | null {
  const { needed, request, pool } = facts;
  if (!facts.dump || !needed || !request || !pool.free || pool.estimated) return null;
  const asked = requestWords(facts, request, needed);
  const limit = pool.limit ? ` of ${sizeWords(pool.limit)}` : '';
  if (exceeds(needed, pool.free)) {
    return {
      verdict: 'pool full',
      confidence: 'high',
      reason: `${asked} requested; ${aboutFree(pool.free)} free${limit}.`,
    };
  }
  const largest = pool.largestFree ? `, the largest piece ${sizeWords(pool.largestFree)}` : '';
  const certain = exceeds(pool.free, needed);
  if (certain && (!pool.largestFree || needed.bytes > pool.largestFree.bytes - errorOf(pool.largestFree))) {
    return {
      verdict: 'fragmented',
      confidence: pool.largestFree ? 'high' : 'medium',
      reason:
        `${asked} requested and ${aboutFree(pool.free)} free${limit}${largest}: enough in all, but not in one ` +
        'piece.',
    };
  }
  return {
    verdict: 'pool full',
    confidence: 'medium',
    reason:
      `${asked} requested and ${aboutFree(pool.free)} free${limit}${largest}: with the rounding of the ` +
      'numbers, about as much as was asked for, and it was not to be had.',
  };
}

/** F3 with its map: a picture of the pool in hundredths. */
export function mapVerdict(facts: IncidentFacts): Ruling | null {
  const { mapped, needed, request, pool } = facts;
  if (!mapped?.occupancy || !needed || !request) return null;
  const { occupancy } = mapped;
  const share = formatPercent(occupancy.free / occupancy.cells);
  const runs =
    occupancy.freeRuns <= 1
      ? 'in one piece'
      : `in ${occupancy.freeRuns} pieces, the longest ${formatPercent(occupancy.largestFreeRun / occupancy.cells)}`;
  const asked = requestWords(facts, request, needed);
  const picture =
    `${formatPercent(occupancy.usedPct / 100)} of ${mapped.allocator} ` + `is in use and ${share} free, ${runs}`;
  const doubt = mapped.occupancyOwner === undefined ? '' : `, if the map is that of ${mapped.allocator}`;
  const free = pool.limit ? freeByMap(mapped, pool.limit) : null;
  if (!pool.limit || !free || !occupancy.complete) {
    const enough = poolThatFits(facts);
    const size = enough === null ? '' : `; it would only fit if the pool were ${bytesWords(enough)} or more`;
    return {
      verdict: 'pool full',
      confidence: mapped.occupancyOwner === undefined && occupancy.complete ? 'medium' : 'low',
      reason: `${asked} requested while ${picture}${doubt}${size}. The size of the pool is not in the text.`,
    };
  }
  const known = `${pool.estimated ? 'about ' : ''}${shortSize(pool.limit)} (${pool.limitFrom})`;
  if (needed.bytes > free.total[1]) {
    return {
      verdict: 'pool full',
      confidence: pool.estimated ? 'medium' : 'high',
      reason:
        `${asked} requested while ${picture}${doubt}: of a pool of ${known} that is ` +
        `${shortSize(whole(free.total[0]))}, which is too little.`,
    };
  }
  if (needed.bytes <= free.total[0] && needed.bytes > free.run[1]) {
    return {
      verdict: 'fragmented',
      confidence: 'medium',
      reason:
        `${asked} requested while ${picture}${doubt}: of a pool of ${known} that is ` +
        `${shortSize(whole(free.total[0]))} in all, but at most ${shortSize(whole(free.run[1]))} in one piece.`,
    };
  }
  return {
    verdict: 'pool full',
    confidence: 'low',
    reason:
      `${asked} requested while ${picture}${doubt}: of a pool of ${known} that is about as much, and the map ` +
      'is too coarse to tell more.',
  };
}

function whole(bytes: number): StatedSize {
  return { bytes: Math.round(bytes), exact: false };
}

/** Size of a pool whose longest free piece would hold the request, filled as this one is; null without a map. */
export function poolThatFits(facts: IncidentFacts): number | null {
  const { mapped, needed } = facts;
  const occupancy = mapped?.occupancy;
  if (!occupancy || !needed || occupancy.largestFreeRun === 0) return null;
  return Math.round((needed.bytes * occupancy.cells) / occupancy.largestFreeRun);
}

function aboutFree(free: StatedSize): string {
  return free.exact ? sizeWords(free) : `about ${shortSize(free)}`;
}

/** `2.69 GiB (2,885,681,152 bytes)`, with the op where TensorFlow names it. */
export function requestWords(facts: IncidentFacts, request: StatedSize, needed: StatedSize): string {
  const text = facts.pools[0]?.requested.text;
  const size = request.exact ? request : needed.exact ? needed : request;
  const op = facts.pools.find((pool) => pool.op !== undefined)?.op;
  return sizeWords(text === undefined ? size : { ...size, text }) + (op === undefined ? '' : ` for ${op}`);
}
