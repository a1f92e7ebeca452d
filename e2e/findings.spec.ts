import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright/test';
import { memoryTrace } from '../fixtures/memory-trace.ts';
import { gpuArchive } from './profiles.ts';
import { expect, expectState, pick, test, violations } from './site.ts';

const sample = (name: string): string => fileURLToPath(new URL(`../public/samples/${name}`, import.meta.url));

async function openSample(site: Page, name: string): Promise<void> {
  await pick(site, sample(name));
  await expectState(site, 'open');
}

function findings(site: Page): Locator {
  return site.getByRole('region', { name: /^Findings/ }).getByRole('listitem');
}

function crumbs(site: Page): Locator {
  return site.locator('.crumbs');
}

test.describe('findings', () => {
  test('from the sample to the range, the moment and the call site', async ({ site }) => {
    await openSample(site, 'staircase.tar.gz');
    await expect(findings(site)).toHaveCount(1);
    const first = findings(site).first();
    await expect(first).toContainText('Staircase of copies');
    await expect(first).toContainText('3.77 GiB, 46 % of the peak, decides the peak');
    await first.getByRole('button', { name: /Staircase of copies/ }).first().click();
    await expect(first).toHaveAttribute('aria-current', 'true');
    await expect(crumbs(site)).toHaveText(/^whole capture › 41\.920 ms to 309\.238 ms/);
    await expect(site.getByRole('slider')).toHaveAttribute('aria-valuetext', /^226\.567 ms: in use 8\.27 GiB/);
    await expect(site.locator('.flame')).toContainText('alive at 226.567 ms: 8.27 GiB');
    // The call site that holds the copies, and the one that made them, as tables and blocks name it.
    await expect(first).toContainText('pile up under layer_stack.py: __call__');
    await expect(first).toContainText('Made in named_axes.py: with_positional_prefix.');
    await site.getByRole('button', { name: /^Show evidence of Staircase/ }).click();
    await expect(site.getByRole('searchbox', { name: 'Search frames' })).toHaveValue('layer_stack.py: __call__');
    await expect(crumbs(site)).toHaveText(/^whole capture › 41\.920 ms to 309\.238 ms/);
    await site.getByRole('button', { name: 'whole capture' }).click();
    await expect(crumbs(site)).toHaveText('whole capture');
  });

  test('of another allocator than the one shown say so, and showing one shows its allocator', async ({ site }) => {
    await openSample(site, 'staircase.tar.gz');
    const first = findings(site).first();
    await expect(first.locator('.finding-allocator')).toHaveText('GPU_0_bfc');
    await site.getByRole('button', { name: 'xla_gpu_host_bfc' }).click();
    await expect(first.locator('.finding-allocator')).toHaveText('On GPU_0_bfc, which is not shown now: choosing this shows it');
    await first.getByRole('button', { name: /^Show evidence/ }).click();
    await expect(site.locator('.bar-allocator')).toHaveText('GPU_0_bfc');
    await expect(first.locator('.finding-allocator')).toHaveText('GPU_0_bfc');
  });

  test('are walked with arrows and chosen with Enter', async ({ site }) => {
    await openSample(site, 'init.tar.gz');
    const choose = findings(site).locator('.finding-choose');
    await choose.first().focus();
    await site.keyboard.press('ArrowDown');
    await expect(choose.nth(1)).toBeFocused();
    await site.keyboard.press('Enter');
    await expect(findings(site).nth(1)).toHaveAttribute('aria-current', 'true');
    await site.keyboard.press('Home');
    await expect(choose.first()).toBeFocused();
  });

  test('show their evidence and are left with the keyboard alone', async ({ site }) => {
    await openSample(site, 'staircase.tar.gz');
    const choose = findings(site).locator('.finding-choose');
    await choose.first().focus();
    await site.keyboard.press('Tab');
    await expect(site.getByRole('button', { name: /^Show evidence of Staircase/ })).toBeFocused();
    await site.keyboard.press('Enter');
    const rows = findings(site).first().locator('tbody tr');
    await expect(rows).toHaveCount(7);
    await expect(rows.first()).toContainText('335,544,320');
    await rows.first().getByRole('button').click();
    await expect(site.getByRole('slider')).toHaveAttribute('aria-valuetext', /^108\.7/);
    await choose.first().focus();
    await site.keyboard.press('Escape');
    await expect(findings(site).first()).toHaveAttribute('aria-current', 'false');
  });

  test('where nothing stands out, that is said', async ({ site }) => {
    await pick(site, { name: 'quiet.xplane.pb', bytes: memoryTrace({ before: 4096, steps: '+a512 -a +b256 -b' }) });
    await expectState(site, 'open');
    await expect(site.getByRole('region', { name: 'Findings' })).toContainText('Nothing stands out');
    await expect(findings(site)).toHaveCount(0);
  });
});

test.describe('under the curve', () => {
  test('lanes are drawn, read under the pointer, listed, and stay closed after a reload', async ({ site }) => {
    await openSample(site, 'staircase.tar.gz');
    const picture = site.getByRole('img', { name: /^Lanes on the time axis/ });
    await expect(picture).toHaveAttribute('aria-label', /marks in dispatches/);
    const box = await picture.boundingBox();
    if (box === null) throw new Error('The lanes are not on the page.');
    const readout = site.locator('.lanes-readout');
    for (let share = 0.1; share < 0.95 && (await readout.innerText()) === ''; share += 0.002) {
      await site.mouse.move(box.x + box.width * share, box.y + 12);
    }
    await expect(readout).toHaveText(/^dispatches: .+ (starts at|from) \d/);
    await site.getByRole('button', { name: 'as a table' }).click();
    const table = site.getByRole('table', { name: /longest marks/ });
    await expect(table.getByRole('row').nth(1)).toContainText('dispatches');
    await table.getByRole('button').first().click();
    await expect(site.getByRole('slider')).not.toHaveAttribute('aria-valuetext', /^window peak/);
    await site.getByRole('button', { name: 'Lanes' }).click();
    await expect(picture).toHaveCount(0);
    await site.reload();
    await openSample(site, 'staircase.tar.gz');
    await expect(site.getByRole('button', { name: 'Lanes' })).toHaveAttribute('aria-expanded', 'false');
  });

  test('the overview strip moves the visible range by drag and by keys', async ({ site }) => {
    await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
    await expectState(site, 'open');
    await site.getByRole('button', { name: 'Closer' }).click();
    const strip = site.getByRole('scrollbar', { name: /^Visible range/ });
    await expect(crumbs(site)).not.toHaveText('whole capture');
    const before = await crumbs(site).innerText();
    await strip.focus();
    await site.keyboard.press('Home');
    await expect(strip).toHaveAttribute('aria-valuetext', /^Visible: 1\.000 s to/);
    const box = await strip.boundingBox();
    if (box === null) throw new Error('The strip is not on the page.');
    await site.mouse.move(box.x + box.width * 0.3, box.y + 12);
    await site.mouse.down();
    await site.mouse.move(box.x + box.width * 0.5, box.y + 12, { steps: 4 });
    await site.mouse.up();
    await expect(strip).not.toHaveAttribute('aria-valuetext', /^Visible: 1\.000 s to/);
    await expect(crumbs(site)).not.toHaveText(before);
    await strip.focus();
    await site.keyboard.press('0');
    await expect(crumbs(site)).toHaveText('whole capture');
  });

  test('peaks follow each other by n and b, sizes are fitted by y, and XProf’s picture is explained', async ({ site }) => {
    await openSample(site, 'unstacked.tar.gz');
    const surface = site.getByRole('slider');
    await surface.focus();
    await expect(surface).toHaveAttribute('aria-valuetext', /^window peak/);
    await site.keyboard.press('n');
    await expect(surface).not.toHaveAttribute('aria-valuetext', /^window peak/);
    await site.keyboard.press('b');
    await expect(surface).toHaveAttribute('aria-valuetext', /^window peak/);
    await site.keyboard.press('y');
    await expect(site.getByRole('button', { name: 'Fit sizes' })).toHaveAttribute('aria-pressed', 'true');
    await site.getByLabel('as XProf draws it').check();
    await expect(site.getByText(/it keeps the highest of each group, 1,000 points in all/)).toBeVisible();
  });
});

test.describe('the main screen with everything on', () => {
  for (const theme of ['Light', 'Dark'] as const) {
    test(`passes axe in ${theme.toLowerCase()}`, async ({ site }) => {
      await site.getByRole('radio', { name: theme }).check();
      await openSample(site, 'staircase.tar.gz');
      await findings(site).first().locator('.finding-choose').click();
      await site.getByRole('button', { name: /^Show evidence of Staircase/ }).click();
      await site.getByRole('button', { name: 'as a table' }).click();
      await site.getByLabel('as XProf draws it').check();
      expect(await violations(site)).toEqual([]);
    });
  }
});
