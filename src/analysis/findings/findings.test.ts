/** The samples are reconstructions of a published case: each must be told for what it is, and for nothing else. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { membersOf } from '../../../fixtures/read-sample.ts';
import { memoryTrace } from '../../../fixtures/memory-trace.ts';
import { analyseTrace } from '../../formats/xplane/testing/read-trace.ts';
import type { Finding } from '../../model/finding.ts';
import { readsAsRamp } from './gaps.ts';
import type { Scene } from './scene.ts';

async function findingsIn(sample: string): Promise<Finding[]> {
  const archive = readFileSync(new URL(`../../../public/samples/${sample}.tar.gz`, import.meta.url));
  const [trace] = await membersOf(archive, '.xplane.pb');
  return analyseTrace(trace, 1 << 20).summary.findings;
}

const kinds = (findings: readonly Finding[]): string[] => findings.map(({ kind }) => kind);

describe('samples', () => {
  test('staircase: seven copies that are needed only for a moment', async () => {
    const findings = await findingsIn('staircase');
    expect(kinds(findings)).toEqual(['staircase', 'needle']);
    expect(findings[0].sentence).toBe(
      'Seven copies of 320 MiB to 860 MiB pile up under layer_stack.py: __call__ and are all released after jit_scan: ' +
        '3.77 GiB needed only for a moment.',
    );
    // 4 attention stacks and 3 MLP stacks of ten blocks in bfloat16.
    expect(findings[0].bytes).toBe(4 * 335_544_320 + 3 * 901_775_360);
    expect(findings[0].evidence).toMatchObject({ count: 7, bytes: findings[0].bytes, callSite: 'layer_stack.py: __call__' });
  });

  test('triangle: a pause before the arena; small outputs just before it keep XProf’s line flat', async () => {
    const [finding, ...rest] = await findingsIn('triangle');
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({ kind: 'gap-ramp', severity: 'act' });
    expect(finding.sentence).toMatch(/^Nothing is allocated for 21\.0 s, then jit_scan takes 7\.54 GiB at once/);
    // Said only where it is so: here the outputs of the same launch come between the pause and the arena.
    expect(finding.sentence).not.toContain('XProf');
  });

  test('spike: the same arena without a pause', async () => {
    expect(kinds(await findingsIn('spike'))).toEqual(['needle']);
  });

  test.each(['unstacked', 'unstacked-4'])('%s: a sawtooth, and nothing that piles up', async (sample) => {
    expect(kinds(await findingsIn(sample))).toEqual(['sawtooth']);
  });

  test('init: copies while the model is built, beside arrays of the same size', async () => {
    const findings = await findingsIn('init');
    expect(kinds(findings)).toContain('copy');
    expect(findings[0].sentence).toContain('2 allocations of the same size are alive');
  });

  test('oom-32: copies that pile up until the capture ends', async () => {
    const [finding] = await findingsIn('oom-32');
    expect(finding.kind).toBe('staircase');
    expect(finding.sentence).toMatch(/^Five copies of 1\.00 GiB to 2\.69 GiB .* none is released before the capture ends/);
  });
});

describe('whether XProf draws a pause as a slope', () => {
  const sceneOf = (times: number[]): Scene => {
    const profile = { events: { time: Float64Array.from(times) } };
    return { profile, events: Uint32Array.from(times, (_, i) => i) } as unknown as Scene;
  };

  test('yes, where nothing lies between the two events', () => {
    expect(readsAsRamp(sceneOf([1, 2, 1000, 1001]), 1000, 998)).toBe(true);
  });

  test('no, where small events come just before the second', () => {
    expect(readsAsRamp(sceneOf([1, 2, 998, 999, 1000, 1001]), 1000, 996)).toBe(false);
  });

  test('yes again, where XProf groups so many events that it leaves those out', () => {
    const many = Array.from({ length: 5_000 }, (_, i) => 2_000 + i);
    expect(readsAsRamp(sceneOf([1, 2, 998, 999, 1000, ...many]), 1000, 996)).toBe(true);
  });
});

test('a quiet profile has no finding', () => {
  expect(analyseTrace(memoryTrace({ before: 4096, steps: '+a512 -a +b256 -b' })).summary.findings).toEqual([]);
});
