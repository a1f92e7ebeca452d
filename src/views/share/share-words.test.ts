import { describe, expect, test } from 'vitest';
import { allocatorSummary, summaryOf } from '../../../fixtures/summaries.ts';
import type { TraceDigest } from '../../model/digest.ts';
import { contentsOf, linkPage } from './share-words.ts';

const at = (href: string): Location => {
  const { protocol, hostname, origin, pathname } = new URL(href);
  return { protocol, hostname, origin, pathname, href } as Location;
};

describe('where a link points', () => {
  test('is this page where others reach it too, without what follows its path', () => {
    expect(linkPage(at('https://a.b/highwater/?x=1#v=1&s=abc'), '')).toEqual({ page: 'https://a.b/highwater/', note: '' });
    expect(linkPage(at('https://a.b/'), 'https://published.example/').page).toBe('https://a.b/');
  });

  test.each(['http://localhost:5173/', 'http://127.0.0.1:8080/', 'http://[::1]/', 'file:///home/me/index.html'])(
    'is the published address for %s, or else a link for this machine, and says so',
    (href) => {
      const { page, note } = linkPage(at(href), 'https://published.example/');
      expect(page).toBe('https://published.example/');
      expect(note).toContain('opens https://published.example/');
      expect(linkPage(at(href), '')).toMatchObject({ page: href, note: expect.stringContaining('this machine only') as string });
    },
  );
});

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
