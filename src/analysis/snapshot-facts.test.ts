import { describe, expect, test } from 'vitest';
import { buffers, executables, jaxDump, pprofBytes, pprofSpec } from '../../fixtures/pprof-writer.ts';
import { readPprof } from '../formats/pprof/testing/read-pprof.ts';
import type { SampleType } from '../model/snapshot.ts';
import { drawnValues, isJaxDump, sortingType, totalsOf } from './snapshot-facts.ts';

const count = { type: 'objects', unit: 'count' };
const space = { type: 'space', unit: 'bytes' };
const time = { type: 'cpu', unit: 'nanoseconds' };

test.each<[string, SampleType[], number, number]>([
  ['the default type where it counts bytes', [space, count, space], 0, 0],
  ['else the last type that counts bytes', [count, space, count], 2, 1],
  ['else the default type', [count, time], 0, 0],
])('lists are sorted by %s', (_, sampleTypes, defaultSampleType, expected) => {
  expect(sortingType({ sampleTypes, defaultSampleType })).toBe(expected);
});

describe('isJaxDump', () => {
  test('is told by the sample types and the kind of the samples', () => {
    expect(isJaxDump(readPprof(jaxDump([buffers(['main a.py:1'], 1, 8)])))).toBe(true);
    expect(isJaxDump(readPprof(jaxDump([executables(['main a.py:1'], 1, 8)])))).toBe(true);
    expect(isJaxDump(readPprof(jaxDump([])))).toBe(true);
    expect(isJaxDump(readPprof(jaxDump([{ stack: ['main a.py:1'], values: [1, 8] }])))).toBe(false);
    const other = { sampleTypes: [count, space], samples: [buffers(['main a.py:1'], 1, 8)] };
    expect(isJaxDump(readPprof(pprofBytes(pprofSpec(other))))).toBe(false);
  });
});

describe('drawnValues', () => {
  test('executables of unknown size count as 0 bytes; what the file states stays as it is', () => {
    const snapshot = readPprof(
      jaxDump([
        buffers(['main a.py:1'], 2, 4096),
        executables(['f a.py:2'], 3, -1),
        executables(['g a.py:3'], 1, 500),
        buffers(['h a.py:4'], 5, -1),
      ]),
    );
    const { values, unknownSizes } = drawnValues(snapshot);
    expect(Array.from(values)).toEqual([2, 8192, 3, 0, 1, 500, 5, -5]);
    expect(unknownSizes).toEqual({ samples: 1, count: 3 });
    expect(totalsOf(snapshot.samples.values, 2)).toEqual([11, 8192 - 3 + 500 - 5]);
  });

  test('nothing is copied where all sizes are known', () => {
    const snapshot = readPprof(jaxDump([executables(['main a.py:1'], 1, 8)]));
    expect(drawnValues(snapshot).values).toBe(snapshot.samples.values);
  });
});
