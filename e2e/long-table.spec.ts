import type { Locator, Page } from 'playwright/test';
import { memoryEvent } from '../fixtures/memory-events.ts';
import { xspace } from '../fixtures/xspace-writer.ts';
import type { EventSpec } from '../fixtures/xspace-spec.ts';
import { expect, expectState, pick, test } from './site.ts';

const COUNT = 3000;
const CAPACITY = 2 ** 34;

/** Allocations that stay, each a little larger than the one before: the newest is the first row. */
function events(allocator: string, unit: number): EventSpec[] {
  let inUse = 0;
  return Array.from({ length: COUNT }, (_, i) => {
    const held = (i + 1) * unit;
    inUse += held;
    const state = { inUse, available: CAPACITY - inUse, peak: inUse };
    return memoryEvent({
      kind: 'allocation',
      offsetPs: (i + 1) * 1e9,
      allocator,
      address: 0x1000 + i * 0x1000,
      requested: held,
      held,
      ...state,
    });
  });
}

function trace(): Uint8Array {
  return xspace({
    hostnames: ['trainer-0'],
    planes: [
      {
        name: '/host:CPU',
        lines: [
          { id: 1, name: 'python', timestampNs: 0, events: events('GPU_0_bfc', 512) },
          { id: 2, name: 'staging', timestampNs: 0, events: events('GPU_1_bfc', 256) },
        ],
      },
    ],
  });
}

function grid(site: Page): Locator {
  return site.getByRole('grid', { name: /^Allocations/ });
}

function scrollTop(site: Page): Promise<number> {
  return grid(site).evaluate(({ scrollTop }) => scrollTop);
}

/** Every row that the table has on the page is written out, and they fill it. */
async function expectWrittenOut(site: Page): Promise<void> {
  const state = (): Promise<string> =>
    grid(site).evaluate((element) => {
      const rows = [...element.querySelectorAll<HTMLElement>('[data-row]')];
      const waiting = rows.filter(({ textContent }) => textContent === '…').length;
      const box = element.getBoundingClientRect();
      const last = rows.at(-1)?.getBoundingClientRect().bottom ?? 0;
      const count = Number(element.getAttribute('aria-rowcount')) - 1;
      const isFull = last >= box.bottom - 1 || rows.at(-1)?.dataset['row'] === String(count - 1);
      return `${waiting} rows wait, ${isFull ? 'full' : 'not full'}`;
    });
  await expect.poll(state).toBe('0 rows wait, full');
}

/** All of the selected row's height is under the head and above the lower edge, and it is the active one. */
async function expectSelectedSeen(site: Page): Promise<void> {
  const isSeen = (): Promise<boolean> =>
    grid(site).evaluate((element) => {
      const row = element.querySelector('[aria-selected="true"]');
      const head = element.querySelector('[role="columnheader"]');
      if (row === null || head === null) return false;
      const { top, bottom } = row.getBoundingClientRect();
      const isActive = element.getAttribute('aria-activedescendant') === row.id;
      return isActive && top >= head.getBoundingClientRect().bottom - 1 && bottom <= element.getBoundingClientRect().bottom + 1;
    });
  await expect.poll(isSeen).toBe(true);
}

test.beforeEach(async ({ site }) => {
  await pick(site, { name: 'host.xplane.pb', bytes: trace() });
  await expectState(site, 'open');
  await site.getByRole('tab', { name: 'Allocations' }).click();
  await expect(grid(site)).toHaveAttribute('aria-rowcount', String(COUNT + 1));
});

test('all rows of a long table come, however it is scrolled and filtered', async ({ site }) => {
  await expectWrittenOut(site);
  await grid(site).hover();
  for (let i = 0; i < 30; i++) await site.mouse.wheel(0, 400);
  await expectWrittenOut(site);
  await grid(site).evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expectWrittenOut(site);
  await site.setViewportSize({ width: 1280, height: 1100 });
  await expectWrittenOut(site);
  const filter = site.getByRole('searchbox');
  await filter.fill('0x1f');
  await expect(grid(site)).not.toHaveAttribute('aria-rowcount', String(COUNT + 1));
  await expectWrittenOut(site);
  await filter.fill('nothing like it');
  await expect(grid(site)).toHaveCount(0);
  await filter.fill('');
  await expect(grid(site)).toHaveAttribute('aria-rowcount', String(COUNT + 1));
  await expectWrittenOut(site);
  await grid(site).focus();
  await site.keyboard.press('End');
  await expectSelectedSeen(site);
  for (let i = 0; i < 20; i++) await site.keyboard.press('PageUp');
  await expectWrittenOut(site);
  await expectSelectedSeen(site);
});

test('no number runs into the next column', async ({ site }) => {
  await expect(grid(site).locator('[data-row="0"]')).toContainText('alive at the end');
  for (const width of [1280, 1700]) {
    await site.setViewportSize({ width, height: 800 });
    const overflowing = (): Promise<string[]> =>
      grid(site).evaluate((element) =>
        [...element.querySelectorAll<HTMLElement>('[data-row] .number')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent, scrollWidth }) => `${textContent} needs ${String(scrollWidth)}`),
      );
    await expect.poll(overflowing).toEqual([]);
    // At these widths every column is there without a bar to scroll.
    expect(await grid(site).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  }
});

test('the selected row of a long table comes into view in another order, and from where it was scrolled away', async ({
  site,
}) => {
  await grid(site).locator('[data-row="2"]').click();
  await grid(site).getByRole('columnheader', { name: /^Held/ }).getByRole('button').click();
  await expect(grid(site).locator('[aria-selected="true"]')).toHaveAttribute('data-row', String(COUNT - 3));
  await expectSelectedSeen(site);
  await grid(site).evaluate((element) => element.scrollTo(0, 0));
  await expectWrittenOut(site);
  await grid(site).focus();
  await site.keyboard.press('ArrowUp');
  await expect(grid(site).locator('[aria-selected="true"]')).toHaveAttribute('data-row', String(COUNT - 4));
  await expectSelectedSeen(site);
  await site.getByRole('tab', { name: 'Blocks' }).click();
  await site.getByRole('tab', { name: 'Allocations' }).click();
  await expectSelectedSeen(site);
});

test('the table of another allocator begins at its top', async ({ site }) => {
  await site.getByLabel('What is listed').selectOption('allocated in the range');
  await grid(site).evaluate((element) => element.scrollTo(0, 20_000));
  await expect.poll(() => scrollTop(site)).toBe(20_000);
  await expectWrittenOut(site);
  await site.getByRole('button', { name: /^GPU_1_bfc/ }).first().click();
  await expect(grid(site).locator('[data-row="0"]')).toContainText('750 KiB');
  expect(await scrollTop(site)).toBe(0);
});
