/** A digest cut down to what a link carries. What it keeps is exact; what it merges or leaves out, it says. */

import { callSiteName } from '../../analysis/compare/frame-key.ts';
import type { DigestAnchor, DigestTrees, DumpDigest, ProfileDigest, TraceDigest } from '../../model/digest.ts';
import type { Finding } from '../../model/finding.ts';
import type { FlameGrouping } from '../../model/flame.ts';
import { formatCount, formatQuantity } from '../../model/format.ts';
import type { CaptureFacts } from '../../model/profile.ts';
import type { AllocatorSummary, Summary } from '../../model/summary.ts';
import { thinCurves } from './curve.ts';
import { reduceSnapshot } from './reduce-snapshot.ts';
import { prunedUnions, treeOfSide, unionOf } from './union-trees.ts';

/** One profile, or two on each other. */
export interface Digests {
  baseline: ProfileDigest | null;
  candidate: ProfileDigest;
}

/** How much of a digest a link keeps. */
export interface LinkLimits {
  /** Steps of each curve. */
  points: number;
  /** Boxes of all trees together, those of both sides counted once. */
  nodes: number;
  findings: number;
  /** Allocations that a finding names. */
  evidence: number;
  /** Rows of a list of functions, problems, planes, named moments. */
  rows: number;
}

export const DEFAULT_LIMITS: LinkLimits = { points: 256, nodes: 300, findings: 32, evidence: 8, rows: 16 };

export const GROUPINGS: readonly FlameGrouping[] = ['stack', 'call-site', 'program', 'class'];

export interface Reduced {
  digests: Digests;
  /** One phrase each: `call stacks keep 212 of 1,930 boxes, the smaller ones merged`. */
  leftOut: string[];
}

/** Both sides are pruned as one: a box that one side keeps is kept on the other. */
export function reduceDigests({ baseline, candidate }: Digests, limits: LinkLimits): Reduced {
  const sides = baseline === null ? [candidate] : [baseline, candidate];
  const { trees, leftOut } = reduceTrees(sides, limits);
  const sites = namedSites(sides, trees);
  const names = sides.map(anchorNames);
  const isShared = ({ name }: DigestAnchor): boolean => names.every((found) => found.has(name));
  const reduced = sides.map((side, index): ProfileDigest => {
    const found =
      side.kind === 'trace'
        ? reduceTrace(side, trees[index], { isShared, sites }, limits)
        : { digest: reduceDump(side, trees[index], limits), leftOut: [] };
    const who = sides.length > 1 ? ` of ${side.name}` : '';
    leftOut.push(...found.leftOut.map((phrase) => phrase + who));
    return found.digest;
  });
  const last = reduced[reduced.length - 1];
  return { digests: { baseline: reduced.length > 1 ? reduced[0] : null, candidate: last }, leftOut };
}

/** One profile alone. */
export function reduceDigest(digest: ProfileDigest, limits: LinkLimits = DEFAULT_LIMITS): ProfileDigest {
  return reduceDigests({ baseline: null, candidate: digest }, limits).digests.candidate;
}

function reduceTrees(sides: readonly ProfileDigest[], { nodes }: LinkLimits): { trees: DigestTrees[]; leftOut: string[] } {
  const groupings = GROUPINGS.filter((grouping) => sides.some((side) => side.trees[grouping] !== undefined));
  const whole = groupings.map((grouping) => unionOf(sides.map((side) => side.trees[grouping])));
  const unions = prunedUnions(whole, nodes);
  const trees = sides.map((_, index): DigestTrees => {
    const found: DigestTrees = {};
    for (const [at, grouping] of groupings.entries()) {
      const tree = treeOfSide(unions[at], index);
      if (tree !== null) found[grouping] = tree;
    }
    return found;
  });
  const rows = (of: { parent: readonly number[] }[]): number => of.reduce((sum, { parent }) => sum + parent.length, 0);
  const [kept, all] = [rows(unions), rows(whole)];
  const phrase = `the trees keep ${formatCount(kept)} of ${formatCount(all)} boxes, the smaller ones merged`;
  return { trees, leftOut: kept < all ? [phrase] : [] };
}

/** What a side keeps because of the other one. */
interface BothSides {
  isShared: (anchor: DigestAnchor) => boolean;
  sites: ReadonlySet<string>;
}

function reduceTrace(
  digest: TraceDigest,
  trees: DigestTrees,
  { isShared, sites }: BothSides,
  limits: LinkLimits,
): { digest: TraceDigest; leftOut: string[] } {
  const { summary, anchors } = digest;
  const shown = summary.allocators[digest.allocator];
  const allocators = shown === undefined ? [] : [withThinCurves(shown, limits)];
  const leftOut: string[] = [];
  if (summary.allocators.length > 1) leftOut.push(`${formatQuantity(summary.allocators.length - 1, 'other allocator')}`);
  const [before, after] = [shown?.curves.total.steps ?? 0, allocators[0]?.curves.total.steps ?? 0];
  if (after < before) leftOut.push(`the curve keeps ${formatCount(after)} of ${formatCount(before)} steps`);
  const own = summary.findings.filter(({ allocator }) => shown !== undefined && allocator === keyOf(shown));
  const findings = own.slice(0, limits.findings).map((finding) => withFewAllocations(finding, limits.evidence));
  const lost = summary.findings.length - findings.length;
  if (lost > 0) leftOut.push(formatQuantity(lost, 'finding'));
  const reduced: Summary = {
    ...summary,
    capture: fewFacts(summary.capture, limits.rows),
    allocators,
    defaultAllocator: allocators.length > 0 ? 0 : null,
    deviceTotal: null,
    findings,
    problems: summary.problems.slice(0, limits.rows),
    whyNoMemory: summary.whyNoMemory.slice(0, limits.rows),
  };
  const kept = [...anchors.filter(isShared), ...anchors.filter((anchor) => !isShared(anchor))].slice(0, limits.rows);
  return {
    digest: {
      ...digest,
      isReduced: true,
      trees,
      summary: reduced,
      allocator: 0,
      anchors: kept.sort((a, b) => a.time - b.time),
      copySites: digest.copySites?.filter((site) => sites.has(site)) ?? null,
    },
    leftOut,
  };
}

function reduceDump(digest: DumpDigest, trees: DigestTrees, { nodes, rows }: LinkLimits): DumpDigest {
  return { ...digest, isReduced: true, trees, summary: reduceSnapshot(digest.summary, { nodes: nodes / 2, rows }) };
}

function withThinCurves(shown: AllocatorSummary, { points }: LinkLimits): AllocatorSummary {
  const { allocator, curves, peak } = shown;
  return { ...shown, allocator: { ...allocator, lineStartsNs: [] }, curves: thinCurves(curves, peak, points) };
}

/** The largest come first; how many there are stays. */
function withFewAllocations(finding: Finding, most: number): Finding {
  const { evidence } = finding;
  return { ...finding, evidence: { ...evidence, allocations: evidence.allocations.slice(0, most) } };
}

function fewFacts(capture: CaptureFacts, rows: number): CaptureFacts {
  return {
    ...capture,
    hosts: capture.hosts.slice(0, rows),
    versions: Object.fromEntries(Object.entries(capture.versions).slice(0, rows)),
    devices: capture.devices.slice(0, rows),
    planes: capture.planes.slice(0, rows),
    errors: capture.errors.slice(0, rows),
    warnings: capture.warnings.slice(0, rows),
    memoryEvents: { ...capture.memoryEvents, lineStartsNs: [] },
  };
}

/** As findings name their allocator. */
function keyOf({ allocator: { host, id } }: AllocatorSummary): string {
  return host === null ? id : `${host}/${id}`;
}

/** Call sites that anybody could ask about who has these digests and nothing else. */
function namedSites(sides: readonly ProfileDigest[], trees: readonly DigestTrees[]): ReadonlySet<string> {
  const sites = new Set<string>();
  for (const side of sides) {
    if (side.kind === 'trace') for (const { evidence } of side.summary.findings) sites.add(evidence.callSite);
  }
  for (const { stack } of trees) {
    for (let row = 0; stack !== undefined && row < stack.length; row++) {
      const file = stack.file[row] < 0 ? null : stack.names[stack.file[row]];
      sites.add(callSiteName(stack.names[stack.name[row]], file));
    }
  }
  return sites;
}

function anchorNames(digest: ProfileDigest): ReadonlySet<string> {
  return new Set(digest.kind === 'trace' ? digest.anchors.map(({ name }) => name) : []);
}
