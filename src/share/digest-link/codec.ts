/**
 * The data of a link, `d=<base64url>`: the version, the length of what follows, and a zlib stream. The stream holds a
 * table of texts, then the facts of one or two profiles and their trees on each other, as the shapes of this folder say.
 *
 * zlib's checksum tells a changed link from a whole one, the length a cut one. Anybody can make a link with both
 * right: whatever is read is capped in length while it inflates, and checked shape by shape.
 */

import { deflate } from 'pako';
import type { DigestAnchor, DigestTrees, DumpDigest, ProfileDigest, TraceDigest } from '../../model/digest.ts';
import type { FlameGrouping } from '../../model/flame.ts';
import { formatCount } from '../../model/format.ts';
import { fromBase64Url, toBase64Url } from '../base64url.ts';
import { Unfit } from '../checked.ts';
import { inflateAtMost } from '../inflate-at-most.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import type { Digests } from './reduce.ts';
import { GROUPINGS } from './reduce.ts';
import { contentId, list, orNull, readTexts, text, TextTable } from './shapes.ts';
import type { Input, Output } from './shapes.ts';
import { snapshotShape } from './snapshot-shapes.ts';
import { anchorShape, summaryShape } from './summary-shapes.ts';
import { readUnion, treeOfSide, unionOf, writeUnion } from './union-trees.ts';
import type { UnionTree } from './union-trees.ts';

export type ReadDigests =
  | { kind: 'digests'; digests: Digests }
  /** It cannot be shown: a sentence that says why, and what to do. */
  | { kind: 'fault'; reason: string };

/** How the content of each version is read, and made into that of the next one. Entries stay for ever: links do. */
export interface Versions {
  current: number;
  readers: Readonly<Record<number, (input: Input) => unknown>>;
  upgrades: Readonly<Record<number, (content: unknown) => unknown>>;
}

const VERSIONS: Versions = { current: 1, readers: { 1: readContent }, upgrades: {} };

/** What is read may be longer than what is written, but not so long that reading it is work. */
const LONGEST_READ = 100_000;
/** Twenty times what the longest link that is written inflates to. */
const MOST_INFLATED = 2 ** 20;
const MOST_VERSION = 1_000_000;
const MOST_ANCHORS = 256;
const MOST_SITES = 1024;

const NEWER =
  'This link was made by a newer Highwater than this page: what is in it cannot be shown. Reload the page to get the newest.';
const DAMAGED =
  'What is in this link was changed or damaged on its way: it cannot be shown. Ask for the link again, or for the profile itself.';

/** Digests as `reduceDigests` makes them. */
export function encodeDigests({ baseline, candidate }: Digests): string {
  const body = new ByteWriter();
  const texts = new TextTable();
  const out: Output = { bytes: body, indexOf: texts.indexOf };
  writeContent(out, baseline === null ? [candidate] : [baseline, candidate]);
  const whole = new ByteWriter();
  texts.write(whole);
  whole.raw(body.finish());
  const stream = deflate(whole.finish(), { level: 9, memLevel: 9 });
  const link = new ByteWriter();
  link.count(VERSIONS.current);
  link.count(stream.length);
  link.raw(stream);
  return toBase64Url(link.finish());
}

/** Never throws. `versions` is for tests. */
export function decodeDigests(encoded: string, versions: Versions = VERSIONS): ReadDigests {
  try {
    if (encoded.length > LONGEST_READ) throw new Unfit();
    const bytes = fromBase64Url(encoded);
    const head = new ByteReader(bytes);
    if (bytes.length < 4) return { kind: 'fault', reason: cutReason(null) };
    const version = head.count(MOST_VERSION);
    if (version > versions.current) return { kind: 'fault', reason: NEWER };
    const length = head.count(LONGEST_READ);
    const missing = length - head.left;
    if (missing > 0) return { kind: 'fault', reason: cutReason(Math.ceil((missing * 4) / 3)) };
    if (missing < 0) throw new Unfit();
    const inflated = inflateAtMost(head.raw(length), MOST_INFLATED);
    if (inflated === null) throw new Unfit();
    const inside = new ByteReader(inflated);
    const texts = readTexts(inside);
    let content = versions.readers[version]?.({ bytes: inside, texts });
    if (content === undefined || !inside.isAtEnd) throw new Unfit();
    for (let step = version; step < versions.current; step++) {
      const upgrade = versions.upgrades[step];
      if (upgrade === undefined) throw new Unfit();
      content = upgrade(content);
    }
    // The reader of a version gives its content, and the upgrades lead to that of the current one.
    return { kind: 'digests', digests: content as Digests };
  } catch (error) {
    if (error instanceof Unfit) return { kind: 'fault', reason: DAMAGED };
    throw error;
  }
}

function cutReason(missing: number | null): string {
  const how = missing === null ? 'its end is missing' : `${formatCount(missing)} characters are missing`;
  return `This link was cut off where it was pasted or sent: ${how}. Copy the whole link, or ask for the profile itself.`;
}

/** The kinds of one side, or of two, by their place: a dump can stand beside a trace. */
const KINDS: readonly (readonly [ProfileDigest['kind'], ProfileDigest['kind']])[] = [
  ['trace', 'trace'],
  ['dump', 'dump'],
  ['trace', 'dump'],
  ['dump', 'trace'],
];

function kindsOf(sides: readonly ProfileDigest[]): number {
  const [first, second = first] = sides;
  return KINDS.findIndex(([a, b]) => a === first.kind && b === second.kind);
}

function writeContent(out: Output, sides: readonly ProfileDigest[]): void {
  out.bytes.count(sides.length);
  out.bytes.byte(kindsOf(sides));
  for (const side of sides) {
    text.write(out, side.name);
    orNull(contentId).write(out, side.contentId);
    if (side.kind === 'trace') {
      summaryShape.write(out, side.summary);
      anchors.write(out, side.anchors);
      copySites.write(out, side.copySites ?? null);
    } else {
      snapshotShape.write(out, side.summary);
      out.bytes.count(side.sampleType);
    }
  }
  for (const grouping of GROUPINGS) {
    const trees = sides.map((side) => side.trees[grouping]);
    const isThere = trees.some((tree) => tree !== undefined);
    out.bytes.byte(isThere ? 1 : 0);
    if (isThere) writeUnion(out, unionOf(trees));
  }
}

const anchors = list<DigestAnchor>(anchorShape, MOST_ANCHORS);
const copySites = orNull(list(text, MOST_SITES));

/** A digest without its trees, which both sides share. */
type Body =
  | Pick<TraceDigest, 'kind' | 'name' | 'contentId' | 'summary' | 'anchors' | 'copySites'>
  | Pick<DumpDigest, 'kind' | 'name' | 'contentId' | 'summary' | 'sampleType'>;

function readContent(input: Input): Digests {
  const { bytes } = input;
  const count = bytes.count(2);
  if (count === 0) throw new Unfit();
  const kinds = KINDS[bytes.count(KINDS.length - 1)];
  const bodies = kinds.slice(0, count).map((kind) => readBody(input, kind));
  const unions: { grouping: FlameGrouping; union: UnionTree }[] = [];
  for (const grouping of GROUPINGS) {
    if (bytes.count(1) === 1) unions.push({ grouping, union: readUnion(input, count) });
  }
  const digests = bodies.map((body, side) => {
    const trees: DigestTrees = {};
    for (const { grouping, union } of unions) {
      const tree = treeOfSide(union, side);
      if (tree !== null) trees[grouping] = tree;
    }
    return digestOf(body, trees);
  });
  const [first, second] = digests;
  return second === undefined ? { baseline: null, candidate: first } : { baseline: first, candidate: second };
}

function readBody(input: Input, kind: 'trace' | 'dump'): Body {
  const name = text.read(input);
  const id = orNull(contentId).read(input);
  if (kind === 'trace') {
    const summary = summaryShape.read(input);
    return { kind, name, contentId: id, summary, anchors: anchors.read(input), copySites: copySites.read(input) };
  }
  const summary = snapshotShape.read(input);
  return { kind, name, contentId: id, summary, sampleType: input.bytes.count(summary.sampleTypes.length - 1) };
}

function digestOf(body: Body, trees: DigestTrees): ProfileDigest {
  return body.kind === 'trace' ? { ...body, isReduced: true, allocator: 0, trees } : { ...body, isReduced: true, trees };
}
