import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright/test';
import { catchCopies, expect, expectState, holdQuestions, pick, test, violations } from './site.ts';

const STAIRCASE = fileURLToPath(new URL('../public/samples/staircase.tar.gz', import.meta.url));

/** Of the sample: seven copies, the scan's small arena, and what is smaller. */
const LARGEST = { rounded: '860 MiB', bytes: '901,775,360' };
const COPY = { rounded: '320 MiB', bytes: '335,544,320' };
const ARENA_BYTES = '205,056';

async function open(site: Page, view: 'Blocks' | 'Allocations'): Promise<void> {
  await pick(site, STAIRCASE);
  await expectState(site, 'open');
  await choose(site, view);
}

async function choose(site: Page, view: 'Blocks' | 'Allocations'): Promise<void> {
  await site.getByRole('tab', { name: view }).click();
}

function blocks(site: Page): Locator {
  return site.getByRole('listbox', { name: /^Blocks of GPU_0_bfc/ });
}

function grid(site: Page): Locator {
  return site.getByRole('grid', { name: /^Allocations/ });
}

/** Rows of the table that are on the page, without its head. */
function rows(site: Page): Locator {
  return grid(site).locator('[data-row]');
}

/** What the rows add up to. */
function totals(site: Page): Locator {
  return site.getByRole('status').filter({ hasText: 'allocation' });
}

function details(site: Page): Locator {
  return site.getByRole('complementary', { name: 'Details of the selected allocation' });
}

/** The colours that a canvas shows, as `r,g,b`. */
async function colorsOf(canvas: Locator): Promise<string[]> {
  return canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error('This is no canvas.');
    const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? [];
    const seen = new Set<string>();
    for (let i = 0; i < pixels.length; i += 4) seen.add(`${pixels[i]},${pixels[i + 1]},${pixels[i + 2]}`);
    return [...seen];
  });
}

test.describe('blocks', () => {
  test('show every allocation, in colours that the legend names', async ({ site }) => {
    await open(site, 'Blocks');
    await expect(site.locator('.blocks-readout')).toHaveText(
      /^Allocations of GPU_0_bfc from .*: 27 blocks, the largest 860 MiB \(901,775,360 bytes\)\.$/,
    );
    const legend = site.getByRole('list', { name: 'Colours' });
    await expect(legend).toContainText('named_axes.py: with_positional_prefix9 blocks, 3.77 GiB');
    await expect(legend).toContainText('9 other call sites18 blocks, 1.33 MiB');
    await expect(legend).toContainText('from before the capture4.50 GiB at most');
    // The copies' colour, and what was there before.
    const colors = await colorsOf(blocks(site).locator('canvas').first());
    expect(colors).toEqual(expect.arrayContaining(['149,183,248', '223,230,238']));
  });

  test('are coloured by what is chosen', async ({ site }) => {
    await open(site, 'Blocks');
    const legend = site.getByRole('list', { name: 'Colours' });
    await site.getByLabel('What the colours are').selectOption('coloured by size');
    await expect(legend).toContainText('860 MiB3 blocks');
    await expect(legend).toContainText('320 MiB4 blocks');
    await site.getByLabel('What the colours are').selectOption('coloured by program');
    await expect(legend).toContainText('jit_transpose');
  });

  test('are walked by keys, and the selected one is read out and shown in full', async ({ site }) => {
    await open(site, 'Blocks');
    const list = blocks(site);
    await list.focus();
    const option = list.getByRole('option');
    await expect(option).toHaveAccessibleName('nothing selected');
    await site.keyboard.press('l');
    await expect(option).toHaveAccessibleName(/^860 MiB \(901,775,360 bytes\), named_axes\.py: with_positional_prefix/);
    await expect(option).toHaveAttribute('aria-setsize', '27');
    await site.keyboard.press('ArrowDown');
    await expect(option).not.toHaveAccessibleName(/^860 MiB/);
    await site.keyboard.press('ArrowUp');
    await expect(option).toHaveAccessibleName(/^860 MiB/);
    await site.keyboard.press('Home');
    await expect(option).toHaveAttribute('aria-posinset', '1');
    await site.keyboard.press('ArrowRight');
    await expect(option).toHaveAttribute('aria-posinset', '2');
    await site.keyboard.press('End');
    await expect(option).toHaveAttribute('aria-posinset', '27');
    await expect(details(site)).toBeVisible();
    await site.keyboard.press('Escape');
    await expect(details(site)).toBeHidden();
  });

  test('are walked as soon as they come by a key that was pressed before', async ({ site }) => {
    const letGo = await holdQuestions(site, 'blocks');
    await open(site, 'Blocks');
    const list = blocks(site);
    await expect(list).toHaveAttribute('aria-busy', 'true');
    await list.focus();
    for (const key of ['Home', 'l', 'Enter']) await site.keyboard.press(key);
    await expect(list.getByRole('option')).toHaveAccessibleName('nothing selected');
    await letGo();
    await expect(list.getByRole('option')).toHaveAccessibleName(/^860 MiB/);
    await expect(list).toHaveAttribute('aria-busy', 'false');
    await expect(details(site)).toContainText(`Held${LARGEST.rounded}`);
    await expect(site.getByRole('slider').first()).not.toHaveAttribute('aria-valuetext', /window peak/);
  });

  test('that are clicked open their details; Enter takes the cursor to their start, f shows their lifetime', async ({
    site,
  }) => {
    await open(site, 'Blocks');
    const list = blocks(site);
    await list.focus();
    await site.keyboard.press('l');
    await expect(list.getByRole('option')).toHaveAccessibleName(/^860 MiB/);
    const name = await list.getByRole('option').getAttribute('aria-label');
    const start = /from (\d+\.\d+) ms/.exec(name ?? '')?.[1] ?? '';
    await expect(details(site)).toContainText(`Held${LARGEST.rounded}${LARGEST.bytes} bytes`);
    await expect(details(site)).toContainText('Classprogram buffer');
    await expect(details(site).getByRole('listitem').filter({ hasText: 'with_positional_prefix' })).toContainText(
      'user code',
    );
    await site.keyboard.press('Enter');
    await expect(site.getByRole('slider').first()).toHaveAttribute('aria-valuetext', new RegExp(`^${start}`));
    await site.keyboard.press('f');
    await expect(site.locator('.crumbs')).not.toHaveText('whole capture');
    await site.keyboard.press('Escape');
    const box = await list.boundingBox();
    if (box === null) throw new Error('The blocks are not on the page.');
    // Its lifetime fills most of the width, so the middle of the picture is one of the copies.
    await list.click({ position: { x: box.width / 2, y: box.height / 2 } });
    await expect(details(site)).toContainText('with_positional_prefix');
  });

  test('have a map of the pool under them, which says what it cannot know', async ({ site }) => {
    await open(site, 'Blocks');
    const map = site.getByRole('region', { name: 'Pool map' });
    await expect(map).toContainText('At the window peak, 242.371 ms: 15 allocations with a known address, 3.77 GiB.');
    await expect(map).toContainText(
      'No event names the addresses of 4.50 GiB from before the capture. A gap is free or unknown.',
    );
    await expect(map).toContainText(/Stated by the allocator: 8\.30 GiB free, fragmentation/);
    const list = map.getByRole('listbox');
    await list.focus();
    await site.keyboard.press('Home');
    await expect(list.getByRole('option')).toHaveAttribute('aria-setsize', '15');
    await expect(details(site)).toContainText('Address0x7f5b');
  });
});

test.describe('the allocations table', () => {
  test('lists what is alive at the peak with exact bytes, and adds up', async ({ site }) => {
    await open(site, 'Allocations');
    await expect(grid(site)).toHaveAttribute('aria-rowcount', '16');
    await expect(rows(site).first()).toContainText(`${LARGEST.rounded} ${LARGEST.bytes}`);
    await expect(rows(site).first()).toContainText('named_axes.py: with_positional_prefix');
    await expect(totals(site)).toContainText('15 allocations: 3.77 GiB (4,047,971,328 bytes) held');
    await expect(totals(site)).toContainText('in no row: 4.50 GiB (4,834,279,424 bytes) from before the capture.');
  });

  test('sorts by its heads, which say so', async ({ site }) => {
    await open(site, 'Allocations');
    const held = grid(site).getByRole('columnheader', { name: /^Held/ });
    await expect(held).toHaveAttribute('aria-sort', 'descending');
    await held.getByRole('button').click();
    await expect(held).toHaveAttribute('aria-sort', 'ascending');
    await expect(rows(site).first()).toContainText('256 B');
    await grid(site).getByRole('columnheader', { name: 'Lifetime' }).getByRole('button').click();
    await expect(held).toHaveAttribute('aria-sort', 'none');
    await expect(rows(site).first()).toContainText('alive at the end');
  });

  test('filters literally or by a pattern, and says when it cannot', async ({ site }) => {
    await open(site, 'Allocations');
    const filter = site.getByRole('searchbox');
    await filter.fill('jit_SCAN');
    await expect(rows(site)).toHaveCount(2);
    await expect(rows(site).first()).toContainText(ARENA_BYTES);
    await expect(totals(site)).toContainText('2 of 15 allocations: 248 KiB');
    await filter.fill('/^320 mib/i');
    await expect(rows(site)).toHaveCount(4);
    await filter.fill('/(/');
    await expect(site.getByRole('alert')).toContainText('no regular expression');
    await filter.fill('nobody');
    await expect(site.getByText('No allocation matches “nobody”.')).toBeVisible();
  });

  test('is saved as CSV: every row that passes, with exact numbers', async ({ site }) => {
    await open(site, 'Allocations');
    await site.getByRole('searchbox').fill('transpose');
    await expect(totals(site)).toContainText('of 15 allocations');
    const count = Number(/^(\d+) of/.exec(await totals(site).innerText())?.[1]);
    const downloading = site.waitForEvent('download');
    await site.getByRole('button', { name: 'Save as CSV' }).click();
    const download = await downloading;
    expect(path.extname(download.suggestedFilename())).toBe('.csv');
    expect(download.suggestedFilename()).toContain('GPU_0_bfc');
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toBe('held_bytes,requested_bytes,start_ps,end_ps,lifetime_ps,class,call_site,program,address');
    expect(lines).toHaveLength(count + 1);
    expect(lines[1]).toMatch(
      /^901775360,901775360,\d+,\d+,\d+,program buffer,named_axes\.py: [^,]+,jit_transpose,0x[0-9a-f]+$/,
    );
  });

  test('is worked by keys, and copies a row', async ({ site }) => {
    await open(site, 'Allocations');
    const copies = await catchCopies(site);
    await grid(site).focus();
    await site.keyboard.press('ArrowDown');
    await site.keyboard.press('ArrowDown');
    await expect(rows(site).nth(1)).toHaveAttribute('aria-selected', 'true');
    await site.keyboard.press('End');
    await expect(rows(site).last()).toHaveAttribute('aria-selected', 'true');
    await site.keyboard.press('Home');
    await expect(rows(site).first()).toHaveAttribute('aria-selected', 'true');
    const active = await grid(site).getAttribute('aria-activedescendant');
    await expect(rows(site).first()).toHaveAttribute('id', active ?? '');
    await site.keyboard.press('Control+c');
    await expect.poll(copies).toHaveLength(1);
    const [copied] = await copies();
    expect(copied.split('\t').slice(0, 2)).toEqual([LARGEST.bytes, 'named_axes.py: with_positional_prefix']);
  });

  test('lists what the flame view shows', async ({ site }) => {
    await open(site, 'Allocations');
    await site.getByLabel('What is listed').selectOption('allocated in the range');
    await expect(grid(site)).toHaveAttribute('aria-rowcount', '28');
    await site.getByRole('tab', { name: 'Flame' }).click();
    await expect(site.getByLabel('What is shown')).toHaveValue('allocated');
  });
});

test('one allocation is selected in all views', async ({ site }) => {
  await open(site, 'Allocations');
  await site.getByRole('searchbox').fill('320 MiB');
  await expect(rows(site)).toHaveCount(4);
  await rows(site).nth(2).click();
  await expect(rows(site).nth(2)).toHaveAttribute('aria-selected', 'true');
  await expect(details(site)).toContainText(`Held${COPY.rounded}${COPY.bytes} bytes`);
  const address =
    /Address(0x[0-9a-f]+)/.exec(
      await details(site)
        .innerText()
        .then((text) => text.replaceAll('\n', '')),
    )?.[1] ?? '';
  expect(address).toMatch(/^0x/);

  await choose(site, 'Blocks');
  await expect(blocks(site).getByRole('option')).toHaveAccessibleName(new RegExp(`^320 MiB .*, ${address}$`));
  await expect(details(site)).toContainText(address);
  await blocks(site).focus();
  await site.keyboard.press('ArrowUp');
  await expect(blocks(site).getByRole('option')).not.toHaveAccessibleName(new RegExp(`${address}$`));
  const next = await blocks(site).getByRole('option').getAttribute('aria-label');

  await choose(site, 'Allocations');
  await site.getByRole('searchbox').fill('');
  const selected = grid(site).locator('[aria-selected="true"]');
  await expect(selected).toContainText(/0x[0-9a-f]+$/.exec(next ?? '')?.[0] ?? 'no address');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours axe finds nothing`, () => {
    test.use({ colorScheme });

    test('on the blocks and the pool map, with a block selected', async ({ site }) => {
      await open(site, 'Blocks');
      await blocks(site).focus();
      await site.keyboard.press('l');
      await expect(details(site)).toContainText('Held');
      expect(await violations(site)).toEqual([]);
    });

    test('on the allocations table, with a row selected', async ({ site }) => {
      await open(site, 'Allocations');
      await rows(site).first().click();
      await expect(details(site)).toContainText('Held');
      expect(await violations(site)).toEqual([]);
    });
  });
}
