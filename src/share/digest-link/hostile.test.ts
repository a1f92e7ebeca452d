/** Anybody can write a link: 100,000 of them, each made from a whole one by some damage. */

import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ProfileDigest } from '../../model/digest.ts';
import type { FlameTree } from '../../model/flame.ts';
import { NODE_ROOT } from '../../model/flame.ts';
import { fromBase64Url, toBase64Url } from '../base64url.ts';
import { ByteWriter } from './bytes.ts';
import { decodeDigests, encodeDigests } from './codec.ts';
import { reduceDigests } from './reduce.ts';
import { digestPairs } from './testing/random-digests.ts';

const SMALL = { points: 16, nodes: 24, findings: 2, evidence: 2, rows: 2 };
/** A slow machine stops for longer than a link takes; no link takes anywhere near this. */
const LONGEST_MS = 1000;
/** All of one kind, on a machine that does much else. */
const MOST_MS = 300_000;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_%.&#';

let links: string[] = [];
let contents: Uint8Array[] = [];

beforeAll(() => {
  const samples = fc.sample(digestPairs, { numRuns: 16, seed: 18 });
  links = samples.map((digests) => encodeDigests(reduceDigests(digests, SMALL).digests));
  contents = links.map((link) => Uint8Array.from(inflateSync(fromBase64Url(link).slice(headLength(link)))));
});

/** Version and length stand before the stream. */
function headLength(link: string): number {
  return (fromBase64Url(link)[1] & 0x80) === 0 ? 2 : 3;
}

function linkOf(content: Uint8Array): string {
  const stream = deflateSync(content, { level: 1 });
  const bytes = new ByteWriter();
  bytes.count(1);
  bytes.count(stream.length);
  bytes.raw(stream);
  return toBase64Url(bytes.finish());
}

/** The same numbers each time, whoever runs it. */
class Dice {
  private state: number;
  constructor(seed: number) {
    this.state = seed;
  }

  below(limit: number): number {
    // Mulberry32.
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }
}

interface Tally {
  digests: number;
  faults: number;
}

function tryAll(count: number, seed: number, mutate: (dice: Dice) => string): Tally {
  const dice = new Dice(seed);
  const tally: Tally = { digests: 0, faults: 0 };
  for (let index = 0; index < count; index++) {
    const link = mutate(dice);
    const start = performance.now();
    const read = decodeDigests(link);
    if (performance.now() - start > LONGEST_MS) throw new Error(`link ${index} took too long: ${link}`);
    if (read.kind === 'digests') {
      tally.digests++;
      for (const side of [read.digests.baseline, read.digests.candidate]) if (side !== null) checkInvariants(side);
    } else {
      tally.faults++;
      if (!/^[A-Z].*\.$/.test(read.reason) || read.reason.length > 300) throw new Error(`no sentence: ${read.reason}`);
    }
  }
  return tally;
}

function edited<T>(dice: Dice, whole: ArrayLike<T>, other: ArrayLike<T>, anyItem: () => T): T[] {
  const items = Array.from(whole);
  const at = dice.below(items.length);
  switch (dice.below(5)) {
    case 0:
      items[at] = anyItem();
      break;
    case 1:
      items.splice(at, 1 + dice.below(8));
      break;
    case 2:
      items.splice(at, 0, ...Array.from({ length: 1 + dice.below(8) }, anyItem));
      break;
    case 3:
      items.splice(at, dice.below(60), ...slice(other, dice.below(other.length), dice.below(60)));
      break;
    default:
      items.length = at;
  }
  return items;
}

function slice<T>(items: ArrayLike<T>, from: number, length: number): T[] {
  return Array.from({ length: Math.min(length, items.length - from) }, (_, index) => items[from + index]);
}

describe('a link that somebody has tampered with is a sentence or a sound digest', () => {
  test('in its characters, 40,000 times', () => {
    const tally = tryAll(40_000, 1, (dice) => {
      const link = links[dice.below(links.length)];
      const other = links[dice.below(links.length)];
      return edited(dice, link, other, () => ALPHABET[dice.below(ALPHABET.length)]).join('');
    });
    // The checksum finds nearly all of them; a cut in nothing but the padding bits is none.
    expect(tally.faults).toBeGreaterThan(39_000);
  }, MOST_MS);

  test('in what it inflates to, with checksum and length made right, 40,000 times', () => {
    const tally = tryAll(40_000, 2, (dice) => {
      let content = contents[dice.below(contents.length)];
      const other = contents[dice.below(contents.length)];
      for (let times = 1 + dice.below(2); times > 0; times--) {
        // Small numbers are lengths and indices, 0x80 and above are the beginning of a long number.
        const anyByte = (): number => (dice.below(3) === 0 ? dice.below(4) : dice.below(256));
        content = Uint8Array.from(edited(dice, content, other, anyByte));
      }
      return linkOf(content);
    });
    // Both ends are reached: what fits the schema all the same, and what does not.
    expect(tally.digests).toBeGreaterThan(500);
    expect(tally.faults).toBeGreaterThan(10_000);
  }, MOST_MS);

  test('in one number of what it inflates to, 20,000 times', () => {
    const tally = tryAll(20_000, 3, (dice) => {
      const content = contents[dice.below(contents.length)].slice();
      content[dice.below(content.length)] = dice.below(128);
      return linkOf(content);
    });
    expect(tally.digests).toBeGreaterThan(1_000);
    expect(tally.faults).toBeGreaterThan(1_000);
  }, MOST_MS);

  test('by a stream of a few bytes that inflates to hundreds of megabytes', () => {
    const start = performance.now();
    const link = linkOf(new Uint8Array(60 * 2 ** 20));
    const made = performance.now() - start;
    const read = decodeDigests(link);
    expect(read.kind).toBe('fault');
    // Reading gives up long before what writing took.
    expect(performance.now() - start - made).toBeLessThan(Math.max(LONGEST_MS, made));
  });
});

function checkInvariants(digest: ProfileDigest): void {
  let fault = '';
  const check = (holds: boolean, what: string): void => {
    if (!holds) fault = what;
  };
  for (const tree of Object.values(digest.trees)) checkTree(tree, check);
  if (digest.kind === 'trace') {
    const { allocators, defaultAllocator } = digest.summary;
    check(defaultAllocator === null || defaultAllocator < allocators.length, 'default allocator');
    for (const { curves, peak, allocator } of allocators) {
      const { time, last, length } = curves.total.levels[0];
      check(time.length === length && last.length === length, 'curve lengths');
      check(time.every((value, row) => value >= (row === 0 ? curves.start : time[row - 1]) && value <= curves.end), 'times');
      check(last.every((value) => value >= 0 && Number.isFinite(value)), 'values');
      check(peak.total >= 0 && (allocator.capacity ?? 0) >= 0, 'sizes');
    }
  } else {
    const { sampleTypes, userTree, functions, totals } = digest.summary;
    check(totals.length === sampleTypes.length && digest.sampleType < sampleTypes.length, 'sample types');
    check(userTree.parent.every((parent, row) => parent < row), 'call tree');
    check(userTree.function.every((index) => index < functions.name.length), 'functions');
    check(userTree.total.every(Number.isFinite), 'call tree totals');
  }
  // One `expect` for each of millions of checks would take longer than all else.
  if (fault !== '') throw new Error(fault);
}

function checkTree(tree: FlameTree, check: (holds: boolean, what: string) => void): void {
  const { length, parent, kind, name, file, self, total, names } = tree;
  check(length > 0 && parent[0] === -1 && kind[0] === NODE_ROOT, 'root');
  const sums = Float64Array.from(self);
  for (let row = length - 1; row > 0; row--) {
    check(parent[row] >= 0 && parent[row] < row, 'parents before children');
    sums[parent[row]] += sums[row];
  }
  for (let row = 0; row < length; row++) {
    check(self[row] >= 0 && Number.isFinite(total[row]), 'sizes');
    check(name[row] >= 0 && name[row] < names.length && file[row] < names.length, 'names');
    check(Math.abs(sums[row] - total[row]) <= 1e-9 * total[row], 'totals are sums');
  }
}
