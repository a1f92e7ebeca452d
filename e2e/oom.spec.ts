import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import { buffers, jaxDump } from '../fixtures/pprof-writer.ts';
import { gpuArchive } from './profiles.ts';
import { catchCopies, drop, expect, expectState, pick, test, violations } from './site.ts';

/** A kernel without a grid: two outputs and one input taken whole, and some spilled registers. 96.25 MiB of 64.00 MiB. */
const VMEM = [
  'jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Ran out of memory in memory space vmem. ' +
    'Used 96.25M of 64.00M vmem. Exceeded vmem capacity by 32.25M.',
  '',
  'Program vmem requirement 96.25M:',
  '    scoped           96.25M',
  '',
  '  Largest program allocations in vmem:',
  '',
  ...[
    ['32.00M', 'f32[1024,8192]{1,0:T(8,128)}', 'register allocator output 0'],
    ['32.00M', 'f32[1024,8192]{1,0:T(8,128)}', 'register allocator output 1'],
    ['32.00M', 'f32[1024,8192]{1,0:T(8,128)}', 'input window 0'],
    ['256.0K', '', 'register allocator spill slots call depth 2'],
  ].flatMap(([size, shape, label], i) => [
    `  ${i + 1}. Size: ${size}`,
    ...(shape === '' ? [] : [`     Shape: ${shape}`, `     Unpadded size: ${size}`]),
    `     XLA label: ${label}`,
    '     Allocation type: scoped',
    '     ==========================',
    '',
  ]),
].join('\n');

const POOL = [
  'W external/xla/xla/tsl/framework/bfc_allocator.cc:501] Allocator (GPU_0_bfc) ran out of memory trying to allocate ' +
    '3.00GiB (rounded to 3221225472)requested by op ',
  `W external/xla/xla/tsl/framework/bfc_allocator.cc:512] ${'*'.repeat(88)}${'_'.repeat(12)}`,
  'XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 3221225472 bytes.',
].join('\n');

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

function file(name: string, text: string): { name: string; bytes: Uint8Array } {
  return { name, bytes: new TextEncoder().encode(text) };
}

test.describe('an error text', () => {
  test('is pasted, and its verdict, numbers, pictures and next steps are there', async ({ site }) => {
    await paste(site, VMEM);
    await expectState(site, 'open');
    const text = site.getByRole('region', { name: 'pasted text' });
    await expect(text.getByRole('heading', { name: 'On-chip memory: 32.25 MiB too much' })).toBeVisible();
    await expect(text.getByText('32.00 MiB').first()).toBeVisible();
    const numbers = text.locator('.oom-numbers');
    await expect(numbers).toContainText('96.25 MiB');
    await expect(numbers).toContainText('64.00 MiB');
    const saved = site.waitForEvent('download');
    await text.getByRole('button', { name: 'Save oom-numbers as CSV' }).first().click();
    const csv = await readFile(await (await saved).path(), 'utf8');
    expect(csv).toContain('number,bytes,error_bytes,counts');
    expect(csv).toMatch(/^capacity,67108864,\d+,/m);
    await expect(text.getByRole('img', { name: /VMEM.* 64\.00 MiB.*more than it holds/ })).toBeVisible();
    await expect(text.getByRole('img', { name: /Largest allocations.*f32\[1024,8192\].* 32\.00 MiB/ })).toBeVisible();
    const copies = await catchCopies(site);
    await text.getByRole('button', { name: /Copy.*BlockSpec/ }).first().click();
    expect((await copies())[0]).toContain('BlockSpec');
  });

  test('is dropped as a log among other lines', async ({ site }) => {
    const lines = Array.from({ length: 5000 }, (_, i) => `step ${i} loss ${1 / (i + 1)} all is well so far`);
    await drop(site, file('train.log', [...lines, POOL, ...lines].join('\n')));
    await expectState(site, 'open');
    await expect(site.getByRole('heading', { name: 'Pool full: 3.00 GiB requested' })).toBeVisible();
    await expect(site.getByText(/line 5,001/).first()).toBeVisible();
    await expect(site.getByRole('img', { name: /88 of 100 cells in use/ })).toBeVisible();
  });

  test('of several messages opens the largest', async ({ site }) => {
    const larger = POOL.replaceAll('3221225472', '6442450944').replace('3.00GiB', '6.00GiB');
    await paste(site, `${POOL}\n${'step 1 loss 0.5\n'.repeat(30)}${larger}`);
    const headings = site.getByRole('heading', { level: 3, name: /Pool full/ });
    await expect(headings).toHaveCount(2);
    await expect(headings.first()).toHaveText(/6\.00 GiB requested/);
    await expect(site.getByRole('heading', { name: 'What to do next' })).toHaveCount(1);
  });

  test('is text and nothing else', async ({ site }) => {
    await paste(site, VMEM.replace('input window 0', '<img src=x onerror=alert(1)>'));
    await expectState(site, 'open');
    await expect(site.locator('main img')).toHaveCount(0);
    await expect(site.locator('main').getByText('<img src=x onerror=alert(1)>').first()).toBeAttached();
  });

  test('with a profile open is shown, and the profile is there again afterwards', async ({ site }) => {
    await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
    await expectState(site, 'open');
    await paste(site, POOL);
    await expect(site.getByRole('heading', { name: /Pool full/ })).toBeVisible();
    await site.getByRole('button', { name: 'Back to profile.tar.gz' }).click();
    await expect(site.getByRole('slider')).toBeVisible();
    await expect(site.getByRole('region', { name: 'Error text' })).toContainText('Pool full: 3.00 GiB requested');
  });

  test('with a dump open names the call sites that hold buffers of the size of the request', async ({ site }) => {
    const stack = ['<module> /home/ada/train.py:9', 'init /home/ada/model.py:61'];
    const samples = [buffers(stack, 2, 3 * 2 ** 30), buffers(stack.slice(0, 1), 1, 4096)];
    await pick(site, { name: 'memory.prof', bytes: gzipSync(jaxDump(samples)) });
    await expectState(site, 'open');
    await paste(site, POOL);
    const beside = site.getByRole('region', { name: 'In memory.prof' });
    await expect(beside).toContainText('2 buffers in the dump are of exactly this size, 6.00 GiB in all.');
    await expect(beside.getByRole('row', { name: /^init/ })).toContainText('6,442,450,944 bytes');
  });

  test('of a few words says so, and leaves what is open', async ({ site }) => {
    await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
    await expectState(site, 'open');
    await paste(site, 'a few words');
    const notice = site.getByRole('status').filter({ hasText: 'The pasted text was not opened.' });
    await expect(notice).toBeVisible();
    await expect(site.getByRole('slider')).toBeVisible();
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await expect(site.getByText('The pasted text was not opened.')).toHaveCount(0);
  });

  test('pasted into a field stays in the field', async ({ site }) => {
    await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
    await expectState(site, 'open');
    const isTaken = await site.evaluate((pasted) => {
      const field = document.body.appendChild(document.createElement('textarea'));
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      const isLeft = field.dispatchEvent(event);
      field.remove();
      return !isLeft;
    }, POOL);
    expect(isTaken).toBe(false);
    await expect(site.getByRole('slider')).toBeVisible();
  });
});

test('the sample that ran out of memory shows its trace and its text', async ({ site }) => {
  await site.getByRole('button', { name: /Out of memory with 32 blocks/ }).click();
  await expectState(site, 'open');
  await expect(site.getByRole('slider')).toBeVisible();
  const band = site.getByRole('region', { name: 'Error text' });
  await expect(band).toContainText('2.69 GiB requested');
  await band.getByRole('button', { name: 'Explain the error text' }).click();
  await expect(site.getByRole('img', { name: /90 of 100 cells in use/ })).toBeVisible();
  const inProfile = site.getByRole('region', { name: 'In the open profile' });
  await expect(inProfile).toContainText(/on top of the window peak come to 22\.17 GiB, .* over its capacity/);
  await expect(inProfile.getByRole('row', { name: /named_axes\.py/ })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours axe finds nothing`, () => {
    test.use({ colorScheme });

    test('on explained texts, over a profile, and in a notice', async ({ site }) => {
      await paste(site, VMEM);
      await expectState(site, 'open');
      await paste(site, 'a few words');
      await expect(site.getByText('The pasted text was not opened.')).toBeVisible();
      for (const summary of await site.locator('main summary').all()) await summary.click();
      expect(await violations(site)).toEqual([]);
      await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
      await expect(site.getByRole('region', { name: 'Error text' })).toBeVisible();
      await expectState(site, 'open');
      expect(await violations(site)).toEqual([]);
    });
  });
}

for (const width of [640, 1280, 3840]) {
  test(`explained texts do not scroll sideways at ${width} px`, async ({ site }) => {
    await site.setViewportSize({ width, height: 800 });
    await paste(site, VMEM);
    await expectState(site, 'open');
    const sideways = await site.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(sideways).toBe(0);
  });
}
