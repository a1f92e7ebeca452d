/** Every name in a digest, each by what it names: so that a link can be made without them. */

import type { DigestTrees, ProfileDigest } from '../model/digest.ts';
import type { Finding } from '../model/finding.ts';
import type { FlameTree } from '../model/flame.ts';
import { NODE_JAX, NODE_PROGRAM, NODE_RUNTIME, NODE_USER } from '../model/flame.ts';
import type { SnapshotSummary } from '../model/snapshot.ts';
import type { Summary } from '../model/summary.ts';

/** Each gives the new name for an old one. */
export interface NameMap {
  /** A function, or a program as the tree calls it: `__call__`, `PjitFunction(scan)`. */
  frame: (name: string) => string;
  /** A source file as it is stated: a path, or a base name. */
  file: (path: string) => string;
  /** A program or a step as the lanes call it: `jit_scan`. */
  mark: (name: string) => string;
  host: (name: string) => string;
  /** A dropped file, or the run in it. */
  profile: (name: string) => string;
  /** A text with names in it. */
  prose: (text: string) => string;
  /** Texts of the file's own that may say anything: comments, errors, labels. */
  foreign: (texts: string[]) => string[];
}

/** Boxes of these kinds carry a name of the program that was profiled; the others are words of Highwater's own. */
const NAMED_KINDS: readonly number[] = [NODE_USER, NODE_JAX, NODE_RUNTIME, NODE_PROGRAM];

/** Labels of JAX dumps whose values are no names: `buffer`, `cuda:0`. */
const KNOWN_LABELS: readonly string[] = ['kind', 'device'];

export function isNamed(kind: number): boolean {
  return NAMED_KINDS.includes(kind);
}

export function mapNames(digest: ProfileDigest, map: NameMap): ProfileDigest {
  const trees: DigestTrees = {};
  for (const [grouping, tree] of Object.entries(digest.trees)) trees[grouping as keyof DigestTrees] = mapTree(tree, map);
  const name = map.profile(digest.name);
  if (digest.kind === 'dump') return { ...digest, name, trees, summary: mapSnapshot(digest.summary, map) };
  return {
    ...digest,
    name,
    trees,
    summary: mapSummary(digest.summary, map),
    anchors: digest.anchors.map((anchor) => ({ ...anchor, name: map.mark(anchor.name) })),
    copySites: digest.copySites?.map((site) => mapSite(site, map)) ?? null,
  };
}

/** `file: function`, or a function alone. */
function mapSite(site: string, { file, frame }: NameMap): string {
  const at = site.indexOf(': ');
  if (at >= 0) return `${file(site.slice(0, at))}: ${frame(site.slice(at + 2))}`;
  return site === '' ? '' : frame(site);
}

function mapTree(tree: FlameTree, { frame, file }: NameMap): FlameTree {
  const names: string[] = [];
  const indexOf = new Map<string, number>();
  const indexed = (name: string): number => {
    const known = indexOf.get(name);
    if (known !== undefined) return known;
    indexOf.set(name, names.push(name) - 1);
    return names.length - 1;
  };
  return {
    ...tree,
    name: tree.name.map((name, row) => indexed(isNamed(tree.kind[row]) ? frame(tree.names[name]) : tree.names[name])),
    file: tree.file.map((path) => (path < 0 ? -1 : indexed(file(tree.names[path])))),
    names,
  };
}

function mapSummary(summary: Summary, map: NameMap): Summary {
  const { source, capture, problems } = summary;
  return {
    ...summary,
    source: { ...source, name: map.profile(source.name) },
    capture: {
      ...capture,
      hosts: capture.hosts.map(map.host),
      errors: map.foreign(capture.errors),
      warnings: map.foreign(capture.warnings),
      planes: capture.planes.map((plane) => ({ ...plane, name: map.prose(plane.name) })),
    },
    allocators: summary.allocators.map((entry) => {
      const { host } = entry.allocator;
      return { ...entry, allocator: { ...entry.allocator, host: host === null ? null : map.host(host) } };
    }),
    findings: summary.findings.map((finding) => mapFinding(finding, map)),
    problems: problems.map((problem) => ({ ...problem, where: map.prose(problem.where), sentence: map.prose(problem.sentence) })),
    whyNoMemory: summary.whyNoMemory.map(map.prose),
  };
}

function mapFinding(finding: Finding, map: NameMap): Finding {
  const { allocator, evidence } = finding;
  const slash = allocator.lastIndexOf('/');
  return {
    ...finding,
    allocator: slash < 0 ? allocator : `${map.host(allocator.slice(0, slash))}${allocator.slice(slash)}`,
    title: map.prose(finding.title),
    sentence: map.prose(finding.sentence),
    evidence: { ...evidence, callSite: mapSite(evidence.callSite, map) },
  };
}

function mapSnapshot(summary: SnapshotSummary, map: NameMap): SnapshotSummary {
  const { facts, functions } = summary;
  const rare = { dropFrames: facts.dropFrames, keepFrames: facts.keepFrames, docUrl: facts.docUrl };
  const [dropFrames = '', keepFrames = '', docUrl = ''] = map.foreign(Object.values(rare));
  return {
    ...summary,
    source: { ...summary.source, name: map.profile(summary.source.name) },
    facts: { ...facts, comments: map.foreign(facts.comments), mappings: map.foreign(facts.mappings), dropFrames, keepFrames, docUrl },
    functions: { ...functions, name: functions.name.map(map.frame), file: functions.file.map((path) => (path === '' ? '' : map.file(path))) },
    labels: summary.labels.filter(({ key }) => KNOWN_LABELS.includes(key) || map.foreign([key]).length > 0),
    problems: summary.problems.map((problem) => ({ ...problem, where: map.prose(problem.where), sentence: map.prose(problem.sentence) })),
  };
}
