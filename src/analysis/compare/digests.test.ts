import { beforeAll, describe, expect, test } from 'vitest';
import { buffers, executables, jaxDump, pprofBytes, pprofSpec } from '../../../fixtures/pprof-writer.ts';
import { readPprof } from '../../formats/pprof/testing/read-pprof.ts';
import { digestTotal, type DigestAnchor, type TraceDigest } from '../../model/digest.ts';
import type { FlameGrouping } from '../../model/flame.ts';
import { MARK_DEVICE_RUN, MARK_DISPATCH, MARK_STEP, type Profile } from '../../model/profile.ts';
import { anchorsOf } from './anchors.ts';
import { digestOfSnapshot } from './digest-of-snapshot.ts';
import { sampleDigest } from './testing/sample-digest.ts';

const GROUPINGS: FlameGrouping[] = ['stack', 'call-site', 'program', 'class'];

describe('the digest of a trace', () => {
  let unstacked: TraceDigest;
  let staircase: TraceDigest;
  beforeAll(async () => {
    [unstacked, staircase] = [await sampleDigest('unstacked'), await sampleDigest('staircase')];
  });

  test('has a tree of each grouping, all with the bytes of the window peak', () => {
    for (const digest of [unstacked, staircase]) {
      const totals = GROUPINGS.map((grouping) => digest.trees[grouping]?.total[0]);
      expect(new Set(totals)).toEqual(new Set([digestTotal(digest)]));
    }
  });

  test('knows where copies are made, also those that are gone at the peak', () => {
    expect(staircase.copySites).toContain('layer_stack.py: __call__');
    expect(unstacked.copySites).not.toContain('layer_stack.py: __call__');
    expect(unstacked.copySites).toContain('named_axes.py: handle_result');
  });
});

describe('named moments', () => {
  type Mark = [kind: number, name: string, start: number, duration?: number, step?: number];

  function anchors(marks: Mark[]): DigestAnchor[] {
    const strings = [...new Set(marks.map(([, name]) => name))];
    const profile: Pick<Profile, 'marks' | 'strings'> = {
      strings,
      marks: {
        length: marks.length,
        kind: Uint8Array.from(marks, ([kind]) => kind),
        name: Int32Array.from(marks, ([, name]) => strings.indexOf(name)),
        start: Float64Array.from(marks, ([, , start]) => start),
        duration: Float64Array.from(marks, ([, , , duration]) => duration ?? 1),
        step: Int32Array.from(marks, ([, , , , step]) => step ?? -1),
        where: new Int32Array(marks.length),
      },
    };
    return anchorsOf(profile as Profile);
  }

  const names = (marks: Mark[]): string[] => anchors(marks).map(({ kind, name, time }) => `${kind} ${name} at ${time}`);

  test('are steps with their numbers and the first launch of each program', () => {
    expect(
      names([
        [MARK_STEP, 'train', 0, 10, 7],
        [MARK_DISPATCH, 'f', 1],
        [MARK_STEP, 'train', 10, 10, 8],
        [MARK_DISPATCH, 'f', 11],
        [MARK_DISPATCH, 'g', 12],
      ]),
    ).toEqual(['step train 7 at 0', 'program jit_f at 1', 'step train 8 at 10', 'program jit_g at 12']);
  });

  test('of a device have its own step numbers, and programs without their ids', () => {
    expect(names([[MARK_STEP, '3', 0, 9, 3], [MARK_DEVICE_RUN, 'jit_f(41)', 1]])).toEqual([
      'step 3 at 0',
      'program jit_f at 1',
    ]);
  });

  test('without annotated steps are launches of the program that stands for them', () => {
    const launches = Array.from({ length: 5 }, (_, i): Mark => [MARK_DISPATCH, 'train_step', 10 * i, 9]);
    const found = names(launches);
    expect(found).toHaveLength(6);
    expect(found).toContain('step launch 3 of jit_train_step at 20');
  });

  test('are the first three hundred steps of a long capture', () => {
    const steps = Array.from({ length: 2000 }, (_, i): Mark => [MARK_STEP, 'train', i, 1, i]);
    const found = anchors(steps);
    expect([found.length, found[299]?.name]).toEqual([300, 'train 299']);
  });
});

describe('the digest of a dump', () => {
  const samples = [
    buffers(['main /a/train.py:3', 'f /a/model.py:1', 'jit /x/site-packages/jax/_src/pjit.py:9'], 2, 4096),
    executables(['run /usr/lib/python3.11/runpy.py:1'], 1, 96),
  ];

  test('has trees out of user code, all with the total of the sample type', () => {
    const snapshot = readPprof(jaxDump(samples));
    for (const type of [0, 1]) {
      const digest = digestOfSnapshot(snapshot, type, 'memory.prof');
      expect(Object.values(digest.trees).map(({ total }) => total[0])).toEqual(
        Object.keys(digest.trees).map(() => digestTotal(digest)),
      );
    }
    const { trees } = digestOfSnapshot(snapshot, 1, 'memory.prof');
    expect(trees.stack?.names).not.toContain('jit');
    expect(trees.class?.names).toEqual(['all samples', 'buffer', 'executable']);
    expect(trees['call-site']?.names.toSorted()).toEqual(['(no user code)', '/a/model.py', 'all samples', 'f']);
  });

  test('of another program has no classes, and keeps values below 0', () => {
    const spec = pprofSpec({
      sampleTypes: [{ type: 'inuse_space', unit: 'bytes' }],
      samples: [
        { stack: ['main a.go:1', 'f a.go:2'], values: [100] },
        { stack: ['main a.go:1', 'g a.go:3'], values: [-30] },
      ],
    });
    const digest = digestOfSnapshot(readPprof(pprofBytes(spec)), 0, 'heap');
    expect(Object.keys(digest.trees)).toEqual(['stack', 'call-site']);
    expect([digest.trees.stack?.total[0], digest.trees['call-site']?.total[0], digestTotal(digest)]).toEqual([70, 70, 70]);
  });
});
