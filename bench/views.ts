/** What each view costs the main thread while a person uses it at 3840 pixels, and how soon the flame follows the cursor. */

import type { Locator, Page } from 'playwright';
import { type BenchBrowser, openFile } from './browser.ts';
import { type FrameWork, frameWork } from './frames.ts';
import type { BenchFiles } from './make-xspace.ts';
import type { Row } from './table.ts';

const WIDTH = 3840;
const STEP_MS = 16;
const ZOOM_STEPS = 60;
const PAN_STEPS = 90;
const HOVER_STEPS = 120;
const CURSOR_STEPS = 60;
const CURSOR_LIMIT_MS = 2000;

const FRAME_MS = 8;
const LATE_SHARE = 0.02;
const CURSOR_MS = 100;

/** The views with what a person does in them. `tab` is the one under the curve; the timeline has none. */
const VIEWS: readonly { name: string; tab: string | null; use: (page: Page) => Promise<void> }[] = [
  { name: 'timeline, pan and zoom', tab: null, use: timelineWork },
  { name: 'flame, hover and keys', tab: 'Flame', use: (page) => hoverAndKeys(page, page.getByRole('tree').first()) },
  { name: 'blocks, pan, hover and keys', tab: 'Blocks', use: blocksWork },
  { name: 'allocations, scroll and keys', tab: 'Allocations', use: tableWork },
];

/** Two rows a view, and one for the cursor. */
export async function viewRows(bench: BenchBrowser, files: BenchFiles): Promise<Row[]> {
  return bench.withSite(async (page) => {
    await openFile(page, files.bare);
    const rows: Row[] = [];
    for (const { name, tab, use } of VIEWS) {
      if (tab !== null) await page.getByRole('tab', { name: tab, exact: true }).click();
      // The answer of the view that was just opened is no part of using it.
      await page.waitForTimeout(1500);
      rows.push(...frameRows(name, files, await frameWork(bench.browser, page, () => use(page))));
    }
    rows.push(await cursorRow(page, files));
    return rows;
  }, WIDTH);
}

function frameRows(name: string, files: BenchFiles, { frames, median, p95, worst, late, drawing }: FrameWork): Row[] {
  return [
    {
      measure: `main thread a frame at ${WIDTH} px, p95: ${name}`,
      file: files.label,
      value: p95,
      unit: 'ms',
      goal: { limit: FRAME_MS },
      detail:
        `median ${median.toFixed(2)} ms, worst ${worst.toFixed(1)} ms of ${frames} frames; ` +
        `drawing without a GPU ${drawing.toFixed(1)} ms`,
    },
    {
      measure: `frames over 20 ms: ${name}`,
      file: files.label,
      value: late * 100,
      unit: '%',
      goal: { limit: LATE_SHARE * 100 },
      detail: `of ${frames}`,
    },
  ];
}

/** Close to the peak, along, and back out, three times. */
async function timelineWork(page: Page): Promise<void> {
  for (const at of [0.25, 0.5, 0.75]) await panAndZoom(page, at);
}

async function panAndZoom(page: Page, at: number): Promise<void> {
  const { x, y, width } = await placeIn(page.getByRole('slider').first(), at, 0.5);
  await page.mouse.move(x, y);
  await zoom(page, -100, ZOOM_STEPS);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  for (let step = 0; step < PAN_STEPS; step++) {
    await page.mouse.move(x + Math.sin(step / 9) * width * 0.2, y);
    await page.waitForTimeout(STEP_MS);
  }
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await zoom(page, 100, ZOOM_STEPS);
}

async function zoom(page: Page, by: number, steps: number): Promise<void> {
  await page.keyboard.down('Control');
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, by);
    // Not by an animation frame: only the page's own frames shall be in the trace.
    await page.waitForTimeout(STEP_MS);
  }
  await page.keyboard.up('Control');
}

/** Moves over the surface in a wave that crosses all of its rows, then steps through it by keys. */
async function hoverAndKeys(page: Page, surface: Locator): Promise<void> {
  const { x, y, width, height } = await placeIn(surface, 0, 0);
  for (let step = 0; step < HOVER_STEPS; step++) {
    const across = 0.05 + (0.9 * step) / HOVER_STEPS;
    const down = 0.5 + 0.4 * Math.sin(step / 3);
    await page.mouse.move(x + across * width, y + down * height);
    await page.waitForTimeout(STEP_MS);
  }
  await surface.focus();
  for (let step = 0; step < HOVER_STEPS; step++) {
    await page.keyboard.press(step % 8 < 3 ? 'ArrowDown' : 'ArrowRight');
    await page.waitForTimeout(STEP_MS);
  }
}

async function blocksWork(page: Page): Promise<void> {
  await panAndZoom(page, 0.5);
  await hoverAndKeys(page, page.getByRole('listbox').first());
}

async function tableWork(page: Page): Promise<void> {
  const grid = page.getByRole('grid').first();
  const { x, y } = await placeIn(grid, 0.5, 0.5);
  await page.mouse.move(x, y);
  for (let step = 0; step < HOVER_STEPS; step++) {
    await page.mouse.wheel(0, step < HOVER_STEPS / 2 ? 400 : -200);
    await page.waitForTimeout(STEP_MS);
  }
  await grid.focus();
  for (let step = 0; step < HOVER_STEPS; step++) {
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(STEP_MS);
  }
}

/** From the press that moves the cursor until the flame of that moment is painted. */
async function cursorRow(page: Page, files: BenchFiles): Promise<Row> {
  await page.getByRole('tab', { name: 'Flame', exact: true }).click();
  const took: number[] = [];
  for (let step = 0; step < CURSOR_STEPS; step++) {
    // Far apart and in no order, so that nothing near by is known from the last one.
    const { x, y } = await placeIn(page.getByRole('slider').first(), 0.02 + 0.96 * ((step * 0.618) % 1), 0.5);
    await page.evaluate(watchFlame, CURSOR_LIMIT_MS);
    await page.mouse.click(x, y);
    took.push(await page.evaluate(() => Reflect.get(globalThis, 'highwaterFlame') as Promise<number>));
  }
  const sorted = took.toSorted((a, b) => a - b);
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
  return {
    measure: 'cursor moved → flame of that moment, p95',
    file: files.label,
    value: p95,
    unit: 'ms',
    goal: { limit: CURSOR_MS },
    detail: `median ${(sorted[sorted.length >> 1] ?? Number.NaN).toFixed(1)} ms of ${sorted.length} moments`,
  };
}

/** In the page: promises the milliseconds from the next press until the flame, which then has another name, is painted. */
function watchFlame(limit: number): void {
  const flame = document.querySelector('[role="tree"]');
  const promised = new Promise<number>((resolve) => {
    let pressed = Number.NaN;
    addEventListener('pointerdown', (event) => (pressed = event.timeStamp), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      observer.disconnect();
      // A task after the frame's callbacks: by then the canvas has been painted.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
    });
    if (flame) observer.observe(flame, { attributeFilter: ['aria-label'] });
    setTimeout(() => resolve(limit), limit);
  });
  Reflect.set(globalThis, 'highwaterFlame', promised);
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A point of the surface, by its shares of the width and the height, and the size of the whole. */
async function placeIn(surface: Locator, across: number, down: number): Promise<Place> {
  const box = await surface.boundingBox();
  if (!box) throw new Error('A view that is measured is not on the page.');
  return { ...box, x: box.x + box.width * across, y: box.y + box.height * down };
}
