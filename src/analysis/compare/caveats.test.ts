import { beforeAll, expect, test } from 'vitest';
import type { TraceDigest } from '../../model/digest.ts';
import { NODE_REST } from '../../model/flame.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import { compareDigests } from './compare.ts';
import { sampleDigest } from './testing/sample-digest.ts';

let triangle: TraceDigest;
let plain: string[];
beforeAll(async () => {
  triangle = await sampleDigest('triangle');
  plain = compareDigests(triangle, triangle).caveats;
});

/** What is said more of a candidate that differs in this. */
function caveats(change: Partial<TraceDigest>): string[] {
  const candidate = { ...triangle, ...change };
  return compareDigests(triangle, candidate).caveats.filter((sentence) => !plain.includes(sentence));
}

function withAllocator(change: (shown: AllocatorSummary) => AllocatorSummary): Partial<TraceDigest> {
  const { summary, allocator } = triangle;
  const allocators = summary.allocators.map((shown, index) => (index === allocator ? change(shown) : shown));
  return { summary: { ...summary, allocators } };
}

test('alike profiles need none', () => {
  expect(plain).toEqual([]);
});

test.each<[string, () => Partial<TraceDigest>, string]>([
  [
    'another capacity',
    () => withAllocator((shown) => ({ ...shown, allocator: { ...shown.allocator, capacity: 2 ** 33 } })),
    'The allocators have different capacities: 16.58 GiB (baseline) and 8.00 GiB (candidate).',
  ],
  [
    'lost events',
    () => withAllocator((shown) => ({ ...shown, identity: { ...shown.identity, steps: 30, violations: 2 } })),
    'The counters of the candidate do not add up at 2 of 30 events: events are missing, and who held the memory is in doubt.',
  ],
  [
    'a peak that came before',
    () =>
      withAllocator((shown) => ({
        ...shown,
        peakBeforeCapture: true,
        allocator: { ...shown.allocator, lifetimePeak: 2 ** 34 },
      })),
    'The real peak of the candidate, 16.00 GiB, came before its capture and is not compared.',
  ],
  [
    'another device',
    () => {
      const { summary } = triangle;
      const devices = summary.capture.devices.map((device) => ({ ...device, kind: 'AMD' }));
      return { summary: { ...summary, capture: { ...summary.capture, devices } } };
    },
    'The devices differ: Nvidia (baseline) and AMD (candidate).',
  ],
  [
    'a summary',
    () => ({ isReduced: true }),
    'The candidate comes from a summary: its small boxes are merged and its curve has fewer points.',
  ],
  [
    'merged places',
    () => {
      const { stack } = triangle.trees;
      if (stack === undefined) throw new Error('no tree');
      const kind = stack.kind.slice();
      kind[kind.length - 1] = NODE_REST;
      return { trees: { stack: { ...stack, kind } } };
    },
    'Of the candidate, 256 B in many small places are merged, so a place may look new or gone that is not.',
  ],
])('%s is told', (_, change, sentence) => {
  expect(caveats(change())).toEqual([sentence]);
});

test('other versions are told', () => {
  const { summary } = triangle;
  const stating = (jax: string): TraceDigest => ({
    ...triangle,
    summary: { ...summary, capture: { ...summary.capture, versions: { jax_version: jax, cuda_version: '12' } } },
  });
  expect(compareDigests(stating('0.5.3'), stating('0.6.2')).caveats).toEqual([
    'The versions differ (baseline and candidate): jax 0.5.3 and 0.6.2.',
  ]);
});

test('what is merged may be anything, so a summary claims no more than it knows', async () => {
  const staircase = await sampleDigest('staircase');
  const { stack } = triangle.trees;
  if (stack === undefined) throw new Error('no tree');
  const kind = stack.kind.slice();
  kind[kind.length - 1] = NODE_REST;
  const linked = { ...triangle, copySites: null, isReduced: true, trees: { ...triangle.trees, stack: { ...stack, kind } } };
  const [, cause] = compareDigests(linked, higher(staircase)).sentences;
  expect(cause).toContain("; the baseline's has at most 256 B of that.");
  const sites = { ...linked, trees: { 'call-site': { ...stack, kind } } };
  const { stack: _, ...others } = staircase.trees;
  expect(compareDigests(sites, { ...higher(staircase), trees: others }).sentences[1]).toMatch(/^The largest rise is .*, which is not listed for the baseline\.$/);
});

/** The same trees as if the peak were higher: then the candidate is the one that has more. */
function higher(digest: TraceDigest): TraceDigest {
  const { summary, allocator } = digest;
  const allocators = summary.allocators.map((shown, index) =>
    index === allocator ? { ...shown, peak: { ...shown.peak, total: 2 ** 35 } } : shown,
  );
  return { ...digest, summary: { ...summary, allocators } };
}
