import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RemoteFile } from '../model/open-request.ts';
import type { Dropped } from './dropped.ts';
import { fetchRemote } from './remote.ts';
import type { FetchOptions } from './remote.ts';

const MIB = 2 ** 20;
const seen: IncomingMessage[] = [];

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  seen.push(request);
  const [, kind = '', detail = ''] = (request.url ?? '').split('/');
  switch (kind) {
    case 'bytes':
      response.setHeader('Content-Length', detail);
      response.end(new Uint8Array(Number(detail)).fill(7));
      break;
    case 'unstated':
      response.write('one');
      response.end('two');
      break;
    case 'endless': {
      const more = (): void => {
        while (!response.destroyed && response.write(new Uint8Array(MIB)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
      break;
    }
    case 'half':
      response.setHeader('Content-Length', '1000');
      response.write('half', () => response.destroy());
      break;
    default:
      response.statusCode = Number(detail);
      response.end('An error page must not be opened as a profile.');
  }
});

let base = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  base = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

afterEach(() => vi.unstubAllGlobals());

/** Progress as it was reported: read and total. */
type Report = [read: number, total: number];

async function fetchAll(paths: string[], change: Partial<FetchOptions> = {}): Promise<Dropped & { reports: Report[] }> {
  vi.stubGlobal('navigator', { onLine: true });
  const reports: Report[] = [];
  const files = paths.map((path): RemoteFile => ({ url: base + path, host: 'files.example.org', name: path.slice(1) }));
  const { signal } = new AbortController();
  const dropped = await fetchRemote(files, { signal, onProgress: (...report) => reports.push(report), ...change });
  return { ...dropped, reports };
}

describe('files of a link', () => {
  test('are fetched one after the other, with how far it is', async () => {
    const { files, refusals, reports } = await fetchAll(['/bytes/3000000', '/unstated/0', '/bytes/5']);
    expect(refusals).toEqual([]);
    expect(files.map(({ path, source }) => [path, source.size])).toEqual([
      ['bytes/3000000', 3_000_000],
      ['unstated/0', 6],
      ['bytes/5', 5],
    ]);
    expect(reports[0]).toEqual([0, 3_000_000]);
    expect(reports).toContainEqual([3_000_006, 0]);
    expect(reports.at(-1)).toEqual([3_000_011, 3_000_011]);
    for (let i = 1; i < reports.length; i++) expect(reports[i]?.[0]).toBeGreaterThanOrEqual(reports[i - 1]?.[0] ?? 0);
  });

  test('larger than a piece of memory come out byte for byte', async () => {
    const { files } = await fetchAll([`/bytes/${20 * MIB}`]);
    const read = new Uint8Array((await files[0]?.source.arrayBuffer()) ?? []);
    expect(read.length).toBe(20 * MIB);
    expect(read.every((byte) => byte === 7)).toBe(true);
  });

  test('ask without cookies, password or the page’s address', async () => {
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response('x')));
    vi.stubGlobal('fetch', fetched);
    await fetchAll(['/bytes/1']);
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      mode: 'cors',
    });
  });

  test('one that does not come costs that one', async () => {
    const { files, refusals } = await fetchAll(['/status/404', '/bytes/5', '/half/0']);
    expect(files.map(({ path }) => path)).toEqual(['bytes/5']);
    expect(refusals.map(({ file }) => file)).toEqual(['status/404', 'half/0']);
  });

  for (const [status, words] of [
    [401, 'asks for a permission'],
    [403, 'asks for a permission'],
    [404, 'no such file'],
    [429, 'too often'],
    [500, 'status 500'],
  ] as const) {
    test(`status ${status} is said with what to do`, async () => {
      const { refusals } = await fetchAll([`/status/${status}`]);
      expect(refusals[0]?.reason).toContain('files.example.org answered with status');
      expect(refusals[0]?.reason).toContain(words);
    });
  }

  test('more than the limit is not fetched, whether the host states it or not', async () => {
    const limit = { limit: 10 * MIB };
    const before = seen.length;
    const { refusals, files } = await fetchAll([`/bytes/${50 * MIB}`, '/endless/0', '/bytes/5'], limit);
    expect(refusals.map(({ code }) => code)).toEqual(['too-large', 'too-large']);
    expect(refusals[0]?.reason).toContain('larger than 10 MiB');
    expect(files.map(({ path }) => path)).toEqual(['bytes/5']);
    expect(seen.length).toBe(before + 3);
  });

  test('a fetch that is cancelled ends at once, and the rest is not asked for', async () => {
    const abort = new AbortController();
    const before = seen.length;
    const { files, refusals } = await fetchAll(['/endless/0', '/bytes/5'], {
      signal: abort.signal,
      onProgress: (read) => {
        if (read > 3 * MIB) abort.abort();
      },
    });
    expect(files).toEqual([]);
    expect(refusals.map(({ code }) => code)).toEqual(['cancelled']);
    expect(seen.length).toBe(before + 1);
  });

  test('a host that forbids it or is not there is named, with hosts that work', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const { refusals } = await fetchAll(['/bytes/5']);
    expect(refusals[0]?.reason).toMatch(
      /^files\.example\.org could not be reached, or does not allow other sites .*raw\.githubusercontent\.com.*here\.$/,
    );
  });

  test('a page of GitHub leads to the file’s own address', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('navigator', { onLine: true });
    const file = {
      url: 'https://github.com/ada/lm/blob/main/runs/memory.prof',
      host: 'github.com',
      name: 'memory.prof',
    };
    const { refusals } = await fetchRemote([file], {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    expect(refusals[0]?.reason).toContain('https://raw.githubusercontent.com/ada/lm/main/runs/memory.prof');
  });

  test('without a network the network is named', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('navigator', { onLine: false });
    const file = { url: 'https://example.org/a', host: 'example.org', name: 'a' };
    const { refusals } = await fetchRemote([file], {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    expect(refusals[0]?.reason).toContain('This browser is offline');
  });
});
