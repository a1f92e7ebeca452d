/** What is found does not hang on sizes, gaps, noise, the number of devices or names: drawn variants of the samples. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Variant, variantTrace } from '../../../fixtures/variants.ts';
import { analyseTrace } from '../../formats/xplane/testing/read-trace.ts';
import type { Finding, FindingKind } from '../../model/finding.ts';

const SHAPES: readonly FindingKind[] = ['needle', 'staircase', 'gap-ramp', 'sawtooth', 'step', 'creep'];

const variants = (shape: Variant['shape'], mostBlocks: number): fc.Arbitrary<Variant> =>
  fc.record({
    shape: fc.constant(shape),
    blocks: fc.integer({ min: 3, max: mostBlocks }),
    gapSeconds: fc.double({ min: 0.2, max: 60, noNaN: true }),
    noise: fc.integer({ min: 0, max: 12 }),
    devices: fc.integer({ min: 1, max: 8 }),
    suffix: fc.constantFrom('', 'mine', 'v2'),
    seed: fc.nat(1e6),
  });

const shapesIn = (variant: Variant): Finding[] =>
  analyseTrace(variantTrace(variant), 1 << 20).summary.findings.filter(({ kind }) => SHAPES.includes(kind));
const kinds = (findings: readonly Finding[]): string[] => findings.map(({ kind }) => kind);

/** Bytes of the seven large copies, and of the float32 weights of all blocks. */
const copyBytes = (blocks: number): number => blocks * (4 * 33_554_432 + 3 * 90_177_536);

describe('however the sample varies', () => {
  test('copies held until the scan returns are one staircase, and nothing beside it', () => {
    fc.assert(
      fc.property(variants('staircase', 32), (variant) => {
        const [stairs, ...rest] = shapesIn(variant);
        expect(stairs).toMatchObject({ kind: 'staircase', severity: 'act', bytes: copyBytes(variant.blocks) });
        expect(stairs.evidence.count).toBe(7);
        expect(stairs.evidence.callSite).toContain(variant.suffix);
        expect(kinds(rest)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test('an arena after a pause is a gap ramp and no needle', () => {
    fc.assert(
      fc.property(variants('triangle', 32), (variant) => {
        const found = shapesIn(variant);
        expect(kinds(found)).toEqual(['gap-ramp']);
        expect(found[0].bytes).toBeGreaterThan(2 * copyBytes(variant.blocks));
        expect(found[0].to - found[0].from).toBeGreaterThanOrEqual(variant.gapSeconds * 1e12);
      }),
      { numRuns: 25 },
    );
  });

  test('an arena that is tuned for until it is taken is a needle and no gap ramp', () => {
    fc.assert(
      fc.property(variants('spike', 32), (variant) => {
        expect(kinds(shapesIn(variant))).toEqual(['needle']);
      }),
      { numRuns: 25 },
    );
  });

  test('without a stack it is a sawtooth and nothing else', () => {
    fc.assert(
      fc.property(variants('unstacked', 12), (variant) => {
        expect(kinds(shapesIn(variant))).toEqual(['sawtooth']);
      }),
      { numRuns: 12 },
    );
  });
});
