/** Random digests for property tests: any facts, any curve, any trees. */

import fc from 'fast-check';
import { allocatorSummary, captureFacts, summaryOf } from '../../../../fixtures/summaries.ts';
import { flameTrees } from '../../../layout/testing/flame-arbitrary.ts';
import type { DumpDigest, ProfileDigest, TraceDigest } from '../../../model/digest.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Digests } from '../reduce.ts';
import { dumpSummary } from './dump-summary.ts';

const bytes = fc.oneof(fc.nat(5000), fc.nat(2 ** 30).map((n) => n * 256), fc.maxSafeNat());
const time = fc.nat(2 ** 31).map((n) => n * 1000);
/** No controls: those are neutralised on the way, which a test of its own shows. */
const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '', 'Ünïcode 名前 🙂', 'jit_scan'));
const contentId = fc.option(fc.string({ unit: fc.nat(15).map((digit) => digit.toString(16)), minLength: 64, maxLength: 64 }));

const finding: fc.Arbitrary<Finding> = fc.record({
  kind: fc.constantFrom('needle' as const, 'staircase' as const, 'imbalance' as const),
  severity: fc.constantFrom('act' as const, 'know' as const),
  allocator: fc.constant('GPU_0_bfc'),
  from: time,
  to: time,
  moment: time,
  bytes,
  shareOfPeak: fc.double({ min: 0, max: 1, noNaN: true }),
  title: name,
  sentence: name,
  evidence: fc.record({
    count: fc.nat(),
    bytes,
    allocations: fc.array(
      fc.record({ start: time, held: bytes, address: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((n) => `0x${n.toString(16)}`) }),
      { maxLength: 8 },
    ),
    flame: fc.record({
      what: fc.oneof(
        time.map((at) => ({ kind: 'alive' as const, at })),
        fc.tuple(time, time).map(([from, to]) => ({ kind: 'retained' as const, from, to })),
      ),
      grouping: fc.constantFrom('stack' as const, 'class' as const),
      width: fc.constantFrom('held' as const, 'requested' as const),
      foldsInternals: fc.boolean(),
    }),
    callSite: name,
  }),
});

const steps = fc.array(fc.tuple(fc.nat(1e6), bytes), { minLength: 1, maxLength: 400 }).map((pairs) => {
  let at = 0;
  return pairs.map(([gap, value]) => [(at += gap * 1000), value] as const);
});

const trees = fc.record({ stack: flameTrees, 'call-site': flameTrees, class: flameTrees }, { requiredKeys: ['stack'] });

export const traceDigests: fc.Arbitrary<TraceDigest> = fc
  .record({ name, contentId, steps, trees, findings: fc.array(finding, { maxLength: 5 }), before: fc.nat(5000), versions: fc.dictionary(name, name) })
  .map(({ name: called, contentId: id, steps: taken, trees: found, findings, before, versions }) => ({
    kind: 'trace',
    name: called,
    contentId: id,
    isReduced: false,
    summary: summaryOf([allocatorSummary({ steps: taken, before, capacity: 2 ** 52 })], {
      findings,
      capture: captureFacts({ versions, startNs: 1_749_808_282_401_766_000n }),
      originPs: -5n,
    }),
    allocator: 0,
    trees: found,
    anchors: [{ kind: 'program', name: 'jit_scan', time: 5 }],
    copySites: ['layer_stack.py: __call__', 'f'],
  }));

const dumpDigests: fc.Arbitrary<DumpDigest> = fc
  .record({ name, contentId, trees, seed: fc.nat(), nodes: fc.integer({ min: 1, max: 400 }) })
  .map(({ name: called, contentId: id, trees: found, seed, nodes }) => ({
    kind: 'dump',
    name: called,
    contentId: id,
    isReduced: false,
    summary: dumpSummary(seed, nodes),
    sampleType: 1,
    trees: found,
  }));

export const profileDigests: fc.Arbitrary<ProfileDigest> = fc.oneof(traceDigests, dumpDigests);

export const digestPairs: fc.Arbitrary<Digests> = fc.record({ baseline: fc.option(profileDigests), candidate: profileDigests });
