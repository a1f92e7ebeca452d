import { expect, test } from 'vitest';
import type { Reduction } from '../../worker/protocol.ts';
import { faultWords, progressWords, resultWords } from './reduce-words.ts';

const trace = {
  path: 'a.xplane.pb',
  member: 'plugins/profile/run/a.xplane.pb',
  bytesBefore: 4096,
  bytesAfter: 1024,
  memoryEvents: 1000,
  otherEvents: 20,
  leftOut: 3000,
  problems: [{ where: 'a.xplane.pb', sentence: 'The file is cut short.', count: 1 }],
};
const reduction: Reduction = {
  name: 'a-reduced.tar.gz',
  archive: new Blob([new Uint8Array(512)]),
  bytesBefore: 2048,
  traces: [trace, trace],
  refusals: [],
};

test('progress has a share and the bytes it is of', () => {
  const words = progressWords({ phase: 'copying', bytesRead: 1024, bytesTotal: 4096 });
  expect(words).toEqual({ share: 0.25, words: 'Copying what memory needs: 25 % of 4.00 KiB' });
  expect(progressWords({ phase: 'reading', bytesRead: 0, bytesTotal: 0 }).share).toBe(0);
});

test('the result has both sizes and the events of all traces', () => {
  expect(resultWords(reduction)).toEqual([
    '2.00 KiB became 512 B (512 bytes).',
    'Kept: 2,000 memory events and 40 others. Left out: 6,000 events.',
  ]);
  expect(faultWords(reduction)).toEqual(['a.xplane.pb: The file is cut short.']);
});

test('where nothing was reduced there are only reasons', () => {
  const refusals = [{ file: 'a.prof', code: 'wrong-kind', reason: 'Only a trace can be reduced.' } as const];
  const failed: Reduction = { ...reduction, archive: null, traces: [], refusals };
  expect(resultWords(failed)).toEqual([]);
  expect(faultWords(failed)).toEqual(['a.prof: Only a trace can be reduced.']);
});
