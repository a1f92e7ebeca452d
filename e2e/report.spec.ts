import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright/test';
import { comparedSamples, gpuArchive, PEAK } from './profiles.ts';
import { catchCopies, expect, expectState, pick, test } from './site.ts';

const UNSTACKED = 'public/samples/unstacked.tar.gz';
const STAIRCASE = 'public/samples/staircase.tar.gz';
const HEADLINE = "Candidate's peak is 3.60 GiB (77 %) above the baseline's.";

/** A report as whoever gets it opens it: from the disk, without a network, every complaint of the browser caught. */
async function openFromDisk(browser: Browser, file: string): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(file).href) faults.push(`request to ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href);
  return { page, faults };
}

async function openMenu(site: Page): Promise<Locator> {
  await site.getByRole('button', { name: 'Share' }).click();
  return site.locator('header .menu-panel');
}

async function saveReport(site: Page, to: string): Promise<string> {
  const menu = await openMenu(site);
  const [download] = await Promise.all([
    site.waitForEvent('download'),
    menu.getByRole('menuitem', { name: 'Save a report, one HTML file' }).click(),
  ]);
  await download.saveAs(to);
  return download.suggestedFilename();
}

test('a report is one file that shows peak, curve, findings and call stacks from the disk', async ({
  site,
  browser,
}, testInfo) => {
  await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
  await expectState(site, 'open');
  const finding = await site.locator('.finding-sentence').first().innerText();
  const file = testInfo.outputPath('report.html');
  expect(await saveReport(site, file)).toMatch(/^report-.*\.html$/);
  expect(readFileSync(file, 'utf8')).not.toMatch(/<(script|link|img)[^>]+(src|href)=/);

  const { page, faults } = await openFromDisk(browser, file);
  await expect(page.locator('.fact-window-peak')).toContainText(`${PEAK.bytes} bytes`);
  await expect(page.locator('svg.picture').first()).toBeVisible();
  await expect(page.getByText(`peak ${PEAK.rounded} (${PEAK.bytes} bytes)`, { exact: true })).toBeVisible();
  expect(await page.locator('.report-findings').innerText()).toContain(finding.slice(0, 30));
  await expect(page.getByRole('table', { name: 'By call site' })).toBeVisible();
  // A box at full width, and back.
  const boxes = page.locator('.report-boxes');
  await boxes.click({ position: { x: 20, y: 30 } });
  await page.getByRole('button', { name: 'show everything' }).click();
  await expect(page.getByRole('button', { name: 'show everything' })).toBeHidden();
  expect(faults).toEqual([]);
});

test('a report in Markdown is copied, with the peak, the findings and who held the memory', async ({ site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
  await expectState(site, 'open');
  const menu = await openMenu(site);
  await menu.getByRole('menuitem', { name: 'Copy a report, Markdown' }).click();
  await expect(menu.getByRole('status')).toHaveText('Copied. Paste it into an issue.');
  const text = await site.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain('### Memory of `profile.tar.gz`');
  expect(text).toContain(`**${PEAK.rounded} (${PEAK.bytes} bytes)**`);
  expect(text).toContain('#### Who held the memory at the peak');
});

test('a comparison is reported: its sentence, both peaks and the delta, as HTML and as Markdown', async ({
  site,
  browser,
}, testInfo) => {
  await pick(site, ...comparedSamples());
  await expectState(site, 'open');
  const file = testInfo.outputPath('comparison.html');
  await saveReport(site, file);
  const { page, faults } = await openFromDisk(browser, file);
  await expect(page.locator('.report-headline')).toHaveText(HEADLINE);
  await expect(page.getByRole('table', { name: 'Both sides' })).toContainText('8,882,250,752');
  await expect(page.getByRole('table', { name: 'What differs, by call site' })).toContainText('+4,047,667,200');
  // Both curves on one axis with their difference, and both trees on each other.
  await expect(page.getByRole('heading', { name: 'Memory over time, aligned by their starts' })).toBeVisible();
  await expect(page.locator('.report-comparison svg.picture').first()).toContainText('candidate − baseline');
  const boxes = page.locator('.report-comparison .report-boxes');
  await expect(boxes).toContainText('layer_stack.py: __call__');
  await expect(boxes).toContainText('new +');
  await boxes.click({ position: { x: 20, y: 30 } });
  await page.locator('.report-comparison').getByRole('button', { name: 'show everything' }).click();
  expect(faults).toEqual([]);

  const copies = await catchCopies(site);
  const menu = site.locator('header .menu-panel');
  await menu.getByRole('menuitem', { name: 'Copy a report, Markdown' }).click();
  await expect(menu.getByText('Copied.')).toBeVisible();
  const [markdown] = await copies();
  expect(markdown).toContain(HEADLINE);
});

test('a report of a trace against a dump has no curves, and says what differs', async ({ browser }, testInfo) => {
  const file = testInfo.outputPath('mixed.html');
  execFileSync('node', ['dist-cli/main.js', 'compare', UNSTACKED, 'public/samples/leak_0.prof', '--html', file]);
  const { page, faults } = await openFromDisk(browser, file);
  await expect(page.locator('.report-headline')).toHaveText(/^Candidate's total is .* below the baseline's peak\.$/);
  await expect(page.locator('.report-comparison .report-boxes')).toContainText('vanished −');
  await expect(page.getByRole('heading', { name: /^Memory over time/ })).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('the command writes the same file', async ({ browser }, testInfo) => {
  const file = testInfo.outputPath('command.html');
  execFileSync('node', ['dist-cli/main.js', 'compare', UNSTACKED, STAIRCASE, '--html', file]);
  const { page, faults } = await openFromDisk(browser, file);
  await expect(page.locator('.report-headline')).toHaveText(HEADLINE);
  expect(faults).toEqual([]);
});

test('tables are saved with exact numbers, as CSV and as JSON', async ({ site }) => {
  await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
  await expectState(site, 'open');
  const save = async (label: string): Promise<string> => {
    const [download] = await Promise.all([
      site.waitForEvent('download'),
      site.getByRole('button', { name: label, exact: true }).click(),
    ]);
    return readFileSync(await download.path(), 'utf8');
  };
  const bytes = PEAK.bytes.replaceAll(',', '');
  expect((await save('Save allocators as CSV')).split('\r\n')[1]).toContain(`GPU_0_bfc,,device,${bytes},`);
  expect(JSON.parse(await save('Save findings as JSON')) as unknown[]).not.toHaveLength(0);
  await site.getByRole('tab', { name: 'Steps' }).click();
  expect(await save('Save steps as CSV')).toContain(`,${bytes}\r\n`);
  expect(await save('Save moments as CSV')).toMatch(new RegExp(`^Window peak,\\d+,.*,${bytes},1\r$`, 'm'));
  await site.getByRole('tab', { name: 'Allocations' }).click();
  const rows = JSON.parse(await save('Save as JSON')) as { held_bytes: number }[];
  expect(rows.some(({ held_bytes: held }) => held === 256 * 2 ** 20)).toBe(true);
});
