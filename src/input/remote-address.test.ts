import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LinkRequest } from '../model/open-request.ts';
import { readOpenLink } from './remote-address.ts';

const PAGE = 'https://ada.github.io/highwater/';

/** A link that opens files; one that compares two is none. */
function readLink(fragment: string, page = PAGE): LinkRequest | null {
  const request = readOpenLink(fragment, page);
  if (request?.kind === 'pair') throw new Error('a pair');
  return request;
}

const urls = (fragment: string, page = PAGE): string[] => readLink(fragment, page)?.files.map(({ url }) => url) ?? [];
const reasons = (fragment: string): string[] =>
  readOpenLink(fragment, PAGE)?.refusals.map(({ reason }) => reason) ?? [];

describe('the files that a link names', () => {
  test('are taken as pasted, escaped, and relative to the page', () => {
    expect(urls('#open=https://example.org/run/memory.prof')).toEqual(['https://example.org/run/memory.prof']);
    expect(urls(`#open=${encodeURIComponent('https://example.org/a.prof?x=1&y=2')}`)).toEqual([
      'https://example.org/a.prof?x=1&y=2',
    ]);
    expect(urls('#open=samples/leak_0.prof')).toEqual(['https://ada.github.io/highwater/samples/leak_0.prof']);
    expect(readLink('#open=https://example.org:8443/run/my%20memory.prof', PAGE)).toEqual({
      kind: 'link',
      files: [
        { url: 'https://example.org:8443/run/my%20memory.prof', host: 'example.org:8443', name: 'my memory.prof' },
      ],
      refusals: [],
    });
  });

  test('may be several, beside what else a link carries', () => {
    expect(urls('#v=1&s=abc&open=https://a.org/0.prof&open=https://b.org/1.prof&d=xyz')).toEqual([
      'https://a.org/0.prof',
      'https://b.org/1.prof',
    ]);
    expect(readLink('#v=1&s=open=no', PAGE)).toBeNull();
    expect(readLink('', PAGE)).toBeNull();
  });

  test('keep the parameters and the escapes of an address that was pasted as it is', () => {
    const signed = 'https://bucket.s3.amazonaws.com/memory.prof?X-Amz-Date=1&X-Amz-Signature=a%2Fb';
    expect(urls(`#open=${signed}`)).toEqual([signed]);
    expect(urls(`#open=${signed}&open=https://b.org/1.prof`)).toEqual([signed, 'https://b.org/1.prof']);
  });

  test('of one name are told apart by their folders', () => {
    const names = readLink(
      '#open=https://h.org/run_1/memory.prof&open=https://h.org/run_2/memory.prof',
      PAGE,
    )?.files.map(({ name }) => name);
    expect(names).toEqual(['run_1/memory.prof', 'run_2/memory.prof']);
  });

  test('show a host that looks like another one as what it is', () => {
    expect(readLink('#open=https://раураl.com/a.prof')?.files[0]?.host).toMatch(/^xn--/);
    expect(readLink('#open=https://good.org@evil.org/a.prof')?.files).toEqual([]);
    expect(readLink('#open=https:\\\\evil.org\\a.prof')?.files[0]?.host).toBe('evil.org');
    expect(readLink('#open=//evil.org/a.prof')?.files[0]?.host).toBe('evil.org');
  });

  test('http is for this machine, and for the page’s own folder', () => {
    expect(urls('#open=http://localhost:8000/a.prof')).toEqual(['http://localhost:8000/a.prof']);
    expect(urls('#open=a.prof', 'http://10.0.0.7/highwater/')).toEqual(['http://10.0.0.7/highwater/a.prof']);
    expect(reasons('#open=http://example.org/a.prof')[0]).toContain('Only https is fetched');
    expect(reasons('#open=http://localhost.evil.org/a.prof')[0]).toContain('Only https is fetched');
  });
});

describe('what is not fetched says why', () => {
  for (const [address, words] of [
    ['javascript:alert(1)', '“javascript:” names no place'],
    ['JaVaScRiPt:alert(1)', '“javascript:” names no place'],
    ['data:text/html,<script>alert(1)</script>', '“data:” names no place'],
    ['blob:https://ada.github.io/1', '“blob:” names no place'],
    ['file:///etc/passwd', 'cannot read files of this machine'],
    ['gs://bucket/memory.prof', 'names a bucket'],
    ['ftp://example.org/a.prof', 'begins with “ftp:”'],
    ['https://ada:secret@example.org/a.prof', 'a user name or a password'],
    ['https://', 'no address'],
    [`https://example.org/${'a'.repeat(9000)}`, 'The address has 9,020 characters'],
  ] as const) {
    test(`${address.slice(0, 50)} is refused with a sentence`, () => {
      const request = readLink(`#open=${address}`, PAGE);
      expect(request?.files).toEqual([]);
      expect(request?.refusals).toHaveLength(1);
      expect(request?.refusals[0]?.reason).toContain(words);
    });
  }

  test('a password is not shown again, and a long address is cut', () => {
    const shown = (address: string): string => readLink(`#open=${address}`, PAGE)?.refusals[0]?.file ?? '';
    expect(shown('https://ada:secret@example.org/a.prof')).toBe('example.org');
    expect(shown(`javascript:${'a'.repeat(9000)}`).length).toBeLessThan(130);
  });

  test('too many files, and a fragment without end', () => {
    const many = Array.from({ length: 103 }, (_, index) => `open=https://example.org/${index}.prof`).join('&');
    const request = readLink(many, PAGE);
    expect(request?.files).toHaveLength(100);
    expect(request?.refusals[0]?.reason).toContain('the last 3 are left out');
    expect(readLink(`open=${'a'.repeat(300_000)}`, PAGE)).toMatchObject({
      files: [],
      refusals: [{ file: 'the link' }],
    });
  });
});

test('whatever a link says, only https, this machine and the page’s own folder come out, without a password', () => {
  const pieces = fc.constantFrom(
    'https://',
    'http://',
    'javascript:',
    '//',
    '@',
    ':',
    '%',
    '%2F',
    '&',
    'open=',
    '#',
    '\\',
    '\0',
    'localhost',
    'a.b',
    '/',
  );
  const address = fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc.array(pieces, { maxLength: 12 }).map((list) => list.join('')),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('open', 'a', 'b'), address), { minLength: 1, maxLength: 4 }), (parts) => {
      const request = readOpenLink(`#${parts.map((part) => part.join('=')).join('&')}`, PAGE);
      expect(request).not.toBeNull();
      const files = request?.kind === 'pair' ? [request.baseline, request.candidate] : (request?.files ?? []);
      for (const { url, host, name } of files.filter((file) => file !== null)) {
        const parsed = new URL(url);
        expect(parsed.protocol === 'https:' || (parsed.protocol === 'http:' && parsed.hostname === 'localhost')).toBe(
          true,
        );
        expect([parsed.username, parsed.password, parsed.hash]).toEqual(['', '', '']);
        expect(host).toBe(parsed.host);
        expect(name).toMatch(/^[^\p{Cc}]+$/u);
      }
      for (const { reason } of request?.refusals ?? []) expect(reason.length).toBeGreaterThan(20);
    }),
  );
});

describe('a link that compares two files', () => {
  test('names baseline and candidate, whichever stands first and whatever else is there', () => {
    const fragment = '#v=1&b=https://b.org/run/x.prof?k=1&l=2&s=abc&a=https%3A%2F%2Fa.org%2Fx.prof&open=https://c.org/y.prof';
    expect(readOpenLink(fragment, PAGE)).toEqual({
      kind: 'pair',
      baseline: { url: 'https://a.org/x.prof', host: 'a.org', name: 'x.prof' },
      candidate: { url: 'https://b.org/run/x.prof?k=1&l=2', host: 'b.org', name: 'run/x.prof' },
      refusals: [],
    });
  });

  test('of which one must not be fetched keeps the other', () => {
    const request = readOpenLink('#a=http://a.org/x.prof&b=https://b.org/y.prof', PAGE);
    expect(request).toMatchObject({ kind: 'pair', baseline: null, candidate: { name: 'y.prof' } });
    expect(request?.refusals.map(({ reason }) => reason)).toEqual([expect.stringContaining('Only https is fetched')]);
  });

  test('with one side only is a link to a file', () => {
    expect(urls('#b=https://b.org/y.prof')).toEqual(['https://b.org/y.prof']);
    expect(urls('#a=https://a.org/x.prof&b=')).toEqual(['https://a.org/x.prof']);
    expect(urls('#a=https://a.org/x.prof&open=https://c.org/z.prof')).toEqual(['https://a.org/x.prof', 'https://c.org/z.prof']);
  });
});
