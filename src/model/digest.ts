/**
 * The digest of a profile: all that a comparison, a link, a picture or a report needs of it, whether a live worker, a
 * link or the command line gave it. Its `Summary` says what happened; the trees say who held the memory at the peak.
 *
 * A digest out of a link is the same type with less in it: one allocator, a few hundred points of its curve, trees
 * whose small boxes are merged into NODE_REST. `isReduced` says so, and the screen does.
 */

import type { FlameGrouping, FlameTree } from './flame.ts';
import type { SampleTypeIndex, SnapshotSummary } from './snapshot.ts';
import type { Summary } from './summary.ts';
import type { AllocatorIndex, Bytes, Picoseconds } from './units.ts';

export type ProfileDigest = TraceDigest | DumpDigest;

interface DigestBase {
  /** What a person calls it: the dropped file's name, the run, the sample. */
  name: string;
  /** SHA-256 over the SHA-256 digests of the file's 8 MiB pieces, 64 hex digits; null where it was not computed. */
  contentId: string | null;
  isReduced: boolean;
  /** What is compared at the peak, as the flame view groups it. Held bytes, JAX internals folded. */
  trees: DigestTrees;
}

export interface TraceDigest extends DigestBase {
  kind: 'trace';
  summary: Summary;
  /** Whose peak the trees are of. */
  allocator: AllocatorIndex;
  /** Named moments that two curves can be laid on each other by, in time order. */
  anchors: DigestAnchor[];
  /**
   * Functions of user code under which the capture makes copies, also those that are gone at the peak: `file: function`,
   * each once. Absent or null where that is not known, as in a link.
   */
  copySites?: string[] | null;
}

export interface DumpDigest extends DigestBase {
  kind: 'dump';
  summary: SnapshotSummary;
  /** What the trees count: bytes, or the unit of this sample type. */
  sampleType: SampleTypeIndex;
}

/** Only the groupings that the profile can tell: a dump knows no programs. All have the same total. */
export type DigestTrees = Partial<Record<FlameGrouping, FlameTree>>;

export interface DigestAnchor {
  kind: 'step' | 'program';
  /** `train 12`, `jit_scan`: the same name on both sides is the same moment. */
  name: string;
  /** Of a program: its first launch in the capture. */
  time: Picoseconds;
}

/** What an address calls these: of one trace its file, of a dump and of two sides their names. */
export function addressNames([first, second]: readonly [ProfileDigest, ProfileDigest?]): string[] {
  if (second !== undefined) return [first.name, second.name];
  return [first.kind === 'trace' ? first.summary.source.name : first.name];
}

/** What the digest's trees add up to: in use and reserved at the window peak, or the total of the dump. */
export function digestTotal(digest: ProfileDigest): Bytes {
  if (digest.kind === 'dump') return digest.summary.totals[digest.sampleType] ?? 0;
  return digest.summary.allocators[digest.allocator]?.peak.total ?? 0;
}

/** Both count the same thing, so that a difference has a meaning. A trace's peak and a dump's bytes do. */
export function digestUnit(digest: ProfileDigest): string {
  return digest.kind === 'trace' ? 'bytes' : (digest.summary.sampleTypes[digest.sampleType]?.unit ?? '');
}

/** A trace at its peak and a dump of bytes can be compared too; bytes and nanoseconds cannot. */
export function areComparable(baseline: ProfileDigest, candidate: ProfileDigest): boolean {
  return digestUnit(baseline) === digestUnit(candidate);
}
