/** The built site in a folder of some host: it works there, without a network, and through a new version. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from 'playwright/test';
import type { BrowserContext, Page } from 'playwright/test';
import { serve } from '../scripts/serve.mjs';
import { gpuArchive, PEAK } from './profiles.ts';
import { drop, expectState } from './site.ts';

const archive = { name: 'profile.tar.gz', bytes: gpuArchive() };

interface Hosted {
  /** With a slash at its end. */
  address: string;
  /** On the disk. */
  folder: string;
}

/** A copy of the site that the other tests do not see, two folders deep. */
const test = base.extend<{ hosted: Hosted; faults: string[] }>({
  hosted: async ({ baseURL }, use) => {
    const root = mkdtempSync(path.join(tmpdir(), 'highwater-site-'));
    const folder = path.join(root, 'some', 'folder');
    cpSync(new URL('../dist', import.meta.url), folder, { recursive: true });
    const { hostname: host } = new URL(baseURL ?? 'http://localhost');
    const origin = await serve(root, { host, port: 0 });
    await use({ address: `${origin}some/folder/`, folder });
    rmSync(root, { recursive: true });
  },
  faults: async ({ page }, use) => {
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    await use(faults);
  },
});

/** Until the service worker has all files. */
async function keptOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

async function expectPeak(page: Page): Promise<void> {
  await drop(page, archive);
  await expectState(page, 'open');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', new RegExp(`${PEAK.bytes} bytes`));
}

async function keptFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kept: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      kept.push(...(await cache.keys()).map(({ url }) => url));
    }
    return kept;
  });
}

test('a folder of a host is as good as its top', async ({ page, hosted, faults }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(hosted.address);
  await expectPeak(page);
  expect(requests.filter((url) => !url.startsWith(hosted.address) && !url.startsWith('blob:'))).toEqual([]);
  expect(faults).toEqual([]);
});

test('after one visit it opens without a network, reads a file, and cuts it down', async ({ page, context, hosted, faults }) => {
  await page.goto(hosted.address);
  await keptOffline(page);
  await offline(context, async () => {
    await page.reload();
    await expectState(page, 'landing');
    await expectPeak(page);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menuitem', { name: 'Reduced profile…' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download reduced profile' }).click();
    expect((await saving).suggestedFilename()).toBe('profile-reduced.tar.gz');
  });
  expect(faults).toEqual([]);
});

test('keeps its own files and nothing that a link has fetched', async ({ page, hosted }) => {
  writeFileSync(path.join(hosted.folder, 'other.prof'), readFileSync(path.join(hosted.folder, 'samples/leak_0.prof')));
  await page.goto(hosted.address);
  await keptOffline(page);
  await page.goto('about:blank');
  await page.goto(`${hosted.address}#open=other.prof`);
  await page.getByRole('button', { name: /^Fetch other\.prof/ }).click();
  await expectState(page, 'open');
  const kept = (await keptFiles(page)).map((url) => url.slice(hosted.address.length));
  expect(kept).toContain('index.html');
  expect(kept).toContain('samples/index.json');
  expect(kept).toContain('report.html');
  expect(kept.filter((name) => name.includes('.worker-')).length).toBeGreaterThan(1);
  expect(kept).not.toContain('other.prof');
});

test('a new version waits until the user reloads', async ({ page, hosted, faults }) => {
  await page.goto(hosted.address);
  await keptOffline(page);
  const [worker, index] = ['service-worker.js', 'index.html'].map((name) => path.join(hosted.folder, name));
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(/"version":"\w+"/, '"version":"next"'));
  writeFileSync(index, readFileSync(index, 'utf8').replace('<body>', '<body data-next>'));
  await page.reload();
  await expect(page.getByText('A new version of Highwater is ready.')).toBeVisible();
  await expect(page.locator('body')).not.toHaveAttribute('data-next');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-next');
  await expectState(page, 'landing');
  await expect(page.getByText('A new version of Highwater is ready.')).toHaveCount(0);
  await keptOffline(page);
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(1);
  expect(faults).toEqual([]);
});

async function offline(context: BrowserContext, doing: () => Promise<void>): Promise<void> {
  await context.setOffline(true);
  try {
    await doing();
  } finally {
    await context.setOffline(false);
  }
}
