import type { Locator, Page } from 'playwright/test';
import { catchCopies, expect, expectState, test, violations } from './site.ts';

/** The staircase sample at its peak: what the layer stack holds of it, and where its box is. */
const PEAK = { bytes: '8,882,250,752', time: '242.371 ms' };
const LAYER_STACK = { name: 'layer_stack.py: __call__', bytes: '3.77 GiB (4,047,921,408 bytes)', level: 3 };
const ROW_HEIGHT = 21;

async function openStaircase(site: Page): Promise<Locator> {
  await site.getByRole('button', { name: /^Staircase of copies/ }).click();
  await expectState(site, 'open');
  const tree = site.getByRole('tree');
  await expect(tree.getByRole('treeitem')).toHaveAccessibleName(/^alive at the window peak/);
  return tree;
}

/** Middle of a row, to the right, where the branch of the layer stack is; the left half is from before the capture. */
const inRow = (level: number): { x: number; y: number } => ({ x: 520, y: level * ROW_HEIGHT + ROW_HEIGHT / 2 });

const item = (site: Page): Locator => site.getByRole('tree').getByRole('treeitem');
const crumbs = (site: Page): Locator => site.getByRole('navigation', { name: 'What was done to the tree' });
const details = (site: Page): Locator => site.getByRole('complementary', { name: 'Details of the selection' });

test.describe('with the mouse', () => {
  test('the peak is what the facts say, and each box tells its bytes to the pointer', async ({ site }) => {
    const tree = await openStaircase(site);
    await expect(item(site)).toHaveAccessibleName(
      new RegExp(`^alive at the window peak, ${PEAK.time}: 8\\.27 GiB \\(${PEAK.bytes} bytes\\)`),
    );
    await tree.hover({ position: inRow(LAYER_STACK.level) });
    const readout = site.locator('.flame-readout');
    await expect(readout).toContainText(`${LAYER_STACK.name}: ${LAYER_STACK.bytes}, 46 % of all, 11 allocations`);
    await tree.hover({ position: { x: 60, y: 200 } });
    await expect(readout).toContainText('alive at the window peak');
  });

  test('a click opens the details, from where the stack is copied and walked', async ({ site }) => {
    const tree = await openStaircase(site);
    await tree.click({ position: inRow(LAYER_STACK.level) });
    await expect(details(site)).toContainText('4,047,921,408 bytes');
    await expect(details(site)).toContainText('defined at line 85');
    await expect(details(site)).toContainText(/46 % of all.*of its caller/);
    const copies = await catchCopies(site);
    await details(site).getByRole('button', { name: 'Copy the call stack' }).click();
    await expect.poll(copies).toHaveLength(1);
    expect((await copies())[0].split('\n')).toEqual([
      'model_parts.py: __call__',
      'grouping.py: __call__',
      'layer_stack.py: __call__',
      `${LAYER_STACK.bytes}, alive at the window peak, ${PEAK.time}`,
    ]);
    await details(site).getByRole('button', { name: 'model_parts.py: __call__' }).click();
    await expect(item(site)).toHaveAccessibleName(/^model_parts\.py: __call__/);
    await details(site).getByRole('button', { name: 'Close the details' }).click();
    await expect(details(site)).toHaveCount(0);
  });

  test('double click shows a box at full width, callers lead back, and steps are undone', async ({ site }) => {
    const tree = await openStaircase(site);
    await tree.dblclick({ position: inRow(4) });
    await expect(crumbs(site)).toContainText('in named_axes.py: with_positional_prefix');
    const { width } = (await tree.boundingBox()) ?? { width: 0 };
    await tree.hover({ position: { ...inRow(4), x: width - 20 } });
    await expect(site.locator('.flame-readout')).toContainText('named_axes.py: with_positional_prefix');
    await tree.dblclick({ position: inRow(2) });
    await expect(crumbs(site)).toContainText('in grouping.py: __call__');
    await expect(crumbs(site).getByRole('listitem')).toHaveCount(1);
    await crumbs(site).getByRole('button', { name: 'Undo: in grouping.py: __call__' }).click();
    await expect(crumbs(site)).toHaveCount(0);
  });

  test('memory from before the capture is a box that explains itself', async ({ site }) => {
    const tree = await openStaircase(site);
    const { width } = (await tree.boundingBox()) ?? { width: 0 };
    await tree.click({ position: { ...inRow(1), x: width * 0.25 } });
    await expect(details(site)).toContainText('before the capture');
    await expect(details(site)).toContainText('The file says how much it is, not who asked for it');
  });

  test('the picture is painted, matches outlined in ink and the rest pale', async ({ site }) => {
    const tree = await openStaircase(site);
    const colorsOf = (): Promise<string[]> =>
      tree.evaluate((element) => {
        const canvas = element.querySelector('canvas');
        if (canvas === null) return [];
        // Of a copy: the browser complains of a canvas that is read again and again.
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
        copy?.drawImage(canvas, 0, 0);
        const pixels = copy?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        const seen = new Set<string>();
        for (let i = 0; i < pixels.length; i += 4) {
          if (pixels[i + 3] === 255) seen.add(`${pixels[i]},${pixels[i + 1]},${pixels[i + 2]}`);
        }
        return [...seen];
      });
    const user = '232,192,138';
    const program = '217,195,224';
    await expect.poll(colorsOf).toEqual(expect.arrayContaining([user, program]));
    await site.getByLabel('Search frames').fill('transpose');
    await expect.poll(colorsOf).not.toContain(user);
    expect(await colorsOf()).toEqual(expect.arrayContaining([program, '28,29,31']));
  });
});

test.describe('search', () => {
  test('is literal or a pattern, counts what it finds once, and steps through it', async ({ site }) => {
    await openStaircase(site);
    const field = site.getByLabel('Search frames');
    const status = site.getByRole('status').filter({ hasText: /./ });
    await field.fill('__call__');
    await expect(status).toHaveText('4 found, 3.77 GiB, 46 %');
    await expect(status).toHaveAttribute('title', /^[\d,]{13} bytes$/);
    // With what was found beside it, Save is still in the second line.
    const places = await Promise.all(
      [status, site.getByRole('region', { name: 'Flame view' }).getByText('Save')].map(async (one) => one.boundingBox()),
    );
    expect(Math.abs((places[0]?.y ?? 0) - (places[1]?.y ?? 999))).toBeLessThan(12);
    await field.press('Enter');
    await expect(item(site)).toHaveAccessibleName(/^model_parts\.py: __call__/);
    await field.press('Enter');
    await expect(item(site)).toHaveAccessibleName(/^grouping\.py: __call__/);
    await field.press('Shift+Enter');
    await expect(item(site)).toHaveAccessibleName(/^model_parts\.py: __call__/);
    await field.fill('/^jit.*transpose/i');
    await expect(status).toContainText(/^1 found, 3\.77 GiB/);
    await field.fill('/(/');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(status).toContainText('This is no regular expression');
    await field.fill('nowhere');
    await expect(status).toHaveText('no frame matches');
    await field.press('Escape');
    await expect(field).toHaveValue('');
    await expect(site.getByRole('tree')).toBeFocused();
  });
});

test.describe('with the keyboard alone', () => {
  test('boxes are walked as a tree, merged ones too', async ({ site }) => {
    const tree = await openStaircase(site);
    await tree.focus();
    await expect(item(site)).toHaveAttribute('aria-level', '1');
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowDown']) await site.keyboard.press(key);
    await expect(item(site)).toHaveAccessibleName(new RegExp(`^${LAYER_STACK.name.replace('.', '\\.')}: 3\\.77 GiB`));
    await expect(item(site)).toHaveAttribute('aria-level', '4');
    await expect(item(site)).toHaveAttribute('aria-selected', 'true');
    await expect(tree).toHaveAttribute('aria-activedescendant', (await item(site).getAttribute('id')) ?? '');
    await site.keyboard.press('Home');
    await site.keyboard.press('ArrowDown');
    await expect(item(site)).toHaveAccessibleName(/^before the capture: 4\.50 GiB/);
    await expect(item(site)).toHaveAttribute('aria-posinset', '1');
    await site.keyboard.press('End');
    await expect(item(site)).toHaveAccessibleName(/smaller: /);
    const size = await item(site).getAttribute('aria-setsize');
    await expect(item(site)).toHaveAttribute('aria-posinset', size ?? '');
    await site.keyboard.press('ArrowUp');
    await expect(item(site)).toHaveAttribute('aria-level', '1');
  });

  test('boxes are focused, hidden and turned, and what was done is undone', async ({ site }) => {
    const tree = await openStaircase(site);
    await tree.focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'Enter']) await site.keyboard.press(key);
    await expect(crumbs(site)).toContainText('in grouping.py: __call__');
    for (const key of ['ArrowDown', 'h']) await site.keyboard.press(key);
    await expect(crumbs(site)).toContainText('without layer_stack.py: __call__');
    await expect(item(site)).toHaveAccessibleName(/^grouping\.py: __call__/);
    await site.keyboard.press('ArrowDown');
    await expect(item(site)).toHaveAccessibleName(/^named_axes\.py: with_positional_prefix/);
    await site.keyboard.press('i');
    await expect(crumbs(site)).toContainText('innermost first');
    for (const key of ['Home', 'ArrowDown']) await site.keyboard.press(key);
    await expect(item(site)).toHaveAccessibleName(/^jit_transpose: 3\.77 GiB/);
    for (const left of [2, 1]) {
      await site.keyboard.press('Backspace');
      await expect(crumbs(site).getByRole('listitem')).toHaveCount(left);
    }
    await site.keyboard.press('Escape');
    await expect(crumbs(site)).toHaveCount(0);
    await site.keyboard.press('j');
    await expect(site.getByRole('checkbox', { name: /fold JAX internals/ })).not.toBeChecked();
    await site.keyboard.press('f');
    await expect(site.getByLabel('Search frames')).toBeFocused();
  });

  test('letters mean nothing outside the picture, and tabs are moved between by arrows', async ({ site }) => {
    await openStaircase(site);
    const tab = site.getByRole('tab', { name: 'Flame' });
    await tab.focus();
    await site.keyboard.press('i');
    await expect(crumbs(site)).toHaveCount(0);
    await site.keyboard.press('End');
    await expect(site.getByRole('tabpanel')).not.toHaveAccessibleName('Flame');
    await site.keyboard.press('Home');
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(site.getByRole('tree')).toBeVisible();
  });
});

test.describe('what is shown', () => {
  test('follows the cursor and the range of the timeline, and says why there is nothing', async ({ site }) => {
    await openStaircase(site);
    const timeline = site.getByRole('slider');
    await timeline.focus();
    await site.keyboard.press('Home');
    await expect(item(site)).toHaveAccessibleName(/^alive at \d[\d.]* ms: 4\.50 GiB/);
    const what = site.getByLabel('What is shown');
    await what.selectOption('allocated');
    await expect(item(site)).toHaveAccessibleName(/^allocated from .* to .*: 3\.\d\d GiB/);
    await expect(item(site)).not.toHaveAccessibleName(/before the capture/);
    // Between the last two allocations.
    const box = await timeline.boundingBox();
    if (box === null) throw new Error('The timeline is not on the page.');
    await site.mouse.move(box.x + box.width * 0.952, box.y + 60);
    await site.mouse.down();
    await site.mouse.move(box.x + box.width * 0.97, box.y + 60);
    await site.mouse.up();
    await expect(site.getByText(/^Nothing was allocated from .* Show a wider range in the timeline\.$/)).toBeVisible();
    await what.selectOption('retained');
    await expect(site.getByText(/was still in use at the end of that range/)).toBeVisible();
    await what.selectOption('alive-at-peak');
    await expect(item(site)).toHaveAccessibleName(/^alive at the peak of .*: 4\.50 GiB/);
  });

  test('is grouped by call site and size, by program, by class, with one total', async ({ site }) => {
    await openStaircase(site);
    const grouping = site.getByLabel('How it is grouped');
    for (const by of ['call-site', 'program', 'class', 'stack']) {
      await grouping.selectOption(by);
      await expect(item(site)).toHaveAccessibleName(new RegExp(`\\(${PEAK.bytes} bytes\\)`));
    }
    await site.getByLabel('What the widths are').selectOption('requested');
    await expect(item(site)).not.toHaveAccessibleName(new RegExp(`\\(${PEAK.bytes} bytes\\)`));
  });

  test('is a table as well, sorted by any column', async ({ site }) => {
    await openStaircase(site);
    await site.getByLabel('as a list').check();
    const table = site.getByRole('table', { name: /^Functions, alive at the window peak/ });
    const first = table.getByRole('row').nth(1);
    await expect(first).toContainText(/^before the capture4\.50 GiB, 54 %/);
    await table.getByRole('button', { name: 'Self' }).click();
    await expect(first).toContainText('before the capture');
    await expect(table.getByRole('columnheader', { name: 'Self' })).toHaveAttribute('aria-sort', 'descending');
    await table.getByRole('button', { name: 'Frame' }).click();
    await expect(table.getByRole('columnheader', { name: 'Frame' })).toHaveAttribute('aria-sort', 'ascending');
    await site.getByLabel('Search frames').fill('transpose');
    await expect(table.getByRole('row')).toHaveCount(2);
    await table.getByRole('button', { name: 'jit_transpose' }).click();
    await expect(details(site)).toContainText('4,047,667,200 bytes');
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('axe finds nothing, in the picture and in the list', async ({ site }) => {
      const tree = await openStaircase(site);
      await tree.focus();
      for (const key of ['ArrowDown', 'ArrowDown', 'Enter', 'h']) await site.keyboard.press(key);
      await site.getByLabel('Search frames').fill('/(/');
      await expect(details(site)).toBeVisible();
      expect(await violations(site)).toEqual([]);
      await site.getByLabel('Search frames').fill('call');
      await site.getByLabel('as a list').check();
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

    test('the picture has room, and nothing scrolls sideways', async ({ site }) => {
      const tree = await openStaircase(site);
      await tree.focus();
      await site.keyboard.press('ArrowDown');
      await expect(details(site)).toBeVisible();
      const box = (await tree.boundingBox()) ?? { width: 0, height: 0 };
      expect(box.width).toBeGreaterThan(viewport.width * 0.5);
      expect(box.height).toBeGreaterThanOrEqual(10 * ROW_HEIGHT);
      const sideways = await site.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways).toBe(0);
    });
  });
}
