import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digestTotal } from '../../model/digest.ts';
import type { ProfileDigest, TraceDigest } from '../../model/digest.ts';
import { NODE_REST } from '../../model/flame.ts';
import { decodeDigests, encodeDigests } from './codec.ts';
import type { Digests } from './reduce.ts';
import { DEFAULT_LIMITS, reduceDigest, reduceDigests } from './reduce.ts';
import type { Input } from './shapes.ts';
import { comparable } from './testing/comparable.ts';
import { digestPairs, profileDigests, traceDigests } from './testing/random-digests.ts';

const [sample] = fc.sample(traceDigests, { numRuns: 1, seed: 5 });

function decoded(encoded: string): Digests {
  const read = decodeDigests(encoded);
  if (read.kind === 'fault') throw new Error(read.reason);
  return read.digests;
}

function linkOf(digest: ProfileDigest): string {
  return encodeDigests({ baseline: null, candidate: reduceDigest(digest) });
}

describe('the data of a link', () => {
  test('comes back as it was written, whatever it is, and is written alike again', () => {
    fc.assert(
      fc.property(digestPairs, (digests) => {
        const { digests: reduced } = reduceDigests(digests, DEFAULT_LIMITS);
        const encoded = encodeDigests(reduced);
        const back = decoded(encoded);
        expect(back.baseline && comparable(withQuantisedTimes(back.baseline))).toEqual(
          reduced.baseline && comparable(withQuantisedTimes(reduced.baseline)),
        );
        expect(comparable(withQuantisedTimes(back.candidate))).toEqual(comparable(withQuantisedTimes(reduced.candidate)));
        expect(encodeDigests(back)).toBe(encoded);
      }),
    );
  });

  test('has the exact peak, total and findings of what it was made of', () => {
    fc.assert(
      fc.property(profileDigests, (digest) => {
        const back = decoded(linkOf(digest)).candidate;
        expect(digestTotal(back)).toBe(digestTotal(digest));
        expect(back.isReduced).toBe(true);
        expect(back.contentId).toBe(digest.contentId);
        for (const [grouping, tree] of Object.entries(digest.trees)) {
          const small = back.trees[grouping as keyof typeof back.trees];
          expect(small?.total[0]).toBe(tree.total[0]);
          expect(small?.count[0]).toBe(tree.count[0]);
        }
        if (back.kind === 'trace' && digest.kind === 'trace') expectSameFacts(back, digest);
      }),
    );
  });

  test('keeps both sides’ boxes where either side’s is large', () => {
    fc.assert(
      fc.property(fc.tuple(traceDigests, traceDigests), ([baseline, candidate]) => {
        const limits = { ...DEFAULT_LIMITS, nodes: 12 };
        const { digests } = reduceDigests({ baseline, candidate }, limits);
        const [a, b] = [digests.baseline, digests.candidate].map((side) => pathsOf(side?.trees.stack));
        const [wholeA, wholeB] = [pathsOf(baseline.trees.stack), pathsOf(candidate.trees.stack)];
        // A box that one side has kept was not merged on the other.
        for (const path of a) if (wholeB.has(path)) expect(b).toContain(path);
        for (const path of b) if (wholeA.has(path)) expect(a).toContain(path);
        expect(digests.baseline?.trees.stack?.total[0]).toBe(baseline.trees.stack?.total[0]);
      }),
    );
  });

  test('that a newer page wrote, that was cut, or that was changed is a sentence each', () => {
    const link = linkOf(sample);
    const reasonOf = (encoded: string): string => {
      const read = decodeDigests(encoded);
      return read.kind === 'fault' ? read.reason : 'no fault';
    };
    expect(reasonOf(`Ag${link.slice(2)}`)).toMatch(/newer Highwater/);
    expect(reasonOf(link.slice(0, -40))).toMatch(/cut off .*: 4\d characters are missing/);
    expect(reasonOf('')).toMatch(/cut off/);
    for (const at of [60, 100, link.length - 5]) {
      const other = link[at] === 'A' ? 'B' : 'A';
      expect(reasonOf(link.slice(0, at) + other + link.slice(at + 1))).toMatch(/changed or damaged/);
    }
    expect(reasonOf(`${link}AAAA`)).toMatch(/changed or damaged/);
    expect(reasonOf(`${link}.`)).toMatch(/changed or damaged/);
    expect(reasonOf('%'.repeat(30))).toMatch(/changed or damaged/);
    expect(reasonOf('A'.repeat(200_000))).toMatch(/changed or damaged/);
  });

  test('of an older version goes through every upgrade in turn', () => {
    const content = { baseline: null, candidate: reduceDigest(sample) };
    const link = encodeDigests(content);
    const upgrades = {
      1: (older: unknown) => ({ ...(older as object), upgraded: true }),
      2: (older: unknown) => ({ ...content, older }),
    };
    const readFirst = ({ bytes }: Input): unknown => {
      bytes.raw(bytes.left);
      return { version: 'first' };
    };
    expect(decodeDigests(link, { current: 3, readers: { 1: readFirst }, upgrades })).toMatchObject({
      kind: 'digests',
      digests: { older: { version: 'first', upgraded: true } },
    });
    const withGap = { current: 3, readers: { 1: readFirst }, upgrades: { 1: upgrades[1] } };
    expect(decodeDigests(link, withGap)).toMatchObject({ kind: 'fault', reason: /damaged/ });
    const withRest = { current: 1, readers: { 1: () => content }, upgrades: {} };
    expect(decodeDigests(link, withRest)).toMatchObject({ kind: 'fault', reason: /damaged/ });
  });

  test('neutralises controls and characters that turn text around, and knows no prototype', () => {
    const hostile = 'safe\u202eexe.\u0007\u200bname';
    const summary = { ...sample.summary, capture: { ...sample.summary.capture, versions: { ['__proto__']: 'polluted' } } };
    const back = decoded(linkOf({ ...sample, name: hostile, summary }));
    expect(back.candidate.name).toBe('safe\ufffdexe.\ufffd\ufffdname');
    if (back.candidate.kind !== 'trace') throw new Error('no trace');
    const { versions } = back.candidate.summary.capture;
    expect(Object.getPrototypeOf(versions)).toBe(Object.prototype);
    expect(Object.entries(versions)).toEqual([['__proto__', 'polluted']]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

function expectSameFacts(back: TraceDigest, digest: TraceDigest): void {
  const [small] = back.summary.allocators;
  const [whole] = digest.summary.allocators;
  const { curves, ...facts } = small;
  expect(facts).toEqual({ ...whole, curves: undefined, allocator: { ...whole.allocator, lineStartsNs: [] } });
  const { last, time } = curves.total.levels[0];
  const at = last.indexOf(Math.max(...last));
  expect([time[at], last[at]]).toEqual([whole.peak.time, whole.peak.total]);
  expect(curves.total.initial).toBe(whole.curves.total.initial);
  const steps = whole.curves.total.levels[0];
  expect([last[0], last[last.length - 1]]).toEqual([steps.last[0], steps.last[steps.length - 1]]);
  expect(last.length).toBeLessThanOrEqual(DEFAULT_LIMITS.points);
  expect(time.every((value, row) => row === 0 || value >= time[row - 1])).toBe(true);
  expect(back.summary.findings).toEqual(digest.summary.findings);
}

/** Times of a curve are kept to a part in 2^18; a written curve is compared by them. */
function withQuantisedTimes(digest: ProfileDigest): ProfileDigest {
  if (digest.kind === 'dump') return digest;
  const allocators = digest.summary.allocators.map((allocator) => {
    const { start, end, total, reserved, beforeCapture } = allocator.curves;
    const unit = (end - start) / 2 ** 18 || 1;
    const rounded = (series: typeof total): typeof total => ({
      ...series,
      levels: series.levels.map((level) => ({ ...level, time: level.time.map((time) => Math.round((time - start) / unit)) })),
    });
    return { ...allocator, curves: { start, end, total: rounded(total), reserved: rounded(reserved), beforeCapture: rounded(beforeCapture) } };
  });
  return { ...digest, summary: { ...digest.summary, allocators } };
}

/** Names from the root, merged boxes left out. */
function pathsOf(tree: ProfileDigest['trees']['stack']): Set<string> {
  const paths: string[] = [];
  const found = new Set<string>();
  for (let row = 0; tree !== undefined && row < tree.length; row++) {
    const above = row === 0 ? '' : paths[tree.parent[row]];
    paths.push(`${above}/${tree.names[tree.name[row]]} ${tree.names[tree.file[row]] ?? ''}`);
    if (tree.kind[row] !== NODE_REST) found.add(paths[row]);
  }
  return found;
}
