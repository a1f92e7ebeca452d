/** The line on top: its menus by mouse and by keys, and what it shows of a name. */

import { comparedSamples, gpuArchive } from './profiles.ts';
import { expect, expectState, pick, test, violations, widthCut } from './site.ts';

const LONG = 'a-rather-long-name-of-a-machine-and-of-what-it-was-asked-to-do-there.tar.gz';

test('is one line at 1280 pixels, with a long name too, and nothing leaves the page at 640', async ({ site }) => {
  await pick(site, { name: LONG, bytes: gpuArchive() });
  await expectState(site, 'open');
  const header = site.getByRole('banner');
  expect((await header.boundingBox())?.height).toBeLessThan(48);
  const name = header.locator('.cut-name');
  await expect(name).toHaveText(LONG);
  await site.setViewportSize({ width: 640, height: 400 });
  expect(await widthCut(name)).toBe(0);
  expect(await site.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
});

test('a comparison keeps it on one line', async ({ site }) => {
  await pick(site, ...comparedSamples());
  await expectState(site, 'open');
  expect((await site.getByRole('banner').boundingBox())?.height).toBeLessThan(48);
});

test('a menu is opened, walked and left by keys, and gives the focus back', async ({ site }) => {
  await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
  await expectState(site, 'open');
  const button = site.getByRole('button', { name: 'Share' });
  const item = (name: string) => site.getByRole('menuitem', { name });
  await button.focus();
  await site.keyboard.press('ArrowDown');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(item('Link…')).toBeFocused();
  expect(await violations(site)).toEqual([]);
  await site.keyboard.press('ArrowUp');
  await expect(item('Reduced profile…')).toBeFocused();
  await site.keyboard.press('Home');
  await expect(item('Link…')).toBeFocused();
  await site.keyboard.press('s');
  await expect(item('Save a report, Markdown')).toBeFocused();
  await site.keyboard.press('s');
  await expect(item('Save a report, one HTML file')).toBeFocused();
  await site.keyboard.press('Escape');
  await expect(site.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();

  await site.keyboard.press('Enter');
  await expect(item('Link…')).toBeFocused();
  await site.keyboard.press('Enter');
  await expect(site.getByRole('dialog', { name: 'Share a link' })).toBeVisible();
  await site.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('a menu closes on a click elsewhere, and Samples closes what is open', async ({ site }) => {
  await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
  await expectState(site, 'open');
  await site.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(site.getByRole('menuitem')).toHaveText(['Files…', 'A folder…', /^Samples/]);
  await site.mouse.click(640, 790);
  await expect(site.getByRole('menu')).toHaveCount(0);
  await site.getByRole('button', { name: 'Open', exact: true }).click();
  await site.getByRole('menuitem', { name: /^Samples/ }).click();
  await expectState(site, 'landing');
});
