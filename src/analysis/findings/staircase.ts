/**
 * Staircase: allocations pile up and are released together. Told from a gap ramp by the real events between its foot
 * and its top, from arrays that stay by its release.
 */

import type { Finding } from '../../model/finding.ts';
import { formatBytes } from '../../model/format.ts';
import type { AllocationIndex, Picoseconds } from '../../model/units.ts';
import { dispatchesBetween } from './dispatches.ts';
import { makeFinding } from './make.ts';
import { commonCallSite, endOf, heldBy, isWithinDispatch, programOf, startOf, type Scene } from './scene.ts';
import { MAX_RELEASE_SHARE, MIN_BYTES, MIN_SHARE_OF_PEAK, MIN_STAIRS, MIN_STAIR_SHARE } from './thresholds.ts';
import { isCopying } from '../one-operation.ts';
import { programName } from '../program-names.ts';
import { countWord, sizeRange, under } from './words.ts';

interface Pile {
  stairs: AllocationIndex[];
  bytes: number;
  /** First and last allocation, first and last release. */
  foot: Picoseconds;
  top: Picoseconds;
  release: Picoseconds;
  released: Picoseconds;
}

export function findStaircases(scene: Scene): Finding[] {
  const least = Math.max(MIN_BYTES, MIN_SHARE_OF_PEAK * scene.summary.peak.total);
  const piles = pilesOf(scene).filter(({ bytes, stairs }) => bytes >= least && stairs.length >= MIN_STAIRS);
  return largestOfEachSite(scene, piles).map(({ pile, times }) => describe(scene, pile, times));
}

/** The allocations of a staircase, for other findings to leave alone. */
export function stairAllocations(scene: Scene): Set<AllocationIndex> {
  return new Set(pilesOf(scene).flatMap(({ stairs }) => (stairs.length >= MIN_STAIRS ? stairs : [])));
}

/** Allocations that are all alive when the first of them is released, and are all released soon after. */
function pilesOf(scene: Scene): Pile[] {
  const freed = [...scene.allocations].filter(
    (allocation) =>
      heldBy(scene, allocation) >= MIN_BYTES / MIN_STAIRS &&
      endOf(scene, allocation) < Infinity &&
      !isWithinDispatch(scene, allocation),
  );
  freed.sort((a, b) => endOf(scene, a) - endOf(scene, b));
  const piles: Pile[] = [];
  let open: AllocationIndex[] = [];
  const close = (): void => {
    if (open.length >= MIN_STAIRS) piles.push(pileOf(scene, open));
    open = [];
  };
  for (const allocation of freed) {
    if (open.length > 0) {
      const release = endOf(scene, open[0]);
      const foot = Math.min(...open.map((stair) => startOf(scene, stair)), startOf(scene, allocation));
      const isTogether = endOf(scene, allocation) - release <= MAX_RELEASE_SHARE * (release - foot);
      if (startOf(scene, allocation) >= release || !isTogether) close();
    }
    open.push(allocation);
  }
  close();
  return [...piles, ...neverReleased(scene)];
}

/** Copies that are all still held when the capture ends, as it does where the next one did not fit. */
function neverReleased(scene: Scene): Pile[] {
  const kept = [...scene.allocations].filter(
    (allocation) =>
      heldBy(scene, allocation) >= MIN_BYTES / MIN_STAIRS &&
      endOf(scene, allocation) === Infinity &&
      isCopying(programOf(scene, allocation)) &&
      !replacesItsOperand(scene, allocation),
  );
  return kept.length >= MIN_STAIRS && commonCallSite(scene, kept) !== '' ? [pileOf(scene, kept)] : [];
}

/** Something of the same size was alive when the copy was made and is freed while the copy stays: that was its operand. */
function replacesItsOperand(scene: Scene, copy: AllocationIndex): boolean {
  const made = startOf(scene, copy);
  return scene.allocations.some(
    (other) =>
      heldBy(scene, other) === heldBy(scene, copy) &&
      startOf(scene, other) < made &&
      endOf(scene, other) > made &&
      endOf(scene, other) < Infinity,
  );
}

function pileOf(scene: Scene, allocations: readonly AllocationIndex[]): Pile {
  const largest = Math.max(...allocations.map((allocation) => heldBy(scene, allocation)));
  const stairs = allocations
    .filter((allocation) => heldBy(scene, allocation) >= MIN_STAIR_SHARE * largest)
    .sort((a, b) => startOf(scene, a) - startOf(scene, b));
  const starts = stairs.map((stair) => startOf(scene, stair));
  const ends = stairs.map((stair) => endOf(scene, stair));
  return {
    stairs,
    bytes: stairs.reduce((sum, stair) => sum + heldBy(scene, stair), 0),
    foot: Math.min(...starts),
    top: Math.max(...starts),
    release: Math.min(...ends),
    released: Math.max(...ends),
  };
}

/** A loop makes the same staircase again and again: the largest stands for all, with how often it happens. */
function largestOfEachSite(scene: Scene, piles: readonly Pile[]): { pile: Pile; times: number }[] {
  const bySite = new Map<string, { pile: Pile; times: number }>();
  for (const pile of piles) {
    const site = commonCallSite(scene, pile.stairs);
    const known = bySite.get(site);
    if (!known) bySite.set(site, { pile, times: 1 });
    else bySite.set(site, { pile: pile.bytes > known.pile.bytes ? pile : known.pile, times: known.times + 1 });
  }
  return [...bySite.values()];
}

function describe(scene: Scene, pile: Pile, times: number): Finding {
  const { stairs, bytes, foot, top, release, released } = pile;
  const areCopies = stairs.every((stair) => isCopying(programOf(scene, stair)));
  const noun = areCopies ? 'copies' : 'allocations';
  const sizes = sizeRange(stairs.map((stair) => heldBy(scene, stair)));
  const last = dispatchesBetween(scene.dispatches, top, release).pop();
  const until = last === undefined ? '' : ` after ${programName(scene.profile.strings[scene.dispatches.name[last]])}`;
  const site = under(commonCallSite(scene, stairs));
  const { peak } = scene.summary;
  const isAtPeak = peak.time >= foot && peak.time <= released;
  const repeated = times > 1 ? ` This happens ${times.toLocaleString('en-US')} times.` : '';
  return makeFinding(scene, {
    kind: 'staircase',
    severity: isAtPeak ? 'act' : 'know',
    from: foot,
    to: Math.min(released, scene.end),
    moment: top,
    bytes,
    title: areCopies ? 'Staircase of copies' : 'Staircase of allocations',
    sentence:
      release === Infinity
        ? `${countWord(stairs.length)} ${noun} of ${sizes} pile up${site}, and none is released before the capture ends: ${formatBytes(bytes)}.`
        : `${countWord(stairs.length)} ${noun} of ${sizes} pile up${site} and are all released${until}: ` +
          `${formatBytes(bytes)} needed only for a moment.${repeated}`,
    allocations: stairs,
  });
}
