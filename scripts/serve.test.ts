import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from './serve.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'highwater-serve-'));
const site = path.join(folder, 'dist');
let url = '';

beforeAll(async () => {
  mkdirSync(path.join(site, 'assets'), { recursive: true });
  mkdirSync(path.join(folder, 'dist-secret'));
  writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  writeFileSync(path.join(folder, 'dist-secret', 'secret.txt'), 'secret');
  writeFileSync(path.join(site, 'index.html'), '<!doctype html>');
  writeFileSync(path.join(site, 'assets', 'a b.js'), 'export {};');
  writeFileSync(path.join(site, 'sample.tar.gz'), Buffer.from([0x1f, 0x8b, 0]));
  symlinkSync(path.join(folder, 'secret.txt'), path.join(site, 'link.txt'));
  url = await serve(site, { host: '127.0.0.1', port: 0 });
});

afterAll(() => rmSync(folder, { recursive: true }));

/** `fetch` resolves `..` before it asks, so the path is sent as it stands. */
function statusOf(rawPath: string, method = 'GET'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const asked = request({ hostname, port, path: rawPath, method }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('the local server', () => {
  test('serves the page for a folder, and a file with its type', async () => {
    const page = await fetch(url);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toBe('<!doctype html>');
    const script = await fetch(new URL('assets/a%20b.js?query', url));
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await script.text()).toBe('export {};');
  });

  test('sends an archive as it is, not as an encoding for the browser to undo', async () => {
    const sample = await fetch(new URL('sample.tar.gz', url));
    expect(sample.headers.get('content-encoding')).toBeNull();
    expect((await sample.arrayBuffer()).byteLength).toBe(3);
  });

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/../dist-secret/secret.txt',
    '/link.txt',
    '//secret.txt',
    '/%00',
    '/%zz',
    '/assets',
    '/missing.js',
  ])('has nothing at %s', async (rawPath) => {
    expect(await statusOf(rawPath)).toBe(404);
  });

  test('takes no other method than GET and HEAD', async () => {
    expect(await statusOf('/', 'HEAD')).toBe(200);
    expect(await statusOf('/', 'POST')).toBe(405);
  });

  test('takes the next port where one is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve);
    });
    const { port } = other.address() as AddressInfo;
    const next = new URL(await serve(site, { host: 'localhost', port }));
    expect(Number(next.port)).toBeGreaterThan(port);
    expect((await fetch(next)).status).toBe(200);
    other.close();
  });
});
