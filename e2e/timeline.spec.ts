import type { Locator, Page } from 'playwright/test';
import { gpuArchive, PEAK } from './profiles.ts';
import { catchCopies, expect, expectState, pick, test } from './site.ts';

const WHOLE = 'whole capture';

async function open(site: Page): Promise<Locator> {
  await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
  await expectState(site, 'open');
  return site.getByRole('slider');
}

/** The visible range, as its crumb says it. */
function crumb(site: Page): Locator {
  return site.locator('.crumbs');
}

async function drag(site: Page, surface: Locator, from: number, to: number): Promise<void> {
  const box = await surface.boundingBox();
  if (box === null) throw new Error('The timeline is not on the page.');
  const x = (share: number): number => box.x + box.width * share;
  await site.mouse.move(x(from), box.y + 120);
  await site.mouse.down();
  await site.mouse.move(x((from + to) / 2), box.y + 120);
  await site.mouse.move(x(to), box.y + 120);
  await site.mouse.up();
}

test.describe('with the mouse', () => {
  test('dragging shows that range, again narrows it, and double click or the crumb go back', async ({ site }) => {
    const surface = await open(site);
    await expect(crumb(site)).toHaveText(WHOLE);
    await drag(site, surface, 0.3, 0.8);
    await expect(crumb(site)).toHaveText(/^whole capture › \d\.\d+ s to \d\.\d+ s \(2\.\d+ s\)$/);
    await drag(site, surface, 0.3, 0.8);
    await expect(crumb(site)).toHaveText(/\(1\.\d+ s\)$/);
    await site.getByRole('button', { name: WHOLE }).click();
    await expect(crumb(site)).toHaveText(WHOLE);
    await drag(site, surface, 0.3, 0.8);
    await surface.dblclick({ position: { x: 300, y: 100 } });
    await expect(crumb(site)).toHaveText(WHOLE);
  });

  test('the wheel zooms with Ctrl or focus, and scrolls the page otherwise', async ({ site }) => {
    const surface = await open(site);
    await surface.hover({ position: { x: 400, y: 100 } });
    await site.mouse.wheel(0, -300);
    await expect(crumb(site)).toHaveText(WHOLE);
    await site.keyboard.down('Control');
    await site.mouse.wheel(0, -300);
    await site.keyboard.up('Control');
    await expect(crumb(site)).not.toHaveText(WHOLE);
    await surface.click({ position: { x: 400, y: 100 } });
    await site.mouse.wheel(0, 3000);
    await expect(crumb(site)).toHaveText(WHOLE);
  });

  test('the pointer reads the step under it, a click sets the cursor there', async ({ site }) => {
    const surface = await open(site);
    const readout = site.locator('.readout');
    await expect(readout).toContainText(`peak${PEAK.time}`);
    await surface.hover({ position: { x: 150, y: 100 } });
    await expect(readout).toContainText(/^pointer.*in use 1\.00 GiB.*reserved 0 B.*total 1\.00 GiB \([\d,]+ bytes\)$/);
    await surface.click({ position: { x: 150, y: 100 } });
    await expect(surface).toHaveAttribute('aria-valuetext', /^\d\.\d+ s: in use 1\.00 GiB/);
    await site.getByRole('tab', { name: 'Steps' }).click();
    await expect(site.getByRole('row', { name: /^Cursor/ })).toBeVisible();
    await site.getByRole('button', { name: 'Jump to peak' }).click();
    await expect(surface).toHaveAttribute('aria-valuetext', new RegExp(`^window peak, ${PEAK.time}`));
    await expect(site.getByRole('row', { name: /^Cursor/ })).toHaveCount(0);
  });

  test('another allocator shows its own curve and peak', async ({ site }) => {
    const surface = await open(site);
    await site.getByRole('button', { name: /gpu_.*host_.*bfc/ }).click();
    await expect(surface).toHaveAttribute('aria-label', 'Moment in the memory of gpu_host_bfc');
    await expect(surface).toHaveAttribute('aria-valuetext', /window peak.*total 2\.65 GiB/);
  });

  test('a fact is copied with its exact bytes', async ({ site }) => {
    await open(site);
    const copies = await catchCopies(site);
    await site.getByRole('button', { name: /window peak/ }).click();
    await expect(site.getByText('Copied', { exact: true })).toBeAttached();
    expect(await copies()).toEqual([`${PEAK.bytes} bytes`]);
  });
});

test.describe('with the keyboard alone', () => {
  test('a profile is read from step to step, zoomed, moved and reset', async ({ site }) => {
    const surface = await open(site);
    await surface.focus();
    await site.keyboard.press('ArrowRight');
    await expect(surface).toHaveAttribute('aria-valuetext', /^3\.5\d+ s/);
    await site.keyboard.press('ArrowLeft');
    await expect(surface).toHaveAttribute('aria-valuetext', /^window peak/);
    await site.keyboard.press('Home');
    await expect(surface).toHaveAttribute('aria-valuetext', /^1\.000\d* s/);
    await site.keyboard.press('p');
    await expect(surface).toHaveAttribute('aria-valuetext', /^window peak/);
    await site.keyboard.press('w');
    await site.keyboard.press('w');
    await expect(crumb(site)).toHaveText(/\(1\.\d+ s\)$/);
    const before = await crumb(site).innerText();
    await site.keyboard.press('d');
    await expect(crumb(site)).not.toHaveText(before);
    await site.keyboard.press('0');
    await expect(crumb(site)).toHaveText(WHOLE);
  });

  test('every control is reached by Tab, and letters mean nothing outside the curve', async ({ site }) => {
    await open(site);
    const reached: string[] = [];
    for (let i = 0; i < 60; i++) {
      await site.keyboard.press('Tab');
      const name = await site.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      });
      reached.push(name);
      if (name.startsWith('Moment')) break;
    }
    for (const wanted of ['Open', 'Share', 'window peak', 'bfc', 'Jump to peak', 'Closer']) {
      expect(reached.some((name) => name.includes(wanted)), wanted).toBe(true);
    }
    await site.getByRole('button', { name: 'Jump to peak' }).focus();
    await site.keyboard.press('w');
    await expect(crumb(site)).toHaveText(WHOLE);
  });
});

test('the bar of the curve stays one line with a range chosen, and with many', async ({ site }) => {
  await open(site);
  const bar = site.locator('.timeline .bar');
  const height = async (): Promise<number> => (await bar.boundingBox())?.height ?? 0;
  const whole = await height();
  const surface = await site.getByRole('slider').boundingBox();
  if (surface === null) throw new Error('There is no curve.');
  for (const [from, to] of [[0.2, 0.9], [0.1, 0.8], [0.15, 0.85]]) {
    await site.mouse.move(surface.x + surface.width * from, surface.y + 100);
    await site.mouse.down();
    await site.mouse.move(surface.x + surface.width * to, surface.y + 100, { steps: 3 });
    await site.mouse.up();
  }
  await expect(crumb(site).getByRole('button')).toHaveCount(3);
  expect(await height()).toBe(whole);
  const [kept, end] = [await site.locator('.crumbs-now').boundingBox(), await bar.boundingBox()];
  expect(kept?.width).toBeGreaterThan(100);
  expect((end?.x ?? 0) + (end?.width ?? 0)).toBeLessThanOrEqual(1280);
});

test('on a wide screen the crumb has the range and its length, and the pointer its reading, both whole', async ({ site }) => {
  await site.setViewportSize({ width: 2560, height: 1200 });
  await open(site);
  const surface = await site.getByRole('slider').first().boundingBox();
  if (surface === null) throw new Error('There is no curve.');
  await site.mouse.move(surface.x + surface.width * 0.2, surface.y + 100);
  await site.mouse.down();
  await site.mouse.move(surface.x + surface.width * 0.9, surface.y + 100, { steps: 3 });
  await site.mouse.up();
  for (const [selector, words] of [
    ['.crumbs-text', /^ › [\d.]+ m?s to [\d.]+ m?s \([\d.]+ m?s\)$/],
    ['.readout-line', /^pointer.*: in use .* bytes\)/],
  ] as const) {
    const text = site.locator(selector);
    await expect(text).toHaveText(words);
    const [room, needed] = await text.evaluate((element) => [element.clientWidth, element.scrollWidth]);
    expect(needed).toBeLessThanOrEqual(room);
    expect(room).toBeGreaterThan(200);
  }
});

test('the curve is really painted, in the colours of the theme', async ({ site }) => {
  const surface = await open(site);
  const colorsOf = (): Promise<string[]> =>
    surface.evaluate((element) => {
      const canvas = element.querySelector('canvas');
      if (canvas === null) return [];
      // From a copy: reading the page's own canvas more than once makes Chromium warn.
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
      copy?.drawImage(canvas, 0, 0);
      const pixels = copy?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const seen = new Set<string>();
      for (let i = 0; i < pixels.length; i += 4) seen.add(`${pixels[i]},${pixels[i + 1]},${pixels[i + 2]}`);
      return [...seen];
    });
  expect(await colorsOf()).toEqual(expect.arrayContaining(['223,230,238', '194,65,12', '31,109,181']));
  await site.getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(colorsOf).toEqual(expect.arrayContaining(['38,44,52', '255,157,92']));
});

test('the theme is kept for the next visit', async ({ site }) => {
  await site.getByRole('radio', { name: 'Dark' }).check();
  await site.reload();
  await expect(site.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(site.getByRole('radio', { name: 'Dark' })).toBeChecked();
});
