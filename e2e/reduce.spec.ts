/** A trace is made smaller on the page, and the smaller file opens with the same numbers. */

import { readFileSync } from 'node:fs';
import { gpuArchive, PEAK, writeLargeArchive } from './profiles.ts';
import { drop, expect, expectState, pick, test, violations } from './site.ts';

const archive = { name: 'profile.tar.gz', bytes: gpuArchive() };

test('a reduced profile is downloaded, dropped, and shows the same peak', async ({ site }) => {
  await pick(site, archive);
  await expectState(site, 'open');
  await site.getByRole('button', { name: 'Share' }).click();
  await site.getByRole('menuitem', { name: 'Reduced profile…' }).click();
  const dialog = site.getByRole('dialog', { name: 'Reduced profile' });
  await expect(dialog).toBeVisible();
  expect(await violations(site)).toEqual([]);
  const saving = site.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download reduced profile' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('profile-reduced.tar.gz');
  await expect(dialog.getByText(/^[\d.]+ (?:B|KiB) became [\d.]+ (?:B|KiB)/)).toBeVisible();
  await expect(dialog.getByText(/^Kept: \d+ memory events and \d+ others\. Left out: \d+ events\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();

  await drop(site, { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) });
  await expectState(site, 'open');
  await expect(site).toHaveTitle(/^profile-reduced\.tar\.gz/);
  await expect(site.getByRole('slider')).toHaveAttribute('aria-valuetext', new RegExp(`${PEAK.bytes} bytes`));
});

test('a large one shows how far it is and is cancelled', async ({ site }, info) => {
  const file = info.outputPath('profile.tar.gz');
  await writeLargeArchive(file, 400);
  await pick(site, file);
  await expectState(site, 'open');
  await site.getByRole('button', { name: 'Share' }).click();
  await site.getByRole('menuitem', { name: 'Reduced profile…' }).click();
  const dialog = site.getByRole('dialog', { name: 'Reduced profile' });
  await dialog.getByRole('button', { name: 'Download reduced profile' }).click();
  await expect(dialog.getByText(/^Reading: (?!0 %)[\d.]+ % of [\d.]+ [KM]iB$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('progressbar')).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Download reduced profile' })).toBeVisible();
});

test('a dump, which holds nothing but memory, is not offered to be reduced', async ({ site }) => {
  const bytes = readFileSync(new URL('../public/samples/leak_0.prof', import.meta.url));
  await pick(site, { name: 'leak_0.prof', bytes });
  await expectState(site, 'open');
  await site.getByRole('button', { name: 'Share' }).click();
  await expect(site.getByRole('menuitem', { name: 'Link…' })).toBeVisible();
  await expect(site.getByRole('menuitem', { name: 'Reduced profile…' })).toHaveCount(0);
});
