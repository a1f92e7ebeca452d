import { beforeAll, describe, expect, test } from 'vitest';
import { sampleDigest } from '../analysis/compare/testing/sample-digest.ts';
import { compareDigests } from '../analysis/compare/compare.ts';
import type { TraceDigest } from '../model/digest.ts';
import { readReport, writeReport } from './report-data.ts';

const FORM = 'before<script type="application/json" id="report">null</script>after';
const BUILD = '0.1.0-test';

let staircase: TraceDigest;
let unstacked: TraceDigest;

beforeAll(async () => {
  [staircase, unstacked] = await Promise.all([sampleDigest('staircase'), sampleDigest('unstacked')]);
});

function dataOf(html: string): string {
  const found = /^before<script type="application\/json" id="report">(.*)<\/script>after$/s.exec(html);
  if (found === null) throw new Error('The report is not the form with data in it.');
  return found[1];
}

describe('a report', () => {
  test('of one profile comes back with its peak, findings and trees', () => {
    const read = readReport(dataOf(writeReport(FORM, { baseline: null, candidate: staircase }, BUILD)));
    if (read.kind === 'fault') throw new Error(read.reason);
    const { digests, comparison, build } = read.report;
    expect([comparison, build, digests.baseline]).toEqual([null, BUILD, null]);
    const { candidate } = digests;
    if (candidate.kind !== 'trace') throw new Error('It was a trace.');
    expect(candidate.summary.allocators[0].peak.total).toBe(staircase.summary.allocators[0].peak.total);
    expect(candidate.summary.findings.map(({ sentence }) => sentence)).toEqual(
      staircase.summary.findings.filter(({ allocator }) => allocator === 'GPU_0_bfc').map(({ sentence }) => sentence),
    );
    expect(candidate.trees.stack?.total[0]).toBe(staircase.trees.stack?.total[0]);
  });

  test('of two has the sentences of the whole profiles', () => {
    const read = readReport(dataOf(writeReport(FORM, { baseline: unstacked, candidate: staircase }, BUILD)));
    if (read.kind === 'fault') throw new Error(read.reason);
    const whole = compareDigests(unstacked, staircase);
    expect(read.report.comparison?.sentences).toEqual(whole.sentences);
    expect(read.report.comparison?.delta).toBe(whole.delta);
  });

  test('holds names that would end its script as text', () => {
    const name = '</script><script>alert(1)</script><!--\u2028$&';
    const html = writeReport(FORM, { baseline: { ...unstacked, name }, candidate: { ...staircase, name } }, name);
    expect(dataOf(html)).not.toMatch(/[<>\u2028\u2029]/);
    const read = readReport(dataOf(html));
    if (read.kind === 'fault') throw new Error(read.reason);
    expect([read.report.digests.candidate.name, read.report.build]).toEqual([
      // A link keeps no line separators in names.
      name.replace('\u2028', '\ufffd'),
      name,
    ]);
  });

  test('that is empty, damaged or of another version says so', () => {
    const data = dataOf(writeReport(FORM, { baseline: null, candidate: staircase }, BUILD));
    expect(readReport('null')).toEqual({ kind: 'fault', reason: 'This is the form of a report without anything in it.' });
    for (const text of ['', '{', '{}', '[]', '1', data.slice(0, -30), data.replace('"version":1', '"version":2')]) {
      expect(readReport(text).kind).toBe('fault');
    }
    expect(readReport(data.replace(/"digests":"..../, '"digests":"AAAA')).kind).toBe('fault');
    expect(() => writeReport('<html></html>', { baseline: null, candidate: staircase }, BUILD)).toThrow(/form/);
  });
});
