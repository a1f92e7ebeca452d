import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright/test';
import { BEFORE, gpuArchive } from './profiles.ts';
import type { DumpSample } from '../fixtures/pprof-writer.ts';
import { buffers, executables, jaxDump, pprofBytes, pprofSpec } from '../fixtures/pprof-writer.ts';
import type { NamedBytes } from './site.ts';
import { catchCopies, drop, expect, expectState, holdQuestions, pick, test, violations } from './site.ts';

const MIB = 2 ** 20;
const main = ['<module> /home/ada/train.py:9', 'main /home/ada/train.py:5'];
const jit = [...main, 'cache_miss /env/lib/python3.12/site-packages/jax/_src/pjit.py:338'];

/** The ten dumps of the sample. */
function leak(...numbers: number[]): NamedBytes[] {
  return numbers.map((number) => {
    const name = `leak_${number}.prof`;
    return { name, bytes: readFileSync(new URL(`../public/samples/${name}`, import.meta.url)) };
  });
}

function dump(name: string, ...samples: DumpSample[]): NamedBytes {
  return { name, bytes: gzipSync(jaxDump(samples)) };
}

const single = dump(
  'memory.prof',
  buffers(main, 3, 4 * MIB),
  buffers([...main, 'init /home/ada/model.py:61'], 2, 100, 'cuda:1'),
  executables(jit, 2, 1000),
);

function fact(site: Page, name: RegExp): Locator {
  return site.getByRole('region', { name: 'Facts' }).getByRole('button', { name });
}

test.describe('one dump', () => {
  test('shows its total rounded and exact, its labels, and says why there is no curve', async ({ site }) => {
    await drop(site, single);
    await expectState(site, 'open');
    await expect(fact(site, /^12\.00 MiB alive in this dump/)).toHaveAttribute('title', '12,585,112 bytes');
    await expect(fact(site, /^12\.00 MiB 5 buffers/)).toBeVisible();
    await expect(fact(site, /^1\.95 KiB 2 executables/)).toBeVisible();
    await expect(fact(site, /^one instant without a time of its own/)).toBeVisible();
    await expect(site.getByText('One instant: a dump has no time axis')).toBeVisible();
    await expect(site.getByRole('slider')).toHaveCount(0);
    const kinds = site.getByRole('table', { name: 'By kind' });
    await expect(kinds.getByRole('row', { name: 'buffer' })).toContainText('12,583,112 bytes');
    await expect(kinds.getByRole('row', { name: 'executable' })).toContainText('2,000 bytes');
    const devices = site.getByRole('table', { name: 'By device' });
    await expect(devices.getByRole('row', { name: 'cuda:1' })).toContainText('200 B');
    await expect(site.getByText('Memory inside a running program')).toBeVisible();
    const copies = await catchCopies(site);
    await fact(site, /alive in this dump/).click();
    expect(await copies()).toEqual(['12,585,112 bytes']);
  });

  test('shows its stacks as boxes, JAX folded until one key unfolds it', async ({ site }) => {
    await pick(site, single);
    await expectState(site, 'open');
    const tree = site.getByRole('tree');
    await expect(tree).toHaveAttribute('aria-label', 'Flame view, alive in memory.prof');
    await site.getByRole('checkbox', { name: 'as a list' }).check();
    await expect(site.getByRole('row', { name: /model\.py: init/ })).toBeVisible();
    await expect(site.getByRole('row', { name: /pjit\.py/ })).toHaveCount(0);
    await site.getByRole('checkbox', { name: /fold JAX internals/ }).uncheck();
    await expect(site.getByRole('row', { name: /pjit\.py: cache_miss/ })).toContainText('1.95 KiB');
    await site.getByRole('checkbox', { name: 'as a list' }).uncheck();
    await tree.focus();
    await site.keyboard.press('j');
    await expect(site.getByRole('checkbox', { name: /fold JAX internals/ })).toBeChecked();
  });

  test('lists its functions with file and lines, by any column, and finds one in the boxes', async ({ site }) => {
    await pick(site, single);
    await expectState(site, 'open');
    await site.getByRole('tab', { name: 'Functions' }).click();
    const rows = site.getByRole('tabpanel').locator('tbody tr');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('main');
    await expect(rows.first()).toContainText('/home/ada/train.py, line 5');
    await expect(rows.first()).toContainText('12,584,912 bytes');
    await site.getByRole('columnheader', { name: 'space' }).getByRole('button').click();
    await site.getByRole('columnheader', { name: 'space' }).getByRole('button').click();
    await expect(rows.first()).toContainText('init');
    await site.getByLabel('Which frame counts').selectOption('leaf');
    await expect(rows).toHaveCount(3);
    await site.getByRole('button', { name: 'cache_miss' }).click();
    await expect(site.getByRole('tab', { name: 'Flame' })).toHaveAttribute('aria-selected', 'true');
    await expect(site.getByText('1 found, 1.95 KiB')).toBeVisible();
  });

  test('another of what is counted changes the total, the labels and the boxes', async ({ site }) => {
    await pick(site, single);
    await expectState(site, 'open');
    await site.getByRole('radio', { name: /^allocations/ }).check();
    await expect(fact(site, /^7 allocations, in all/)).toBeVisible();
    await expect(site.getByRole('table', { name: 'By kind' }).getByRole('row', { name: 'buffer' })).toContainText(
      '5, 71 %',
    );
    await expect(site.locator('.flame-readout')).toContainText('7 allocations');
  });

  test('a profile of another program opens with its own units; what shrank has its sign and no width', async ({
    site,
  }) => {
    const spec = pprofSpec({
      sampleTypes: [
        { type: 'samples', unit: 'count' },
        { type: 'cpu', unit: 'nanoseconds' },
      ],
      samples: [
        { stack: ['main.main main.go:3', 'main.work main.go:9'], values: [30, 300_000_000] },
        { stack: ['main.main main.go:3', 'main.idle main.go:7'], values: [-10, -100_000_000] },
      ],
    });
    await pick(site, { name: 'cpu.pb.gz', bytes: gzipSync(pprofBytes(spec)) });
    await expectState(site, 'open');
    await expect(fact(site, /^200 ms cpu, in all/)).toHaveAttribute('title', '200,000,000 nanoseconds');
    await expect(site.getByRole('heading', { name: 'Not written by JAX' })).toBeVisible();
    await expect(site.getByText('the boxes are what grew, 300,000,000 nanoseconds')).toBeVisible();
    await site.getByRole('tab', { name: 'Functions' }).click();
    await expect(site.getByRole('row', { name: /main\.idle/ })).toContainText('−100 ms');
  });
});

test.describe('several dumps', () => {
  test('become a series: what grows is said, with its exact bytes', async ({ site }) => {
    await drop(site, ...leak(9, 0, 3, 1, 2, 8, 7, 5, 6, 4));
    await expectState(site, 'open');
    await expect(
      site.getByText(/^Memory creeps up: 31\.81 MiB more with each dump on average, 286 MiB over 10/),
    ).toBeVisible();
    await expect(
      site.getByText(/^keep_history \(evaluation\.py\) never shrinks and keeps 31\.26 MiB \(32,775,168 bytes\)/),
    ).toBeVisible();
    await expect(site.getByRole('region', { name: '10 dumps' })).toContainText('By the number after "leak" in the');
    await expect(fact(site, /^4\.07 GiB largest dump, 10 of 10/)).toHaveAttribute('title', '4,365,817,856 bytes');
    const row = site.getByRole('row', { name: /keep_history/ });
    await expect(row).toContainText('+31.26 MiB');
    await expect(row).toContainText('327,751,680 bytes');
    await expect(row.getByRole('img')).toHaveAccessibleName('From 31.26 MiB to 313 MiB, least 31.26 MiB, most 313 MiB');
    await site.getByLabel('Which call sites').selectOption('shrunk');
    await expect(site.getByText('No call site shrank from the first dump to the last.')).toBeVisible();
  });

  test('a dump that is chosen in the picture, by mouse or keys, is shown below', async ({ site }) => {
    await drop(site, ...leak(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    await expectState(site, 'open');
    const slider = site.getByRole('slider', { name: 'Dump of the series' });
    await expect(slider).toHaveAttribute(
      'aria-valuetext',
      /^leak_9\.prof, dump 10 of 10: 4\.07 GiB \(4,365,817,856 bytes\)/,
    );
    await slider.focus();
    await site.keyboard.press('Home');
    await expect(slider).toHaveAttribute('aria-valuetext', /^leak_0\.prof, dump 1 of 10: 3\.79 GiB/);
    await expect(site.getByText('Of leak_0.prof, dump 1 of 10:')).toBeVisible();
    await expect(fact(site, /^3\.79 GiB alive in this dump/)).toBeVisible();
    await site.keyboard.press('ArrowRight');
    await expect(site.getByText('Of leak_1.prof, dump 2 of 10:')).toBeVisible();
    await site.keyboard.press('p');
    await expect(site.getByText('Of leak_9.prof, dump 10 of 10:')).toBeVisible();
    const box = await slider.boundingBox();
    if (box === null) throw new Error('The picture is not on the page.');
    await slider.hover({ position: { x: box.width * 0.5, y: box.height / 2 } });
    await expect(site.locator('.series-readout')).toContainText(/^leak_[45]\.prof, dump [56] of 10/);
    await slider.click({ position: { x: box.width * 0.5, y: box.height / 2 } });
    await expect(site.getByText(/^Of leak_[45]\.prof, dump [56] of 10:$/)).toBeVisible();
    await site.getByRole('tab', { name: 'Flame' }).click();
    await expect(site.getByRole('tree')).toHaveAttribute('aria-label', /alive in leak_[45]\.prof/);
  });

  test('keys go on from the dump that was chosen, while it is on its way', async ({ site }) => {
    const letGo = await holdQuestions(site, 'dump');
    await drop(site, ...leak(0, 1, 2, 3, 4));
    await expectState(site, 'open');
    const slider = site.getByRole('slider', { name: 'Dump of the series' });
    await slider.focus();
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowRight']) await site.keyboard.press(key);
    await expect(slider).toHaveAttribute('aria-valuetext', /^leak_2\.prof, dump 3 of 5/);
    await expect(site.getByText('Of leak_4.prof, dump 5 of 5:')).toBeVisible();
    await letGo();
    await expect(site.getByText('Of leak_2.prof, dump 3 of 5:')).toBeVisible();
  });

  test('a call site is drawn in the picture, as what it holds or as its change', async ({ site }) => {
    await drop(site, ...leak(0, 1, 2, 3, 4, 5));
    await expectState(site, 'open');
    await site.getByRole('button', { name: 'keep_history' }).click();
    await expect(site.getByRole('row', { name: /keep_history/ })).toHaveAttribute('aria-current', 'true');
    await site.getByLabel('What is drawn').selectOption('change');
    const slider = site.getByRole('slider');
    const painted = (): Promise<boolean> =>
      slider.evaluate((surface) => {
        const canvas = surface.querySelector('canvas');
        const copy =
          canvas && new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
        if (!canvas || !copy) return false;
        copy.drawImage(canvas, 0, 0);
        const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
        let count = 0;
        // #e8c08a, the colour of user code.
        for (let i = 0; i < data.length; i += 4)
          if (data[i] === 232 && data[i + 1] === 192 && data[i + 2] === 138) count++;
        return count > 1000;
      });
    await expect.poll(painted).toBe(true);
    await site.getByRole('tab', { name: 'Dumps' }).click();
    await expect(site.getByRole('columnheader', { name: 'keep_history (evaluation.py)' })).toBeVisible();
    await expect(site.getByRole('row', { name: /leak_5\.prof/ })).toContainText('196,651,008 bytes');
  });

  test('a dump moved twice is two places on, however slowly the order comes', async ({ site }) => {
    const letGo = await holdQuestions(site, 'series');
    await drop(site, ...['mem_1.prof', 'mem_2.prof', 'mem_3.prof'].map((name) => dump(name, buffers(main, 1, MIB))));
    await expectState(site, 'open');
    await site.getByRole('tab', { name: 'Dumps' }).click();
    const order = site.getByRole('tabpanel').locator('tbody th');
    await site.getByRole('button', { name: 'Move mem_1.prof down' }).click();
    await site.getByRole('button', { name: 'Move mem_1.prof down' }).click();
    await expect(order).toHaveText(['1. mem_1.prof', '2. mem_2.prof', '3. mem_3.prof']);
    await letGo();
    await expect(order).toHaveText(['1. mem_2.prof', '2. mem_3.prof', '3. mem_1.prof']);
  });

  test('the order is shown and changed with the keyboard, and goes back', async ({ site }) => {
    const names = ['mem_2.prof', 'mem_9.prof', 'mem_10.prof'];
    await drop(site, ...names.map((name, index) => dump(name, buffers(main, 1, (index + 1) * MIB))));
    await expectState(site, 'open');
    await site.getByRole('tab', { name: 'Dumps' }).click();
    const order = site.getByRole('tabpanel').locator('tbody th');
    await expect(order).toHaveText(['1. mem_2.prof', '2. mem_9.prof', '3. mem_10.prof']);
    await expect(site.getByRole('row', { name: /mem_9\.prof/ })).toContainText('+1.00 MiB');
    await site.getByRole('button', { name: 'Move mem_2.prof down' }).focus();
    await site.keyboard.press('Enter');
    await expect(order).toHaveText(['1. mem_9.prof', '2. mem_2.prof', '3. mem_10.prof']);
    await expect(site.getByRole('button', { name: 'Move mem_2.prof down' })).toBeFocused();
    await site.keyboard.press('Enter');
    await expect(order).toHaveText(['1. mem_9.prof', '2. mem_10.prof', '3. mem_2.prof']);
    await expect(site.getByRole('region', { name: '3 dumps' })).toContainText('In the order that was chosen here.');
    await expect(site.getByText(/^Memory goes from 2\.00 MiB to 1\.00 MiB over 3 dumps/)).toBeVisible();
    await site.getByRole('button', { name: 'Order by name' }).click();
    await expect(order).toHaveText(['1. mem_2.prof', '2. mem_9.prof', '3. mem_10.prof']);
    await site.getByRole('button', { name: 'Back to the order that was found' }).click();
    await expect(site.getByRole('region', { name: '3 dumps' })).toContainText('By the number after "mem" in the file');
  });

  test('one that counts other things stays out, and is named', async ({ site }) => {
    const spec = pprofSpec({
      sampleTypes: [{ type: 'cpu', unit: 'nanoseconds' }],
      samples: [{ stack: main, values: [7] }],
    });
    await drop(site, ...leak(0, 1), { name: 'profile.prof', bytes: gzipSync(pprofBytes(spec)) });
    await expectState(site, 'open');
    const problems = site.getByRole('region', { name: 'What is missing or in doubt' });
    await expect(problems).toContainText('profile.prof');
    await expect(problems).toContainText('open it by itself');
    await expect(site.getByRole('heading', { name: '2 dumps' })).toBeVisible();
  });

  test('the sample of a slow leak is one click away', async ({ site }) => {
    await site.getByRole('button', { name: /A slow leak, in ten dumps/ }).click();
    await expectState(site, 'open');
    await expect(site.getByText(/^Memory creeps up/)).toBeVisible();
    await expect(site).toHaveTitle('leak_0.prof … leak_9.prof – Highwater');
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours axe finds nothing`, () => {
    test.use({ colorScheme });

    test('on the screens of dumps', async ({ site }) => {
      await pick(site, single);
      await expectState(site, 'open');
      expect(await violations(site)).toEqual([]);
      await site.getByRole('tab', { name: 'Functions' }).click();
      await site.getByText('What the file states').click();
      expect(await violations(site)).toEqual([]);
      await drop(site, ...leak(0, 1, 2, 3, 4, 5, 6, 7));
      await expect(site.getByRole('heading', { name: '8 dumps' })).toBeVisible();
      await site.getByRole('button', { name: 'keep_history' }).click();
      expect(await violations(site)).toEqual([]);
      await site.getByRole('tab', { name: 'Dumps' }).click();
      expect(await violations(site)).toEqual([]);
    });
  });
}

for (const [name, viewport] of [
  ['1280 px at 200 %', { width: 640, height: 400 }],
  ['3840 px', { width: 3840, height: 2160 }],
] as const) {
  test.describe(`at ${name}`, () => {
    test.use({ viewport });

    test('neither a dump nor a series scrolls sideways', async ({ site }) => {
      const sideways = (): Promise<number> =>
        site.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await pick(site, single);
      await expectState(site, 'open');
      expect(await sideways()).toBe(0);
      await drop(site, ...leak(0, 1, 2));
      await expect(site.getByRole('heading', { name: '3 dumps' })).toBeVisible();
      expect(await sideways()).toBe(0);
    });
  });
}

test.describe('a dump dropped with a trace', () => {
  const trace = { name: 'profile.tar.gz', bytes: gpuArchive() };
  const beside = (bytes: number): NamedBytes =>
    dump('memory.prof', buffers([...main, 'init /home/ada/model.py:61'], 2, bytes / 2));

  test('names the memory from before the capture, in a table and in the flame', async ({ site }) => {
    await drop(site, trace, beside(BEFORE));
    await expectState(site, 'open');
    const panel = site.getByRole('region', { name: 'Before the capture' });
    await expect(panel).toContainText('add up to exactly 1.00 GiB (1,073,741,824 bytes)');
    await expect(panel.getByRole('row', { name: /model\.py: init/ })).toContainText('100 %');
    await expect(site.getByText('says nothing of what was there before')).toHaveCount(0);
    await site.getByRole('checkbox', { name: 'as a list' }).check();
    await expect(site.getByRole('row', { name: /model\.py: init/ }).last()).toContainText('1.00 GiB');
  });

  test('that does not add up is shown apart, with the difference', async ({ site }) => {
    await drop(site, trace, beside(BEFORE / 2));
    await expectState(site, 'open');
    const panel = site.getByRole('region', { name: 'Before the capture' });
    await expect(panel).toContainText('512 MiB (536,870,912 bytes) more');
    await expect(panel.getByRole('row', { name: /model\.py: init/ })).toBeVisible();
  });

  test('and of another device is named, with what to do to see it', async ({ site }) => {
    await drop(site, trace, dump('memory.prof', buffers(main, 1, 4096, 'cuda:7')));
    await expectState(site, 'open');
    await expect(site.getByText('says nothing of what was there before its capture')).toBeVisible();
  });
});
