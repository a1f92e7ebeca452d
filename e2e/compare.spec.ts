import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { profileArchive } from '../fixtures/archive.ts';
import { gpuArchive, gpuTrace, PEAK } from './profiles.ts';
import type { NamedBytes } from './site.ts';
import { addressOf, drop, expect, expectState, pick, test, violations, widthCut } from './site.ts';

const sample = (name: string): NamedBytes => ({
  name,
  bytes: readFileSync(new URL(`../public/samples/${name}`, import.meta.url)),
});

const UNSTACKED = sample('unstacked.tar.gz');
const STAIRCASE = sample('staircase.tar.gz');
const TRIANGLE = sample('triangle.tar.gz');
/** Copies of stacked weights: what the staircase has more. */
const CALL_SITE = 'layer_stack.py: __call__';

const head = (site: Page): Locator => site.getByRole('region', { name: 'What differs' });
const curve = (site: Page): Locator => site.getByRole('slider', { name: /baseline and candidate/ });
const flame = (site: Page): Locator => site.getByRole('tree', { name: /^Flame of deltas/ });
const item = (site: Page): Locator => flame(site).getByRole('treeitem');

async function swap(site: Page): Promise<void> {
  await head(site).getByRole('button', { name: 'Swap baseline and candidate' }).click();
}

/** The baseline is the first in natural order: of these two, the staircase. */
async function openPair(site: Page, ...files: NamedBytes[]): Promise<void> {
  await drop(site, ...files);
  await expectState(site, 'open');
  await expect(head(site)).toBeVisible();
}

/** Drops on the right half of the page, where a profile is compared with what is open. */
async function dropBeside(site: Page, { name, bytes }: NamedBytes): Promise<void> {
  const transfer = await site.evaluateHandle(
    ({ name: file, base64 }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], file));
      return data;
    },
    { name, base64: Buffer.from(bytes).toString('base64') },
  );
  const at = { dataTransfer: transfer, clientX: 1200, clientY: 300 };
  await site.dispatchEvent('#root', 'dragenter', at);
  await expect(site.getByText('Open instead')).toBeVisible();
  await expect(site.getByText('Compare with what is open')).toBeVisible();
  await site.dispatchEvent('#root', 'dragover', at);
  await site.dispatchEvent('#root', 'drop', at);
}

test.describe('two profiles that are dropped together', () => {
  test('are compared: the sentence, both totals, the curves, the boxes and the table name the same cause', async ({ site }) => {
    await openPair(site, UNSTACKED, STAIRCASE);
    // In the order of their names, so the larger one is the baseline at first.
    await expect(head(site).getByRole('heading')).toHaveText(/^Candidate's peak is .* below the baseline's\.$/);
    await swap(site);
    await expect(head(site).getByRole('heading')).toHaveText(/^Candidate's peak is 3\.60 GiB \(77 %\) above the baseline's\.$/);
    await expect(head(site)).toContainText(`copies made under ${CALL_SITE}; the baseline makes none.`);
    await expect(head(site).getByRole('button', { name: /^4\.67 GiB baseline’s window peak/ })).toBeVisible();
    await expect(head(site).getByRole('button', { name: /^8\.27 GiB candidate’s window peak/ })).toHaveAttribute(
      'title',
      '8,882,250,752 bytes',
    );
    await expect(curve(site)).toHaveAttribute('aria-valuetext', /baseline 4\.50 GiB, candidate 8\.27 GiB, difference \+3\.7\d GiB \(/);

    await flame(site).focus();
    await expect(item(site)).toHaveAccessibleName(/^candidate − baseline, at the peak of each: \+3\.60 GiB \(\+3,866,972,160 bytes\)/);
    for (let i = 0; i < 3; i++) await site.keyboard.press('ArrowDown');
    await expect(item(site)).toHaveAccessibleName(new RegExp(`^${CALL_SITE.replace('.', '\\.')}: \\+3\\.77 GiB .*new: the baseline has none`));

    await site.getByRole('tab', { name: 'Table' }).click();
    await site.getByLabel('How it is grouped').selectOption('by call site');
    const row = site.getByRole('row').filter({ has: site.getByRole('rowheader', { name: /layer_stack\.py: __call__/ }) });
    await expect(row.first()).toContainText('+');
    await site.getByRole('tab', { name: /^Findings/ }).click();
    await expect(site.getByRole('group', { name: 'Findings of both sides' })).toContainText('Only in the candidate (1)');
  });

  test('swapping turns every sign, and swapping back restores it', async ({ site }) => {
    await openPair(site, UNSTACKED, TRIANGLE);
    const delta = head(site).getByRole('button', { name: /candidate − baseline/ });
    const before = (await delta.getAttribute('title')) ?? '';
    const sentence = await head(site).getByRole('heading').innerText();
    expect(before).toMatch(/^[+−][\d,]+ bytes$/);
    await swap(site);
    await expect(delta).toHaveAttribute('title', before.startsWith('+') ? before.replace('+', '−') : before.replace('−', '+'));
    await site.goBack();
    await expect(head(site).getByRole('heading')).toHaveText(sentence);
    await site.goForward();
    await expect(head(site).getByRole('heading')).not.toHaveText(sentence);
  });

  test('a profile against itself is no difference anywhere', async ({ site }) => {
    await openPair(site, { ...STAIRCASE, name: 'a.tar.gz' }, { ...STAIRCASE, name: 'b.tar.gz' });
    await expect(head(site).getByRole('heading')).toContainText('are the same');
    await expect(head(site).getByRole('button', { name: /^no difference candidate − baseline/ })).toBeVisible();
    await expect(site.getByText(/^No difference: at the peak of each/)).toBeVisible();
    await expect(curve(site)).toHaveAttribute('aria-valuetext', /no difference$/);
  });

  test('closing one side leaves the other open, with all its views', async ({ site }) => {
    await openPair(site, UNSTACKED, STAIRCASE);
    await head(site).getByRole('button', { name: 'Close unstacked.tar.gz' }).click();
    await expect(site.getByRole('slider', { name: /GPU_0_bfc/ })).toBeVisible();
    await expect(site.getByRole('tree').getByRole('treeitem')).toHaveAccessibleName(/^alive at the window peak.*8\.27 GiB/);
    await expect(site).toHaveTitle(/staircase/);
  });

  test('are told apart by their names: whole where there is room, and where there is none by what differs', async ({ site }) => {
    const named = (word: string): string => `transformer_base_float32_batch_64_${word}_2026_11_30_10_00_00_on_trainer.tar.gz`;
    const names = [head(site).locator('.cut-name'), site.getByRole('banner').locator('.cut-name')];
    await openPair(site, UNSTACKED, STAIRCASE);
    for (const both of names) {
      await expect(both).toHaveText(['staircase.tar.gz', 'unstacked.tar.gz']);
      for (const name of await both.all()) expect(await widthCut(name)).toBe(0);
    }
    await openPair(site, { ...STAIRCASE, name: named('stacked') }, { ...UNSTACKED, name: named('unrolled') });
    await site.setViewportSize({ width: 1920, height: 1080 });
    for (const both of names) {
      await expect(both).toHaveText([named('stacked'), named('unrolled')]);
      expect(await widthCut(both.first())).toBe(0);
      expect(await widthCut(both.last())).toBe(0);
    }
    await site.setViewportSize({ width: 480, height: 800 });
    for (const both of names) {
      expect(await widthCut(both.last())).toBeGreaterThan(0);
      const told = both.locator('.cut-told');
      await expect(told).toHaveText(['stacked', 'unrolled']);
      expect(await widthCut(told.first())).toBe(0);
      expect(await widthCut(told.last())).toBe(0);
    }
  });

  test('one of them broken leaves the other, and says why', async ({ site }) => {
    await drop(site, STAIRCASE, { name: 'broken.xplane.pb', bytes: new TextEncoder().encode('nothing of the kind') });
    await expectState(site, 'open');
    await expect(site.getByRole('region', { name: 'What is missing or in doubt' })).toContainText('broken.xplane.pb');
    await expect(site.getByRole('slider', { name: /GPU_0_bfc/ })).toBeVisible();
  });

  test('the view is in the address, and comes back with the files', async ({ site }) => {
    await openPair(site, UNSTACKED, STAIRCASE);
    await swap(site);
    await site.getByLabel('How the curves are laid on each other').selectOption('aligned by their peaks');
    await site.getByRole('tab', { name: 'Table' }).click();
    await expect(site).toHaveURL(/#v=1&s=[\w-]+$/);
    const url = await addressOf(site);
    await site.goto('about:blank');
    await site.goto(url);
    await expect(site.getByText(/^This link describes “unstacked\.tar\.gz”, “staircase\.tar\.gz”/)).toBeVisible();
    await openPair(site, UNSTACKED, STAIRCASE);
    await expect(site.getByRole('tab', { name: 'Table' })).toHaveAttribute('aria-selected', 'true');
    await expect(site.getByLabel('How the curves are laid on each other')).toHaveValue('1');
    await expect(head(site).getByRole('heading')).toContainText('above the baseline');
  });
});

test.describe('a profile beside the open one', () => {
  test('by the button in the header: what was open is the baseline', async ({ site }) => {
    await pick(site, UNSTACKED);
    await expectState(site, 'open');
    await expect(site.getByRole('button', { name: 'Compare with…' })).toBeVisible();
    await site.getByLabel('Profile to compare with').setInputFiles({ ...STAIRCASE, mimeType: '', buffer: Buffer.from(STAIRCASE.bytes) });
    await expect(head(site).getByRole('heading')).toContainText('above the baseline');
    await head(site).getByRole('button', { name: 'Close staircase.tar.gz' }).click();
    await expect(site.getByRole('slider', { name: /GPU_0_bfc/ })).toBeVisible();
    await expect(site.getByRole('tree').getByRole('treeitem')).toHaveAccessibleName(/4\.67 GiB/);
  });

  test('by a drop on its half of the page; a file that is none leaves all as it was', async ({ site }) => {
    await pick(site, UNSTACKED);
    await expectState(site, 'open');
    await dropBeside(site, { name: 'notes.txt', bytes: new TextEncoder().encode('not a profile') });
    await expect(site.getByRole('status').filter({ hasText: 'notes.txt could not be put beside the other' })).toBeVisible();
    await expect(site.getByRole('slider', { name: /GPU_0_bfc/ })).toBeVisible();
    await dropBeside(site, STAIRCASE);
    await expect(head(site).getByRole('heading')).toContainText('above the baseline');
  });

  test('from the landing page, two samples in one click', async ({ site }) => {
    await site.getByRole('button', { name: /^Compare: / }).click();
    await expectState(site, 'open');
    await expect(head(site).getByRole('heading')).toContainText('above the baseline');
  });
});

test.describe('a third profile', () => {
  const dialog = (site: Page): Locator => site.getByRole('dialog', { name: 'Two are open already' });
  const liveWorkers = (site: Page): number => site.workers().filter((worker) => /data\.worker/.test(worker.url())).length;

  test('takes the place of a side that is named, or of none', async ({ site }) => {
    await openPair(site, UNSTACKED, STAIRCASE);
    await swap(site);
    await expect(head(site)).toContainText(/Baseline.*unstacked.*Candidate.*staircase/);
    await drop(site, TRIANGLE);
    await expect(dialog(site)).toContainText('triangle.tar.gz can take the place of one of them');
    expect(await violations(site, 'dialog')).toEqual([]);
    await dialog(site).getByRole('button', { name: 'Keep the two' }).click();
    await expect(head(site)).toContainText(/Baseline.*unstacked.*Candidate.*staircase/);
    await expect.poll(() => liveWorkers(site)).toBe(2);

    await drop(site, TRIANGLE);
    await dialog(site).getByRole('button', { name: 'Replace the candidate, staircase.tar.gz' }).click();
    await expect(head(site)).toContainText(/Baseline.*unstacked.*Candidate.*triangle/);
    await expect.poll(() => liveWorkers(site)).toBe(2);
    await head(site).getByRole('button', { name: 'Close triangle.tar.gz' }).click();
    await expect(site).toHaveTitle(/unstacked/);
    await expect(site.getByRole('slider', { name: /GPU_0_bfc/ })).toBeVisible();
  });

  test('is placed with the keyboard alone; Escape leaves the two', async ({ site }) => {
    await openPair(site, UNSTACKED, STAIRCASE);
    await pick(site, TRIANGLE);
    await expect(dialog(site)).toBeVisible();
    await site.keyboard.press('Escape');
    await expect(dialog(site)).toHaveCount(0);
    await expect(head(site)).toContainText(/Baseline.*staircase.*Candidate.*unstacked/);
    await pick(site, TRIANGLE);
    await expect(dialog(site)).toBeVisible();
    await dialog(site).getByRole('button', { name: 'Open it alone' }).focus();
    await site.keyboard.press('Shift+Tab');
    await site.keyboard.press('Shift+Tab');
    await expect(dialog(site).getByRole('button', { name: 'Replace the baseline, staircase.tar.gz' })).toBeFocused();
    await site.keyboard.press('Enter');
    await expect(head(site)).toContainText(/Baseline.*triangle.*Candidate.*unstacked/);
  });

  test('that is of another kind can only be opened alone', async ({ site }) => {
    await openPair(site, UNSTACKED, STAIRCASE);
    await drop(site, sample('leak_0.prof'));
    await expect(dialog(site)).toContainText('leak_0.prof cannot be compared with either of them.');
    await expect(dialog(site).getByRole('button')).toHaveText(['Close', 'Open it alone', 'Keep the two']);
    await dialog(site).getByRole('button', { name: 'Open it alone' }).click();
    await expect(site).toHaveTitle(/leak_0/);
    await expect.poll(() => liveWorkers(site)).toBe(1);
  });
});

/** One archive of a log directory with several runs, all of the same trace. */
function logs(...names: string[]): NamedBytes {
  const hosts = [{ host: 'trainer-0', xspace: gpuTrace() }];
  return { name: 'logs.tar.gz', bytes: profileArchive(...names.map((run) => ({ run, hosts }))) };
}

test.describe('runs of one archive', () => {
  test('that are two are compared by one button, the earlier one as the baseline', async ({ site }) => {
    await pick(site, logs('2026_11_30_10_00_00', '2026_11_30_11_00_00'));
    await expectState(site, 'open');
    await site.getByRole('button', { name: 'Compare the runs' }).click();
    await expect(head(site).getByRole('heading')).toContainText('are the same');
    await expect(head(site)).toContainText(/Baseline.*10_00_00.*Candidate.*11_00_00/);
  });

  test('that are three are a table of peaks, any two of which open', async ({ site }) => {
    await pick(site, logs('2026_11_30_10_00_00', '2026_11_30_11_00_00', '2026_11_30_12_00_00'));
    await expectState(site, 'open');
    await site.getByRole('button', { name: 'Compare the runs' }).click();
    const dialog = site.getByRole('dialog', { name: 'Peaks of all runs' });
    await expect(dialog.getByRole('row').filter({ hasText: PEAK.bytes })).toHaveCount(3);
    await expect(dialog.getByRole('row').filter({ hasText: 'the same' })).toHaveCount(2);
    await expect(dialog.getByRole('row', { name: /12_00_00/ })).toContainText('1.00 GiB');
    expect(await violations(site, 'dialog')).toEqual([]);
    await dialog.getByRole('checkbox', { name: /10_00_00/ }).check();
    await dialog.getByRole('checkbox', { name: /12_00_00/ }).check();
    await dialog.getByRole('button', { name: 'Compare these two' }).click();
    await expect(head(site)).toContainText(/Baseline.*10_00_00.*Candidate.*12_00_00/);
    // Workers of both sides, and none of the runs that were only looked at.
    await expect.poll(() => site.workers().filter((worker) => /data\.worker/.test(worker.url())).length).toBe(2);
  });
});

test('dumps: two are a series that can be compared, and any two of a longer one', async ({ site }) => {
  await pick(site, sample('leak_0.prof'), sample('leak_9.prof'));
  await expectState(site, 'open');
  await site.getByRole('button', { name: 'Compare these two' }).click();
  await expect(head(site).getByRole('heading')).toHaveText(/^Candidate's total is .* above the baseline's/);
  await expect(site.getByText('A dump is one instant and has no curve')).toBeVisible();
  await expect(item(site)).toHaveAccessibleName(/^candidate − baseline/);
  await head(site).getByRole('button', { name: 'Close leak_9.prof' }).click();
  await expect(site.getByRole('heading', { name: '2 dumps' })).toBeVisible();

  await pick(site, sample('leak_0.prof'), sample('leak_4.prof'), sample('leak_9.prof'));
  await expectState(site, 'open');
  await site.getByRole('tab', { name: 'Dumps' }).click();
  await site.getByRole('checkbox', { name: 'Compare leak_4.prof' }).check();
  await site.getByRole('checkbox', { name: 'Compare leak_9.prof' }).check();
  await site.getByRole('button', { name: 'Compare the two that are ticked' }).click();
  await expect(head(site)).toContainText('leak_4.prof');
});

test.describe('a worker that dies', () => {
  /** As a browser does it: an error that nothing in the worker catches. */
  async function kill(site: Page, at: number): Promise<void> {
    const workers = site.workers().filter((worker) => /data\.worker/.test(worker.url()));
    await workers[at].evaluate(() => {
      setTimeout(() => {
        throw new Error('out of memory');
      });
    });
  }

  test('of one side costs that side alone: a sentence, and the comparison stays', async ({ site }) => {
    await openPair(site, UNSTACKED, STAIRCASE);
    await kill(site, 0);
    const alert = site.getByRole('alert');
    await expect(alert).toContainText('The browser ended the worker that reads this profile');
    await expect(alert).toContainText('The comparison needs no worker and stays.');
    await swap(site);
    await expect(head(site).getByRole('heading')).toContainText('above the baseline');
    for (const name of ['unstacked.tar.gz', 'staircase.tar.gz']) {
      await expect(head(site).getByRole('button', { name: `Close ${name}` })).toBeVisible();
    }
    // Which of the two died is told by name; what is left is read again where that is the one.
    await head(site).getByRole('button', { name: 'Close unstacked.tar.gz' }).click();
    await expectState(site, 'open');
    await expect(site.getByRole('tree').getByRole('treeitem')).toHaveAccessibleName(/^alive at the window peak.*8\.27 GiB/);
  });

  test('of a single profile is a sentence, and what is drawn stays', async ({ site }) => {
    await pick(site, { name: 'profile.tar.gz', bytes: gpuArchive() });
    await expectState(site, 'open');
    await kill(site, 0);
    await expect(site.getByRole('status').filter({ hasText: 'The browser ended the worker' })).toBeVisible();
    await expect(site.getByRole('slider', { name: /GPU_0_bfc/ })).toHaveAttribute('aria-valuetext', new RegExp(PEAK.bytes));
  });
});

test.describe('with the keyboard alone', () => {
  test('a comparison is opened, walked and left', async ({ site }) => {
    await site.getByRole('button', { name: /^Compare: / }).focus();
    await site.keyboard.press('Enter');
    await expectState(site, 'open');
    await curve(site).focus();
    await site.keyboard.press('b');
    await expect(curve(site)).toHaveAttribute('aria-valuetext', /baseline 4\.67 GiB/);
    await site.keyboard.press('p');
    await expect(curve(site)).toHaveAttribute('aria-valuetext', /candidate 8\.27 GiB/);
    const before = (await curve(site).getAttribute('aria-valuetext')) ?? '';
    await site.keyboard.press('ArrowRight');
    await expect(curve(site)).not.toHaveAttribute('aria-valuetext', before);
    await site.keyboard.press('w');
    await expect(site.getByRole('button', { name: 'Show all' })).toBeVisible();
    await site.keyboard.press('0');
    await expect(site.getByRole('button', { name: 'Show all' })).toHaveCount(0);

    await flame(site).focus();
    for (let i = 0; i < 3; i++) await site.keyboard.press('ArrowDown');
    await site.keyboard.press('Enter');
    const crumbs = site.getByRole('navigation', { name: /full width/ });
    await expect(crumbs).toContainText(CALL_SITE);
    await expect(site.getByRole('complementary', { name: 'Details of the selection' })).toContainText('new: the baseline has none');
    await site.keyboard.press('Backspace');
    await expect(crumbs).not.toContainText(CALL_SITE);
    await site.keyboard.press('/');
    await expect(site.getByLabel('Search frames')).toBeFocused();
    await site.keyboard.type('transpose');
    await site.keyboard.press('Enter');
    await expect(item(site)).toHaveAccessibleName(/^jit_transpose/);
    await site.keyboard.press('Escape');
    await expect(flame(site)).toBeFocused();
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('axe finds nothing in a comparison', async ({ site }) => {
      await openPair(site, UNSTACKED, STAIRCASE);
      await flame(site).focus();
      await site.keyboard.press('ArrowDown');
      expect(await violations(site)).toEqual([]);
      for (const tab of ['Table', /^Findings/]) {
        await site.getByRole('tab', { name: tab }).click();
        expect(await violations(site)).toEqual([]);
      }
    });
  });
}

for (const [name, viewport] of [
  ['1280 px at 200 %', { width: 640, height: 400 }],
  ['3840 px', { width: 3840, height: 2160 }],
] as const) {
  test.describe(`at ${name}`, () => {
    test.use({ viewport });

    test('a comparison does not scroll sideways', async ({ site }) => {
      await openPair(site, UNSTACKED, STAIRCASE);
      const sideways = await site.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(sideways).toBe(0);
      await expect(curve(site)).toBeVisible();
      await expect(flame(site)).toBeVisible();
    });
  });
}
