/** The samples are reconstructions of a published case: each must be told for what it is, and for nothing else. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { memoryEvent } from '../../../fixtures/memory-events.ts';
import { leakSample } from '../../../fixtures/leak-series.ts';
import { membersOf } from '../../../fixtures/read-sample.ts';
import { memoryTrace } from '../../../fixtures/memory-trace.ts';
import { traceSampleIds } from '../../../fixtures/samples.ts';
import { xspace } from '../../../fixtures/xspace-writer.ts';
import { readPprof } from '../../formats/pprof/testing/read-pprof.ts';
import { analyseTrace } from '../../formats/xplane/testing/read-trace.ts';
import { seriesVerdict } from '../../layout/series-verdict.ts';
import type { Finding, FindingKind } from '../../model/finding.ts';
import { SeriesBuilder } from '../series.ts';
import { readsAsRamp } from './gaps.ts';
import type { Scene } from './scene.ts';

async function findingsIn(sample: string): Promise<Finding[]> {
  const archive = readFileSync(new URL(`../../../public/samples/${sample}.tar.gz`, import.meta.url));
  const [trace] = await membersOf(archive, '.xplane.pb');
  return analyseTrace(trace, 1 << 20).summary.findings;
}

/** What a curve does; a sample is told by one of these first. */
const SHAPES: readonly FindingKind[] = ['needle', 'staircase', 'gap-ramp', 'sawtooth', 'step', 'creep'];

const kinds = (findings: readonly Finding[]): string[] => findings.map(({ kind }) => kind);

describe('each sample is told by its own shape first', () => {
  const OWN: [sample: string, first: FindingKind, others: FindingKind[]][] = [
    ['staircase', 'staircase', []],
    ['staircase-4', 'staircase', []],
    ['triangle', 'gap-ramp', []],
    ['spike', 'needle', []],
    ['unstacked', 'sawtooth', []],
    ['unstacked-4', 'sawtooth', []],
    ['init', 'step', []],
    ['oom-32', 'staircase', []],
  ];

  test('and the table has all samples that are traces', () => {
    expect(OWN.map(([sample]) => sample).toSorted()).toEqual(traceSampleIds().toSorted());
  });

  test.each(OWN)('%s: %s, with no other shape over the same bytes', async (sample, first, others) => {
    const findings = await findingsIn(sample);
    // Building a model makes copies at its peak; that is no shape of the curve, and said before the level that stays.
    expect(findings[0].kind).toBe(sample === 'init' ? 'copy' : first);
    const shapes = findings.filter(({ kind }) => SHAPES.includes(kind));
    expect(kinds(shapes)).toEqual([first, ...others]);
    const meant = shapes.flatMap(({ allocator, evidence }) =>
      evidence.allocations.map(({ start, address }) => `${allocator} ${start} ${address}`),
    );
    expect(new Set(meant).size).toBe(meant.length);
  });

  test('leak: every dump keeps more, at one place', () => {
    const builder = new SeriesBuilder((snapshot) => snapshot.samples.values);
    for (const { name, bytes } of leakSample().files) {
      builder.add(readPprof(gunzipSync(bytes), 1 << 16), name, 0);
    }
    const series = builder.finish(3);
    if (series === null) throw new Error('no series');
    const verdict = seriesVerdict(series);
    expect(verdict.isCreep).toBe(true);
    expect(verdict.site?.function).toBe(series.user.grown[0].function);
  });
});

describe('samples', () => {
  test('staircase: seven copies that are needed only for a moment', async () => {
    const findings = await findingsIn('staircase');
    expect(kinds(findings)).toEqual(['staircase']);
    expect(findings[0].sentence).toBe(
      'Seven copies of 320 MiB to 860 MiB pile up under layer_stack.py: __call__ and are all released after jit_scan: ' +
        '3.77 GiB needed only for a moment. Made in named_axes.py: with_positional_prefix.',
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

describe('memory that is reserved for a loaded program', () => {
  const GIB = 2 ** 30;
  const tpuTrace = (reserved: readonly number[]): Uint8Array => {
    const events = reserved.map((bytes, i) =>
      memoryEvent(
        {
          kind: 'allocation',
          offsetPs: (i + 1) * 1_000_000,
          allocator: '0',
          address: 0x1000 * (i + 1),
          requested: 256,
          held: 256,
          inUse: GIB + 256 * (i + 1),
          reserved: bytes,
          available: 31 * GIB - bytes - 256 * (i + 1),
          peak: GIB + 256 * (i + 1),
        },
        'tpu',
      ),
    );
    return xspace({ planes: [{ name: '/host:CPU', lines: [{ name: 'main', events }] }] });
  };
  const reservedIn = (reserved: readonly number[]): Finding[] =>
    analyseTrace(tpuTrace(reserved)).summary.findings.filter(({ kind }) => kind === 'reserved');

  test('is told where it makes the peak, from when it is taken to when it is given back', () => {
    const [finding, ...rest] = reservedIn([0, 0, 20 * GIB, 20 * GIB, 0]);
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({ severity: 'act', bytes: 20 * GIB, from: 3_000_000, to: 5_000_000 });
    expect(finding.sentence).toContain('come in one step when it is loaded and go when it is unloaded');
  });

  test('is told as well where it is there all the time', () => {
    expect(reservedIn([20 * GIB, 20 * GIB])[0].sentence).toContain('from the first event on and stay to the end');
  });

  test('is a fact and no finding where the peak is made of arrays', () => {
    expect(reservedIn([0.2 * GIB, 0.2 * GIB])).toEqual([]);
  });
});
