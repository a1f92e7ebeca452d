import { expect, test } from 'vitest';
import { allocatorSummary, summaryOf } from '../../../fixtures/summaries.ts';
import type { TraceDigest } from '../../model/digest.ts';
import { contentsOf } from './share-words.ts';

test('what is in a link is counted, with examples, and what is not in it is not listed', () => {
  const digest: TraceDigest = {
    kind: 'trace',
    name: 'a.pb',
    contentId: null,
    isReduced: true,
    summary: summaryOf([allocatorSummary()]),
    allocator: 0,
    anchors: [],
    trees: {},
  };
  const names = { functions: ['f', 'g', 'h', 'i'], files: ['a.py'], programs: [], hosts: ['tw003'], profiles: ['a.pb'] };
  expect(contentsOf({ baseline: null, candidate: digest }, names)).toEqual([
    { what: '1 name of a file', examples: 'a.pb' },
    { what: '4 function names', examples: 'f, g, h …' },
    { what: '1 source path', examples: 'a.py' },
    { what: '1 host name', examples: 'tw003' },
    { what: '1 device', examples: 'Nvidia' },
    { what: 'sizes and times', examples: 'the curve, what was alive at the peak' },
  ]);
});
