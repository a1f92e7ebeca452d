/** A link that carries its data: made by the dialog, opened by somebody who has no file. */

import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright/test';
import { type ProfileRun, profileArchive } from '../fixtures/archive.ts';
import { memoryTrace } from '../fixtures/memory-trace.ts';
import { cpuTrace, gpuTrace } from './profiles.ts';
import { drop, expect, expectState, pick, test } from './site.ts';

const sample = (name: string): { name: string; bytes: Uint8Array } => ({
  name,
  bytes: readFileSync(new URL(`../public/samples/${name}`, import.meta.url)),
});

const UNSTACKED = sample('unstacked.tar.gz');
const STAIRCASE = sample('staircase.tar.gz');

async function openShare(site: Page): Promise<string> {
  await site.getByRole('button', { name: 'Share', exact: true }).click();
  await site.getByRole('menuitem', { name: 'Link…' }).click();
  const link = site.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/&d=/);
  return link.inputValue();
}

/** Somebody else's browser: another context, without files or memory of the page. Requests other than the page's own fail the test. */
async function elsewhere(browser: Browser, url: string, check: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const foreign: string[] = [];
  const { origin } = new URL(url);
  page.on('request', (request) => {
    const to = new URL(request.url());
    if (to.origin !== origin || request.method() !== 'GET' || to.href.includes('d=')) foreign.push(request.url());
  });
  try {
    await page.goto(url);
    await check(page);
    expect(foreign).toEqual([]);
  } finally {
    await context.close();
  }
}

test.describe('a link with one profile', () => {
  test('shows peak, totals and findings without the file, and the rest with it', async ({ site, browser }) => {
    await pick(site, STAIRCASE);
    await expectState(site, 'open');
    const url = await openShare(site);
    await expect(site.getByText(/^[\d,]+ characters\./)).toContainText('this machine only');
    expect(url.length).toBeLessThan(8000);

    await elsewhere(browser, url, async (page) => {
      await expectState(page, 'open');
      await expect(page.getByText(/This is a summary from a link: drop “staircase\.tar\.gz” for the rest/)).toBeVisible();
      await expect(page.locator('.fact-window-peak .fact-value')).toContainText('8.27 GiB');
      await expect(page.getByText('Seven copies of 320 MiB to 860 MiB pile up under layer_stack.py: __call__')).toBeVisible();
      await expect(page.locator('.flame-readout')).toContainText('alive at the window peak, 242.371 ms: 8.27 GiB (8,882,250,752 bytes)');
      await page.getByRole('tab', { name: 'Allocations' }).click();
      await expect(page.getByText('Single allocations are not in the link. Drop “staircase.tar.gz” here to see them.')).toBeVisible();
      expect(page.url()).toContain(new URL(url).hash.split('&d=')[1]);

      await pick(page, UNSTACKED);
      await expect(page.getByRole('heading', { name: /This is not the file that the link was made of: “unstacked\.tar\.gz”/ })).toBeVisible();
      await expect(page.getByText('Seven copies of 320 MiB')).toBeVisible();
      await page.getByRole('button', { name: 'Keep the summary' }).click();
      await expect(page.getByText(/This is a summary from a link/)).toBeVisible();

      await pick(page, { ...STAIRCASE, name: 'renamed.tar.gz' });
      await expectState(page, 'open');
      await expect(page.getByText(/This is a summary from a link/)).toBeHidden();
      // The view stays, and now has its rows.
      await expect(page.getByRole('tab', { name: 'Allocations' })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('grid').getByRole('row').nth(3)).toBeVisible();
      expect(page.url()).toContain('&d=');
    });
  });

  test('goes back and forward in its views, and says why one cannot be shown', async ({ site, browser }) => {
    await pick(site, STAIRCASE);
    await expectState(site, 'open');
    const url = await openShare(site);
    const [page, data] = url.split('&d=');
    await elsewhere(browser, url, async (other) => {
      await expectState(other, 'open');
      await other.getByRole('tab', { name: 'Blocks' }).click();
      await other.goBack();
      await expect(other.getByRole('tab', { name: 'Flame' })).toHaveAttribute('aria-selected', 'true');
      await other.goForward();
      await expect(other.getByRole('tab', { name: 'Blocks' })).toHaveAttribute('aria-selected', 'true');
      expect(other.url().split('&d=')[1]).toBe(data);
    });
    const middle = Math.floor(data.length / 2);
    const changed = data.slice(0, middle) + (data[middle] === 'A' ? 'B' : 'A') + data.slice(middle + 1);
    const faults: readonly (readonly [string, RegExp])[] = [
      [data.slice(0, -50), /^This link was cut off where it was pasted or sent: \d+ characters are missing/],
      [`f${data.slice(1)}`, /^This link was made by a newer Highwater than this page/],
      [changed, /^What is in this link was changed or damaged on its way/],
    ];
    for (const [broken, sentence] of faults) {
      await elsewhere(browser, `${page}&d=${broken}`, async (other) => {
        await expect(other.getByRole('status').getByText(sentence)).toBeVisible();
        await expectState(other, 'landing');
      });
    }
  });

  test('is compared with a file, and the way back leads to it and to what was before it', async ({ site, browser }) => {
    await pick(site, UNSTACKED);
    await expectState(site, 'open');
    const url = await openShare(site);
    const { origin, pathname, hash } = new URL(url);
    await elsewhere(browser, `${origin}${pathname}`, async (page) => {
      await expectState(page, 'landing');
      await page.evaluate((fragment) => {
        location.hash = fragment;
      }, hash);
      const sentence = page.getByText(/This is a summary from a link: drop “unstacked\.tar\.gz” for the rest/);
      await expect(sentence).toBeVisible();
      const headline = page.getByRole('heading', { level: 1 });
      for (const choose of ['button', 'drop'] as const) {
        if (choose === 'drop') {
          await drop(page, STAIRCASE);
          await page.getByRole('button', { name: 'Compare it with the summary' }).click();
        } else {
          await page.getByLabel('Profile to compare with').setInputFiles([
            { name: STAIRCASE.name, mimeType: '', buffer: Buffer.from(STAIRCASE.bytes) },
          ]);
        }
        await expect(headline).toHaveText("Candidate's peak is 3.60 GiB (77 %) above the baseline's.");
        await expect(sentence).toBeVisible();
        await page.goBack();
        await expect(page.locator('.fact-window-peak .fact-value')).toContainText('4.67 GiB');
        await expect(page.getByText(/A link holds no profile/)).toBeHidden();
      }
      await page.goBack();
      await expectState(page, 'landing');
      await expect(page.getByText('This is a summary from a link')).toBeHidden();
      await expect(page.getByRole('region', { name: 'Opened here before' })).not.toContainText('unstacked');
      await page.goForward();
      await expect(sentence).toBeVisible();
      // Its own file beside the other one.
      await drop(page, STAIRCASE);
      await page.getByRole('button', { name: 'Compare it with the summary' }).click();
      await expect(headline).toContainText('above the baseline');
      await pick(page, UNSTACKED);
      await expect(page.getByText('This is a summary from a link')).toBeHidden();
      await expect(headline).toHaveText("Candidate's peak is 3.60 GiB (77 %) above the baseline's.");
    });
  });

  test('with replaced names has none of them, on the page and in the address', async ({ site, browser }) => {
    await pick(site, STAIRCASE);
    await expectState(site, 'open');
    const plain = await openShare(site);
    await expect(site.getByText('layer_stack.py', { exact: false }).last()).toBeVisible();
    await site.getByRole('checkbox', { name: /Replace names/ }).check();
    const link = site.getByRole('textbox', { name: 'Link' });
    await expect(link).not.toHaveValue(plain);
    await elsewhere(browser, await link.inputValue(), async (page) => {
      await expectState(page, 'open');
      await expect(page.locator('.fact-window-peak .fact-value')).toHaveText('8.27 GiB');
      await expect(page.getByText(/Seven copies of 320 MiB to 860 MiB pile up under file_\d+\.py: __call__/)).toBeVisible();
      const text = `${await page.locator('body').innerText()} ${await page.title()}`;
      expect(text).not.toMatch(/layer_stack|transpose|scan\b|l4-workstation|staircase\.tar|named_axes/);
      // The original file is known by its content all the same.
      await pick(page, STAIRCASE);
      await expectState(page, 'open');
      await expect(page.getByText('Seven copies of 320 MiB to 860 MiB pile up under layer_stack.py: __call__')).toBeVisible();
    });
  });
});

test.describe('a link with a comparison', () => {
  test('says what differs without the files, and takes them one by one', async ({ site, browser }) => {
    await drop(site, UNSTACKED, STAIRCASE);
    await expectState(site, 'open');
    // In the order of their names, so the larger one is the baseline at first.
    await site.getByRole('button', { name: 'Swap baseline and candidate' }).click();
    await expect(site.getByRole('heading', { level: 1 })).toHaveText("Candidate's peak is 3.60 GiB (77 %) above the baseline's.");
    const url = await openShare(site);
    expect(url.length).toBeLessThanOrEqual(8000);
    await elsewhere(browser, url, async (page) => {
      await expectState(page, 'open');
      await expect(page.getByText(/drop “unstacked\.tar\.gz” and “staircase\.tar\.gz” for the rest/)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText("Candidate's peak is 3.60 GiB (77 %) above the baseline's.");
      await expect(page.getByText(/3\.77 GiB of the candidate's peak are copies made under layer_stack\.py: __call__; the baseline makes none\./)).toBeVisible();
      // One side alone is a summary as a link of one profile is, and the way back leads to the two.
      await page.getByRole('button', { name: 'Close unstacked.tar.gz' }).click();
      await expect(page.getByText(/drop “staircase\.tar\.gz” for the rest/)).toBeVisible();
      await expect(page.getByRole('slider', { name: /GPU_0_bfc/ })).toBeVisible();
      await page.goBack();
      await expect(page.getByText(/drop “unstacked\.tar\.gz” and “staircase\.tar\.gz” for the rest/)).toBeVisible();
      await pick(page, STAIRCASE);
      await expect(page.getByText(/drop “unstacked\.tar\.gz” for the rest/)).toBeVisible();
      await pick(page, UNSTACKED);
      await expect(page.getByText(/This is a summary from a link/)).toBeHidden();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText("Candidate's peak is 3.60 GiB (77 %) above the baseline's.");
    });
  });
});

test.describe('what a link is of', () => {
  const run = (hour: number, bytes: number): ProfileRun => ({
    run: `2026_11_30_${String(hour)}_00_00`,
    hosts: [{ host: 'trainer-0', xspace: memoryTrace({ before: 0, steps: `+a${String(bytes)} -a` }) }],
  });
  const logs = { name: 'logs.tar.gz', bytes: profileArchive(run(10, 1000), run(11, 3000), run(12, 2000)) };

  test('two runs of one archive, which are found again without their names', async ({ site, browser }) => {
    await pick(site, logs);
    await expectState(site, 'open');
    await site.getByRole('button', { name: 'Compare the runs' }).click();
    const dialog = site.getByRole('dialog', { name: 'Peaks of all runs' });
    for (const name of [/10_00_00/, /11_00_00/]) await dialog.getByRole('checkbox', { name }).check();
    await dialog.getByRole('button', { name: 'Compare these two' }).click();
    const sentence = "Candidate's peak is 1.95 KiB (200 %) above the baseline's.";
    await expect(site.getByRole('heading', { level: 1 })).toHaveText(sentence);
    const plain = await openShare(site);
    await site.getByRole('checkbox', { name: /Replace names/ }).check();
    const link = site.getByRole('textbox', { name: 'Link' });
    await expect(link).not.toHaveValue(plain);
    for (const url of [plain, await link.inputValue()]) {
      await elsewhere(browser, url, async (page) => {
        await expectState(page, 'open');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence);
        await pick(page, { ...logs, name: 'renamed.tar.gz' });
        await expect(page.getByText(/This is a summary from a link/)).toBeHidden();
        await expectState(page, 'open');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence);
        await expect(page.locator('.compare-sides')).toContainText(/renamed\.tar\.gz: .*10_00_00.*renamed\.tar\.gz: .*11_00_00/);
        // Its address is still the whole link.
        await page.reload();
        await expect(page.getByText(/This is a summary from a link/)).toBeVisible();
        await expect(page.getByText(/A link holds no profile/)).toBeHidden();
      });
    }
  });

  test('one dump of a series: it opens alone, or with the others', async ({ site, browser }) => {
    const dumps = ['leak_0.prof', 'leak_1.prof', 'leak_2.prof'].map(sample);
    await pick(site, ...dumps);
    await expectState(site, 'open');
    const url = await openShare(site);
    for (const [files, seen] of [[dumps.slice(2), /Highwaterleak_2\.prof/], [dumps, /3 dumps/]] as const) {
      await elsewhere(browser, url, async (page) => {
        await expectState(page, 'open');
        await expect(page.getByText(/drop “leak_2\.prof” for the rest/)).toBeVisible();
        await expect(page.getByText(/A link holds no profile/)).toBeHidden();
        await pick(page, ...files);
        await expect(page.getByText(/This is a summary from a link/)).toBeHidden();
        await expectState(page, 'open');
        await expect(page.locator('header')).toContainText(seen);
      });
    }
  });

  test('a file that stays open when the next one is none', async ({ site, browser }) => {
    await pick(site, { name: 'gpu.xplane.pb', bytes: gpuTrace() });
    await expectState(site, 'open');
    await elsewhere(browser, await openShare(site), async (page) => {
      await expectState(page, 'open');
      await pick(page, { name: 'gpu.xplane.pb', bytes: gpuTrace() });
      await expect(page.getByText(/This is a summary from a link/)).toBeHidden();
      await expectState(page, 'open');
      await pick(page, { name: 'notes.txt', bytes: new TextEncoder().encode('hello') });
      await expectState(page, 'refused');
      await page.getByRole('button', { name: /^Back to/ }).click();
      await page.getByRole('tab', { name: 'Allocations' }).click();
      await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
    });
  });
});

test('of two traces the one that has memory is shown, with the reason why the other is not beside it', async ({ site }) => {
  await drop(site, { name: 'a-gpu.xplane.pb', bytes: gpuTrace() }, { name: 'b-cpu.xplane.pb', bytes: cpuTrace() });
  await expectState(site, 'open');
  await expect(site.getByText(/^b-cpu\.xplane\.pb could not be put beside the other\. .*CPU backend/)).toBeVisible();
  await expect(site.locator('.fact-window-peak .fact-value')).toContainText('2.33 GiB');
});
