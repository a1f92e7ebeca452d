import { gzipped } from '../fixtures/archive.ts';
import { cpuTrace, gpuArchive, gpuTrace, PEAK, writeLargeArchive } from './profiles.ts';
import { drop, expect, expectState, pick, test } from './site.ts';

const archive = { name: 'profile.tar.gz', bytes: gpuArchive() };

test.describe('opening', () => {
  test('a dropped archive shows its peak, rounded and exact', async ({ site }) => {
    await drop(site, archive);
    await expectState(site, 'open');
    const fact = { name: new RegExp(`^${PEAK.rounded} window peak, ${PEAK.time}`) };
    await expect(site.getByRole('region', { name: 'Facts' }).getByRole('button', fact)).toBeVisible();
    const value = new RegExp(`window peak.*${PEAK.bytes} bytes`);
    await expect(site.getByRole('slider')).toHaveAttribute('aria-valuetext', value);
    const row = site.getByRole('table').filter({ hasText: 'Window peak, bytes' }).getByRole('row', { name: /GPU_0_/ });
    await expect(row).toContainText(PEAK.bytes);
    const marks = await site.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name));
    expect(marks).toEqual(expect.arrayContaining(['highwater:open-start', 'highwater:drawn']));
  });

  for (const [kind, file] of [
    ['a bare trace', { name: 'host.xplane.pb', bytes: gpuTrace() }],
    ['a compressed trace', { name: 'host.xplane.pb.gz', bytes: gzipped(gpuTrace()) }],
    ['an archive under a wrong name', { name: 'download (3)', bytes: archive.bytes }],
  ] as const) {
    test(`${kind} opens through the picker`, async ({ site }) => {
      await pick(site, file);
      await expectState(site, 'open');
      await expect(site.getByRole('slider')).toHaveAttribute('aria-valuetext', new RegExp(`${PEAK.bytes} bytes`));
    });
  }

  test('a pasted file opens', async ({ site }) => {
    await site.evaluate((bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([Uint8Array.from(bytes)], 'host.xplane.pb'));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, Array.from(gpuTrace()));
    await expectState(site, 'open');
  });

  test('a trace without memory events says why, and what it holds', async ({ site }) => {
    await pick(site, { name: 'cpu.xplane.pb', bytes: cpuTrace() });
    await expectState(site, 'open');
    await expect(site.getByRole('heading', { name: 'This profile has no memory curve' })).toBeVisible();
    await expect(site.getByText('taken on the CPU backend, which emits no memory events')).toBeVisible();
    await expect(site.getByRole('row', { name: '/host:CPU 1 100' })).toBeVisible();
    await expect(site.getByRole('slider')).toHaveCount(0);
  });

  test('a sample is one click away', async ({ site }) => {
    await site.getByRole('region', { name: /sample/ }).getByRole('button').first().click();
    await expectState(site, 'open');
    await expect(site.getByRole('slider')).toHaveAttribute('aria-valuetext', /[\d,]{9,} bytes/);
  });
});

test.describe('what does not open', () => {
  const wrong = { name: 'shot.txt', bytes: new TextEncoder().encode('not a profile') };

  test('a wrong file gets its name, a code and a sentence, and there is a way back', async ({ site }) => {
    await drop(site, wrong);
    await expectState(site, 'refused');
    await expect(site.getByRole('heading', { name: 'This file was not opened' })).toBeVisible();
    const refusal = site.getByRole('listitem');
    await expect(refusal).toContainText('shot.txt');
    await expect(refusal.locator('code')).toHaveText(/^[a-z-]+$/);
    expect((await refusal.locator('p').last().innerText()).length).toBeGreaterThan(20);
    await site.getByRole('button', { name: 'Back to the start' }).click();
    await expectState(site, 'landing');
  });

  test('with a profile open, a wrong file gives it back', async ({ site }) => {
    await pick(site, archive);
    await expectState(site, 'open');
    await drop(site, wrong);
    await expectState(site, 'refused');
    await site.getByRole('button', { name: 'Back to profile.tar.gz' }).click();
    await expectState(site, 'open');
    await expect(site.getByRole('slider')).toHaveAttribute('aria-valuetext', new RegExp(`${PEAK.bytes} bytes`));
  });

  test('dropped with a profile, it is named among what could not be read', async ({ site }) => {
    await drop(site, archive, wrong);
    await expectState(site, 'open');
    await expect(site.getByRole('region', { name: 'What is missing or in doubt' })).toContainText('shot.txt');
  });

  test('names and texts of a file stay text', async ({ site }) => {
    await pick(site, { name: '<img src=x onerror=alert(1)>.txt', bytes: wrong.bytes });
    await expectState(site, 'refused');
    await expect(site.getByText('<img src=x onerror=alert(1)>.txt')).toBeVisible();
    await expect(site.locator('img')).toHaveCount(0);
  });
});

test.describe('a large load', () => {
  test('shows how far it is, is cancelled by button and by key, and leaves the page usable', async ({ site }, info) => {
    const file = info.outputPath('profile.tar.gz');
    await writeLargeArchive(file, 400);
    await pick(site, file);
    await expectState(site, 'loading');
    await expect(site.getByText(/^\d+ MB\/s$|^\d\.\d MB\/s$/)).toBeVisible();
    await expect(site.getByText(/^(?!0 %$)[\d.]+ %$/)).toBeVisible();
    await site.getByRole('button', { name: 'Cancel' }).click();
    await expectState(site, 'landing');
    await pick(site, file);
    await expect(site.getByRole('progressbar')).toBeVisible();
    await site.keyboard.press('Escape');
    await expectState(site, 'landing');
    await pick(site, archive);
    await expectState(site, 'open');
  });
});
