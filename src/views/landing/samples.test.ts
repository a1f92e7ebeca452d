import { describe, expect, test } from 'vitest';
import { parseSamples } from './samples.ts';

describe('the index of samples', () => {
  test('gives title, line, files and what is assumed', () => {
    const sample = { title: 'A stack', shows: 'Copies.', files: ['a.tar.gz'] };
    const stated = { jaxVersion: '0.6.1', memoryFraction: 0.75, poolBytes: 2 ** 34, arenaBytes: null, beforeCaptureBytes: 0 };
    const row = { ...sample, id: 'a', assumptions: { ...stated, notes: ['One.', 2] } };
    const assumes = 'JAX 0.6.1, memory fraction 0.75, a pool of 16.00 GiB (17,179,869,184 bytes)';
    expect(parseSamples([row])).toEqual([{ ...sample, assumes, notes: ['One.'] }]);
  });

  test('rows that are not whole, and files outside the folder, are passed over', () => {
    const row = { title: 'x', shows: 'y' };
    const bad = [null, 7, row, { ...row, files: [] }, { ...row, files: ['../a', 'https://example.org/a', 'b/c'] }];
    expect(parseSamples(bad)).toEqual([]);
    expect(parseSamples({ rows: [] })).toEqual([]);
    expect(parseSamples([{ ...row, files: ['../a', 'b.pb'] }])).toEqual([{ ...row, files: ['b.pb'], assumes: '', notes: [] }]);
  });
});
