import type { Locator, Page } from 'playwright/test';
import { gpuArchive } from './profiles.ts';
import { addressOf, expect, expectState, pick, test, violations } from './site.ts';

async function open(site: Page): Promise<Locator> {
  await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
  await expectState(site, 'open');
  return site.getByRole('slider');
}

async function brush(site: Page, surface: Locator, from: number, to: number): Promise<void> {
  const box = await surface.boundingBox();
  if (box === null) throw new Error('The timeline is not on the page.');
  await site.mouse.move(box.x + box.width * from, box.y + 100);
  await site.mouse.down();
  await site.mouse.move(box.x + box.width * to, box.y + 100, { steps: 3 });
  await site.mouse.up();
}

test.describe('the address', () => {
  test('goes back and forward through what was done on purpose', async ({ site }) => {
    const surface = await open(site);
    const crumbs = site.locator('.crumbs');
    await expect(site).toHaveURL(/#v=1&s=[\w-]+$/);
    await brush(site, surface, 0.3, 0.8);
    await expect(crumbs).not.toHaveText('whole capture');
    await site.getByRole('tab', { name: 'Steps' }).click();
    await site.goBack();
    await expect(site.getByRole('tab', { name: 'Flame' })).toHaveAttribute('aria-selected', 'true');
    await expect(crumbs).not.toHaveText('whole capture');
    await site.goBack();
    await expect(crumbs).toHaveText('whole capture');
    await site.goForward();
    await site.goForward();
    await expect(site.getByRole('tab', { name: 'Steps' })).toHaveAttribute('aria-selected', 'true');
    await expect(crumbs).not.toHaveText('whole capture');
    await expectState(site, 'open');
  });

  test('opened anew, it says which file it is of, and shows its view once that is there', async ({ site }) => {
    const surface = await open(site);
    await brush(site, surface, 0.3, 0.8);
    await expect(site.locator('.crumbs')).not.toHaveText('whole capture');
    const range = await site.locator('.crumbs').innerText();
    const url = await addressOf(site);
    await site.goto('about:blank');
    await site.goto(url);
    await expectState(site, 'landing');
    await expect(site.getByText(/^This link describes “profile\.tar\.gz/)).toBeVisible();
    await open(site);
    await expect(site.locator('.crumbs')).toHaveText(range);
    await expect(site.getByText(/^This link describes/)).toHaveCount(0);
  });

  test('that is damaged or newer is a sentence, and the page works', async ({ site }) => {
    for (const [fragment, words] of [['v=1&s=%3Cscript%3E', 'damaged'], ['v=99&s=e30', 'newer Highwater']]) {
      await site.goto('about:blank');
      await site.goto(`./#${fragment}`);
      await expectState(site, 'landing');
      await expect(site.getByRole('status').filter({ hasText: words })).toBeVisible();
      await site.getByRole('button', { name: 'Dismiss' }).click();
    }
    await open(site);
    await expect(site.locator('.crumbs')).toHaveText('whole capture');
  });
});

test.describe('help', () => {
  test('opens on ?, keeps the focus, closes on Escape and gives the focus back', async ({ site }) => {
    const surface = await open(site);
    await surface.focus();
    await site.keyboard.press('?');
    const dialog = site.getByRole('dialog', { name: 'Keys' });
    await expect(dialog).toBeVisible();
    await expect(dialog).toContainText('next, previous peak');
    expect(await violations(site, 'dialog')).toEqual([]);
    for (let i = 0; i < 6; i++) {
      await site.keyboard.press('Tab');
      expect(await site.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null)).toBe(true);
    }
    await site.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(surface).toBeFocused();
  });

  test('keys of one character can be turned off, and stay so', async ({ site }) => {
    await site.getByRole('button', { name: 'Keys' }).click();
    await site.getByLabel(/single letter/).uncheck();
    await site.keyboard.press('Escape');
    await site.reload();
    const surface = await open(site);
    await surface.focus();
    await site.keyboard.press('w');
    await site.keyboard.press('?');
    await expect(site.locator('.crumbs')).toHaveText('whole capture');
    await expect(site.getByRole('dialog')).toHaveCount(0);
    await site.keyboard.press('ArrowRight');
    await expect(surface).not.toHaveAttribute('aria-valuetext', /^window peak/);
  });
});

test('what was open is named after a reload, to be dropped again, and can be forgotten', async ({ site }) => {
  await open(site);
  await site.goto('./');
  await site.reload();
  await expectState(site, 'landing');
  const recent = site.getByRole('region', { name: 'Opened here before' });
  await expect(recent).toContainText('profile.tar.gz');
  await expect(recent).toContainText('Drop a file again to see it.');
  await recent.getByRole('button', { name: 'Forget these names' }).click();
  await expect(recent).toHaveCount(0);
  await site.reload();
  await expect(recent).toHaveCount(0);
});
