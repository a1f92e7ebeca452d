import { describe, expect, test } from 'vitest';
import { parseSamples } from './samples.ts';

describe('the index of samples', () => {
  test('gives title, line, files and what is assumed', () => {
    const sample = { title: 'A stack', shows: 'Copies.', files: ['a.tar.gz'] };
    const row = { ...sample, id: 'a', assumptions: { notes: ['One.', 2] } };
    expect(parseSamples([row])).toEqual([{ ...sample, notes: ['One.'] }]);
  });

  test('rows that are not whole, and files outside the folder, are passed over', () => {
    const row = { title: 'x', shows: 'y' };
    const bad = [null, 7, row, { ...row, files: [] }, { ...row, files: ['../a', 'https://example.org/a', 'b/c'] }];
    expect(parseSamples(bad)).toEqual([]);
    expect(parseSamples({ rows: [] })).toEqual([]);
    expect(parseSamples([{ ...row, files: ['../a', 'b.pb'] }])).toEqual([{ ...row, files: ['b.pb'], notes: [] }]);
  });
});
