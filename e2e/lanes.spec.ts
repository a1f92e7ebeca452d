import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { expect, expectState, pick, test } from './site.ts';

const STAIRCASE = fileURLToPath(new URL('../public/samples/staircase.tar.gz', import.meta.url));

/** Where the cursor of the lanes is, from the left edge of the curve above; null where it is hidden. */
function cursorX(site: Page): Promise<number | null> {
  return site.evaluate(() => {
    const cursor = document.querySelector('.lanes-cursor');
    const curve = document.querySelector('.timeline-layer');
    if (cursor === null || curve === null || getComputedStyle(cursor).visibility === 'hidden') return null;
    return Math.round(cursor.getBoundingClientRect().left + 0.5 - curve.getBoundingClientRect().left);
  });
}

test('the cursor of the lanes stands under that of the curve, also after a resize, a zoom and a fold', async ({ site }) => {
  await pick(site, STAIRCASE);
  await expectState(site, 'open');
  const surface = site.getByRole('slider', { name: /^Moment in the memory of/ });
  await surface.click({ position: { x: 400, y: 100 } });
  await expect.poll(() => cursorX(site)).toBe(400);
  const lanes = site.getByRole('button', { name: 'Lanes' });
  await lanes.click();
  await expect.poll(() => cursorX(site)).toBeNull();
  await lanes.click();
  await expect.poll(() => cursorX(site)).toBe(400);
  await site.setViewportSize({ width: 1000, height: 800 });
  await expect.poll(() => cursorX(site)).not.toBe(400);
  await surface.click({ position: { x: 300, y: 100 } });
  await expect.poll(() => cursorX(site)).toBe(300);
  await surface.press('+');
  await expect.poll(() => cursorX(site)).toBe(300);
});
