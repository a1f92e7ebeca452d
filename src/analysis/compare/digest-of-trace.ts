/** The digest of a trace: its summary, and who held the memory of one allocator at its window peak. */

import type { TraceDigest } from '../../model/digest.ts';
import type { FlameGrouping, FlameTree } from '../../model/flame.ts';
import type { Summary } from '../../model/summary.ts';
import type { AllocatorIndex } from '../../model/units.ts';
import type { AnalysedProfile } from '../analyse.ts';
import { flame } from '../flame/flame.ts';
import { anchorsOf } from './anchors.ts';
import { copySitesOf } from './copy-sites.ts';

export interface DigestedTrace {
  name: string;
  /** Of the run; of several hosts together where there are several. */
  summary: Summary;
  /** Index into `summary.allocators`. */
  allocator: AllocatorIndex;
  /** The trace that has this allocator, and its index there. */
  member: AnalysedProfile;
  index: AllocatorIndex;
}

/** The trees are made anew; the summary is the very same object. */
export function digestOfTrace({ name, summary, allocator, member, index }: DigestedTrace): TraceDigest {
  const { profile, lifetimes } = member;
  const { inUseBefore } = lifetimes.perAllocator[index];
  const tree = (grouping: FlameGrouping): FlameTree =>
    flame(profile, lifetimes.allocations, index, inUseBefore, {
      what: { kind: 'alive-at-peak', from: -Infinity, to: Infinity },
      grouping,
      width: 'held',
      foldsInternals: true,
    }).tree;
  return {
    kind: 'trace',
    name,
    contentId: null,
    isReduced: false,
    summary,
    allocator,
    anchors: anchorsOf(profile),
    copySites: copySitesOf(profile, index),
    trees: { 'stack': tree('stack'), 'call-site': tree('call-site'), 'program': tree('program'), 'class': tree('class') },
  };
}
