import { writeFileSync } from 'node:fs';
import { expect, expectState, test as siteTest } from './site.ts';

const test = siteTest.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--js-flags=--expose-gc'] });
    },
    { scope: 'worker' },
  ],
});

const LINE = 'I 2026-11-30 10:00:00 train.py:12] step 100 loss=0.25 tokens/s=18000\n';
const MESSAGE = 'RESOURCE_EXHAUSTED: Out of memory while trying to allocate 2885681152 bytes.\n';

// Chromium collects the stream of a file that only waiting functions hold: the reading then stood still for ever.
test('a file is read to its end whenever the workers collect their garbage', async ({ site }, testInfo) => {
  const path = testInfo.outputPath('train.log');
  writeFileSync(path, LINE.repeat(400_000) + MESSAGE);
  site.on('worker', (worker) => {
    void worker.evaluate(() => {
      const { gc } = globalThis as { gc?: () => void };
      setInterval(() => gc?.(), 1);
    });
  });
  const chosen = site.waitForEvent('filechooser');
  await site.getByRole('main').getByRole('button', { name: 'Open files' }).click();
  await (await chosen).setFiles(path);
  await expectState(site, 'open');
  await expect(site.getByText('2.69 GiB').first()).toBeVisible();
});
