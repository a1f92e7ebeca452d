import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { readPngText } from '../src/share/png-chunk.ts';
import { comparedSamples, gpuArchive, PEAK } from './profiles.ts';
import { drop, expect, expectState, holdQuestions, pick, test } from './site.ts';

const EXACT_PEAK = `window peak ${PEAK.rounded} (${PEAK.bytes} bytes) at ${PEAK.time}`;

async function open(site: Page): Promise<void> {
  await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
  await expectState(site, 'open');
}

/** The menu of the picture in a region of the page. */
async function openMenu(region: Locator): Promise<Locator> {
  const menu = region.locator('.save-menu');
  await menu.locator('summary').click();
  return menu;
}

async function save(menu: Locator, format: 'SVG' | 'PNG, 2×'): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    menu.page().waitForEvent('download'),
    menu.getByRole('button', { name: format }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

async function svgOf(region: Locator): Promise<{ name: string; svg: string }> {
  const { name, bytes } = await save(await openMenu(region), 'SVG');
  return { name, svg: bytes.toString('utf8') };
}

const timeline = (site: Page): Locator => site.getByRole('region', { name: 'Memory in use' });

test.describe('a picture of a view', () => {
  test('says by itself what it shows: files, exact peak, range, build', async ({ site }) => {
    await open(site);
    const { name, svg } = await svgOf(timeline(site));
    expect(name).toBe('memory-GPU_0_bfc.svg');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="1200" /);
    for (const words of [EXACT_PEAK, 'Memory in use: GPU_0_bfc', 'profile.tar.gz', 'shown: ', 'the whole capture'])
      expect(svg).toContain(words);
    expect(svg).toContain(`>Highwater ${await site.locator('.build').innerText()}`);
    expect(svg).toContain('fill="#fbfbfa"');
  });

  test('that was asked for before it is drawn is saved as soon as it is', async ({ site }) => {
    const letGo = await holdQuestions(site, 'blocks');
    await open(site);
    await site.getByRole('tab', { name: 'Blocks' }).click();
    const menu = await openMenu(site.locator('.blocks-bar'));
    const downloading = site.waitForEvent('download');
    await menu.getByRole('button', { name: 'SVG' }).click();
    await expect(menu.getByRole('status')).toContainText('There is nothing to draw yet.');
    await letGo();
    expect((await downloading).suggestedFilename()).toBe('blocks-GPU_0_bfc.svg');
    await expect(menu.getByRole('status')).toBeEmpty();
  });

  test('is made of the flame view, the blocks and the pool map as well', async ({ site }) => {
    await open(site);
    const flame = await svgOf(site.getByRole('region', { name: 'Flame view' }));
    expect(flame.svg).toContain('by call stack, held bytes');
    expect(flame.svg).toContain(EXACT_PEAK);
    await site.getByRole('tab', { name: 'Blocks' }).click();
    const blocks = await svgOf(site.locator('.blocks-bar'));
    expect(blocks.name).toBe('blocks-GPU_0_bfc.svg');
    expect(blocks.svg).toContain('from before the capture: 1.00 GiB at most');
    const map = await svgOf(site.getByRole('region', { name: 'Pool map' }));
    expect(map.svg).toContain('Pool map by address: GPU_0_bfc');
  });

  test('is made of a comparison: both curves, their difference, and the deltas as boxes', async ({ site }) => {
    await pick(site, ...comparedSamples());
    await expectState(site, 'open');
    const curves = await svgOf(site.getByRole('region', { name: 'Memory over time' }));
    for (const words of [
      'baseline: peak of GPU_0_bfc 4.67 GiB (5,015,278,592 bytes)',
      'candidate: peak of GPU_0_bfc 8.27 GiB (8,882,250,752 bytes)',
      'delta +3.60 GiB (+3,866,972,160 bytes)',
      'aligned by their starts',
    ])
      expect(curves.svg).toContain(words);
    const flame = await svgOf(site.getByRole('region', { name: 'Flame of deltas' }));
    expect(flame.svg).toContain('rose (edge on top)');
    expect(flame.svg).toMatch(/layer_stack\.py: __call__[^<]*\+3\.7\d GiB/);
  });

  test('is light or dark as chosen, whatever the page is', async ({ site }) => {
    await open(site);
    const menu = await openMenu(timeline(site));
    await menu.getByLabel('Colours').selectOption('dark');
    expect((await save(menu, 'SVG')).bytes.toString('utf8')).toContain('fill="#16181b"');
    await site.getByRole('radio', { name: 'Dark' }).check();
    await menu.getByLabel('Colours').selectOption('light');
    expect((await save(menu, 'SVG')).bytes.toString('utf8')).toContain('fill="#fbfbfa"');
    await menu.getByLabel('Colours').selectOption('as the page');
    expect((await save(menu, 'SVG')).bytes.toString('utf8')).toContain('fill="#16181b"');
  });

  test('is a PNG of twice the width that carries its view', async ({ site }) => {
    await open(site);
    const { name, bytes } = await save(await openMenu(timeline(site)), 'PNG, 2×');
    expect(name).toBe('memory-GPU_0_bfc.png');
    expect(bytes.readUInt32BE(16)).toBe(2400);
    expect(bytes.readUInt32BE(20)).toBeGreaterThan(800);
    expect(readPngText(bytes)).toMatch(/^v=1&s=[\w-]+&d=[\w-]+$/);
    // Whole to whoever decodes it.
    const decodes = await site.evaluate(async (base64) => {
      const raw = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      return (await createImageBitmap(new Blob([raw], { type: 'image/png' }))).width;
    }, bytes.toString('base64'));
    expect(decodes).toBe(2400);
  });

  test('opens and closes by keys', async ({ site }) => {
    await open(site);
    const menu = timeline(site).locator('.save-menu');
    await menu.locator('summary').focus();
    await site.keyboard.press('Enter');
    await expect(menu.getByRole('button', { name: 'SVG' })).toBeVisible();
    await site.keyboard.press('Tab');
    await expect(menu.getByLabel('Colours')).toBeFocused();
    await site.keyboard.press('Escape');
    await expect(menu.getByRole('button', { name: 'SVG' })).toBeHidden();
    await expect(menu.locator('summary')).toBeFocused();
  });

  test('copied, it stands with its link, and says that the clipboard strips the view', async ({ site }) => {
    await site.evaluate(() => {
      navigator.clipboard.write = (items) => {
        Object.assign(window, { copied: items[0] });
        return Promise.resolve();
      };
    });
    await open(site);
    const menu = await openMenu(timeline(site));
    await menu.getByRole('button', { name: 'Copy picture' }).click();
    await expect(menu.getByText('The clipboard strips the view from a picture')).toBeVisible();
    const link = await menu.getByLabel('Link to this view').inputValue();
    const copied = await site.evaluate(async () => {
      const { copied: item } = window as unknown as { copied: ClipboardItem };
      const head = new Uint8Array(await (await item.getType('image/png')).arrayBuffer()).slice(1, 4);
      return { head: Array.from(head), text: await (await item.getType('text/plain')).text() };
    });
    expect(copied).toEqual({ head: [0x50, 0x4e, 0x47], text: link });
    expect(link).toMatch(/#v=1&s=/);
  });
});

test.describe('a dropped picture', () => {
  test('downloaded here, it shows the same peak without the file, and the view with it', async ({ site, context }) => {
    await open(site);
    await site.getByRole('tab', { name: 'Blocks' }).click();
    const { name, bytes } = await save(await openMenu(timeline(site)), 'PNG, 2×');
    const fresh = await context.newPage();
    await fresh.goto('./');
    await drop(fresh, { name, bytes });
    await expectState(fresh, 'open');
    const peak = fresh.getByRole('region', { name: 'Facts' }).getByRole('button', { name: /window peak/ });
    await expect(peak).toHaveAttribute('title', `${PEAK.bytes} bytes`);
    // What the picture is of, and nothing that it is not.
    await drop(fresh, { name: 'profile.tar.gz', bytes: gpuArchive() });
    await expect(fresh.getByRole('tab', { name: 'Blocks' })).toHaveAttribute('aria-selected', 'true');
    await expect(fresh.locator('.blocks-readout')).toContainText('Allocations of GPU_0_bfc');
  });

  test('without a view, it is told why it may have none', async ({ site }) => {
    await open(site);
    const { bytes } = await save(await openMenu(timeline(site)), 'PNG, 2×');
    const plain = await site.evaluate(async (base64) => {
      const raw = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([raw], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      const written = await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer();
      return Array.from(new Uint8Array(written));
    }, bytes.toString('base64'));
    await drop(site, { name: 'posted.png', bytes: Uint8Array.from(plain) });
    await expectState(site, 'refused');
    await expect(site.getByText('This picture carries no profile')).toBeVisible();
  });
});
