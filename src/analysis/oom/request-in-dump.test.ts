import { expect, test } from 'vitest';
import type { DumpSample } from '../../../fixtures/pprof-writer.ts';
import { pprofBytes, pprofSpec } from '../../../fixtures/pprof-writer.ts';
import { readPprof } from '../../formats/pprof/testing/read-pprof.ts';
import type { SampleType, Snapshot } from '../../model/snapshot.ts';
import { requestInDump } from './request-in-dump.ts';

const COUNT = { type: 'allocations', unit: 'count' };
const SPACE = { type: 'space', unit: 'bytes' };
const JAX = '/venv/lib/python3.11/site-packages/jax/_src/pjit.py';

function dump(samples: DumpSample[], sampleTypes: SampleType[] = [COUNT, SPACE]): Snapshot {
  return readPprof(pprofBytes(pprofSpec({ sampleTypes, samples })));
}

const SAMPLES: DumpSample[] = [
  { stack: ['main a.py:1', `pjit ${JAX}:5`], values: [3, 3 * 4096] },
  { stack: ['main a.py:9', `pjit ${JAX}:5`], values: [1, 4096] },
  { stack: ['main a.py:1'], values: [2, 4096] },
  { stack: [`pjit ${JAX}:5`], values: [1, 4096] },
  { stack: ['other a.py:1'], values: [1, 4097] },
];

test('finds the call sites that hold buffers of the size, not those that only add up to it', () => {
  expect(requestInDump(dump(SAMPLES), { bytes: 4096, pm: 0 })).toEqual({
    sites: [
      { function: 'main', file: 'a.py', lines: [1, 9], buffers: 4, bytes: 16_384 },
      { function: '', file: '', lines: [], buffers: 1, bytes: 4096 },
    ],
    unlisted: 0,
    sentences: ['5 buffers in the dump are of exactly this size, 20.00 KiB in all.'],
  });
});

test('a rounded size finds what lies within its error', () => {
  const match = requestInDump(dump(SAMPLES), { bytes: 4100, pm: 3 });
  expect(match?.sites.map((site) => site.function)).toEqual(['other']);
  expect(match?.sentences[0]).toBe(
    '1 buffer in the dump is of this size, as far as the text states it, 4.00 KiB in all.',
  );
});

test('without a count each sample is one buffer', () => {
  const match = requestInDump(dump([{ stack: ['f a.py:1'], values: [512] }], [SPACE]), { bytes: 512, pm: 0 });
  expect(match?.sites).toEqual([{ function: 'f', file: 'a.py', lines: [1], buffers: 1, bytes: 512 }]);
});

test('a dump that does not count bytes says nothing of sizes, and one without such a buffer says that', () => {
  expect(requestInDump(dump([{ stack: [], values: [1] }], [COUNT]), { bytes: 512, pm: 0 })).toBeNull();
  expect(requestInDump(dump(SAMPLES), { bytes: 1, pm: 0 })?.sentences).toEqual([
    'Nothing that is alive in the dump is of exactly this size.',
  ]);
});
