/** From what is known at one or more depths to the bytes at another, and whether they fit. */

import {
  MEMORY_GROUPS,
  type DepthFigures,
  type FitVerdict,
  type MemoryGroup,
  type MomentFigures,
  type ProjectedGroup,
  type Projection,
} from '../../model/projection.ts';
import type { Bytes } from '../../model/units.ts';
import { growthOf } from './growth.ts';
import { scalingOf } from './one-depth.ts';
import { answerSentence, notesOf, restsOnGrowth, restsOnOne } from './words.ts';

interface KnownMoment {
  depth: number;
  moment: MomentFigures;
}

/**
 * @param figures at least one; of several at one depth the fullest counts
 * @param target number of blocks, 1 or more
 * @param capacity bytes that there are; null where nobody said
 */
export function project(figures: readonly DepthFigures[], target: number, capacity: Bytes | null): Projection {
  const depths = oneForEachDepth(figures);
  const candidates = momentsInCommon(depths).map((known) => projectMoment(known, target));
  // Another program's peak may be the highest at another depth.
  const fullest = candidates.reduce((a, b) => (b.total.estimate > a.total.estimate ? b : a));
  const { groups, total } = fullest;
  const verdict = verdictOf(groups, total, capacity);
  const answer = { target, capacity, ...fullest, verdict };
  return { ...answer, sentence: answerSentence(answer), notes: notesOf(depths, answer) };
}

function oneForEachDepth(figures: readonly DepthFigures[]): DepthFigures[] {
  const byDepth = new Map<number, DepthFigures>();
  for (const one of figures) {
    const known = byDepth.get(one.depth);
    if (known === undefined || sumOf(one.moments[0]) > sumOf(known.moments[0])) byDepth.set(one.depth, one);
  }
  return [...byDepth.values()].sort((a, b) => a.depth - b.depth);
}

/** The programs that all depths have run, each with its moment at each depth; else the fullest moments as they are. */
function momentsInCommon(depths: readonly DepthFigures[]): KnownMoment[][] {
  const fullest = depths.map(({ depth, moments }) => ({ depth, moment: moments[0] }));
  // A peak that no program explains has its like only in the other peaks.
  if (depths.length === 1 || fullest.some(({ moment }) => moment.name === '')) return [fullest];
  const shared = depths[0].moments.flatMap(({ name }) => {
    const known = depths.map(({ depth, moments }) => ({ depth, moment: moments.find((one) => one.name === name) }));
    return known.every((one): one is KnownMoment => one.moment !== undefined) ? [known] : [];
  });
  return shared.length > 0 ? shared : [fullest];
}

function projectMoment(known: readonly KnownMoment[], target: number): Pick<Projection, 'moment' | 'groups' | 'total'> {
  const groups = MEMORY_GROUPS.filter((group) => known.some(({ moment }) => moment.groups[group])).map((group) =>
    projectGroup(known, group, target),
  );
  const sum = (key: 'estimate' | 'low' | 'high'): Bytes => groups.reduce((total, group) => total + group[key], 0);
  const names = new Set(known.map(({ moment }) => moment.name));
  return {
    moment: names.size === 1 ? known[0].moment.name : '',
    groups,
    total: { estimate: sum('estimate'), low: sum('low'), high: sum('high') },
  };
}

function projectGroup(moments: readonly KnownMoment[], group: MemoryGroup, target: number): ProjectedGroup {
  const known = moments.map(({ depth, moment }) => ({ depth, bytes: moment.groups[group] ?? 0 }));
  if (known.length > 1) {
    const { basis, ...growth } = growthOf(known, target, group === 'temp');
    return { group, known, ...growth, restsOn: restsOnGrowth(basis, known) };
  }
  const [{ depth, bytes }] = known;
  if (depth === target) {
    return { group, known, estimate: bytes, low: bytes, high: bytes, perBlock: null, restsOn: restsOnGrowth('measured', known) };
  }
  const { atLeast, atMost } = scalingOf(moments[0].moment, group, depth);
  const scaled = (part: Bytes): Bytes => Math.round(bytes + (part / depth) * (target - depth));
  const ends = [scaled(atLeast), scaled(atMost)];
  // What is not known to stay is taken to grow: a run that dies is worse than memory that is left over.
  return {
    group,
    known,
    estimate: scaled(atMost),
    low: Math.min(...ends),
    high: Math.max(...ends),
    perBlock: atMost / depth,
    restsOn: restsOnOne(group, depth, atLeast > 0),
  };
}

function verdictOf(
  groups: readonly ProjectedGroup[],
  { low, high }: Projection['total'],
  capacity: Bytes | null,
): FitVerdict {
  if (capacity === null) return 'no-capacity';
  if (low > capacity) return 'does-not-fit';
  if (high > capacity) return 'open';
  return groups.every(({ perBlock }) => perBlock === null) ? 'fits' : 'seems-to-fit';
}

function sumOf({ groups }: MomentFigures): Bytes {
  return Object.values(groups).reduce((sum, bytes) => sum + bytes, 0);
}
