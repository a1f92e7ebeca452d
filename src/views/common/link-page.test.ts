import { describe, expect, test } from 'vitest';
import { linkPage } from './link-page.ts';

const at = (href: string): Location => {
  const { protocol, hostname, origin, pathname } = new URL(href);
  return { protocol, hostname, origin, pathname, href } as Location;
};

describe('where a link points', () => {
  test('is this page where others reach it too, without what follows its path', () => {
    const here = linkPage(at('https://a.b/highwater/?x=1#v=1&s=abc'), '');
    expect(here).toEqual({ page: 'https://a.b/highwater/', note: '', isLocal: false });
    expect(linkPage(at('https://a.b/'), 'https://published.example/').page).toBe('https://a.b/');
  });

  test.each(['http://localhost:5173/', 'http://127.0.0.1:8080/', 'http://[::1]/', 'file:///home/me/index.html'])(
    'is the published address for %s, or else a link for this machine, and says so',
    (href) => {
      const { page, note } = linkPage(at(href), 'https://published.example/');
      expect(page).toBe('https://published.example/');
      expect(note).toContain('opens https://published.example/');
      const local = linkPage(at(href), '');
      expect([local.page, local.isLocal]).toEqual([href, true]);
      expect(local.note).toContain('this machine only');
    },
  );
});
