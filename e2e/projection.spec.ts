import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright/test';
import { memoryTrace } from '../fixtures/memory-trace.ts';
import { catchCopies, expect, expectState, pick, test, violations } from './site.ts';

const sample = (name: string): string => fileURLToPath(new URL(`../public/samples/${name}`, import.meta.url));

async function openDialog(site: Page, name: string): Promise<Locator> {
  await pick(site, sample(name));
  await expectState(site, 'open');
  await site.getByRole('button', { name: 'Will a deeper model fit?' }).click();
  const dialog = site.getByRole('dialog', { name: 'Will a deeper model fit?' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test.describe('will a deeper model fit?', () => {
  test('from two samples to 32 blocks: the sentence, the groups, the capacity', async ({ site }) => {
    const dialog = await openDialog(site, 'staircase.tar.gz');
    await expect(dialog).toContainText('How many blocks has the model in staircase.tar.gz');
    await dialog.getByLabel(/^Blocks in staircase\.tar\.gz/).fill('10');
    await dialog.getByLabel('Profile of another depth').setInputFiles(sample('staircase-4.tar.gz'));
    await dialog.getByLabel(/^Blocks in staircase-4\.tar\.gz/).fill('4');
    await dialog.getByLabel('Blocks to ask about').fill('32');
    const sentence = dialog.locator('.projection-sentence');
    await expect(sentence).toHaveText(
      '32 blocks would need 24.86 GiB at the peak of jit_scan: that does not fit in 16.58 GiB, by 8.28 GiB at least, ' +
        'even without any temps.',
    );
    await expect(dialog.getByRole('row', { name: /^copies/ })).toContainText('12.06 GiB');
    await expect(dialog.getByRole('img', { name: /^Memory at 32 blocks: weights/ })).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Capacity' }).fill('40 GiB');
    await expect(sentence).toContainText('It is likely to fit, but that is worked out from other depths');
    expect(await violations(site, 'dialog')).toEqual([]);
    await site.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    // The open profile is still there, and answers.
    await expect(site.getByRole('button', { name: 'Will a deeper model fit?' })).toBeFocused();
    await expect(site.locator('.flame')).toBeVisible();
  });

  test('one profile whose repetitions tell its depth gives a wide range, and the compiler’s way is copied', async ({ site }) => {
    const dialog = await openDialog(site, 'unstacked.tar.gz');
    await expect(dialog.getByLabel(/^Blocks in unstacked/)).toHaveValue('10');
    await expect(dialog).toContainText('told by what repeats in it');
    await dialog.getByLabel('Blocks to ask about').fill('32');
    await expect(dialog.locator('.projection-sentence')).toContainText('4.67 GiB to 14.95 GiB');
    await expect(dialog).toContainText('One depth gives wide ranges');
    const copies = await catchCopies(site);
    await dialog.getByRole('button', { name: 'Copy the code: ask the compiler' }).click();
    expect((await copies())[0]).toContain('memory_analysis()');
  });

  test('a file that is no trace is not added, and the dialog says why', async ({ site }) => {
    const dialog = await openDialog(site, 'staircase.tar.gz');
    const buffer = Buffer.from('no profile at all');
    await dialog.getByLabel('Profile of another depth').setInputFiles({ name: 'notes.txt', mimeType: '', buffer });
    await expect(dialog).toContainText('notes.txt was not added.');
    const trace = Buffer.from(memoryTrace({ before: 4096, steps: '+a512 -a' }));
    await dialog.getByLabel('Profile of another depth').setInputFiles({ name: 'b.xplane.pb', mimeType: '', buffer: trace });
    await expect(dialog.getByLabel('Blocks in b.xplane.pb')).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove b.xplane.pb' }).click();
    await expect(dialog.getByLabel('Blocks in b.xplane.pb')).toHaveCount(0);
  });
});
