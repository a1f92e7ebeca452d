/**
 * What a scripted pan and zoom costs the main thread, frame by frame, from Chromium's own trace: everything that runs
 * between the end of one animation frame and the end of the next counts to the latter, input handlers included.
 */

import type { Page } from 'playwright';
import { type BenchBrowser, openFile } from './browser.ts';

export interface FrameWork {
  frames: number;
  /** Milliseconds of the main thread a frame: median, 95 % and the worst. */
  median: number;
  p95: number;
  worst: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  args?: { name?: string };
}

const WIDTH = 3840;
const ZOOM_STEPS = 60;
const PAN_STEPS = 90;

/** Opens the file at 3840 pixels and moves through it: close to the peak, along, and back out, three times. */
export async function frameWork(bench: BenchBrowser, file: string): Promise<FrameWork> {
  return bench.withSite(async (page) => {
    await openFile(page, file);
    await bench.browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    for (let round = 0; round < 3; round++) await panAndZoom(page, 0.25 + round * 0.25);
    const trace = JSON.parse((await bench.browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    return summarize(workOfFrames(trace.traceEvents));
  }, WIDTH);
}

async function panAndZoom(page: Page, at: number): Promise<void> {
  const surface = page.locator('[role="slider"]').first();
  const box = await surface.boundingBox();
  if (!box) throw new Error('The timeline is not on the page.');
  const x = box.x + box.width * at;
  const y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  for (let step = 0; step < ZOOM_STEPS; step++) await wheel(page, -100);
  await page.keyboard.up('Control');
  await page.keyboard.down('Shift');
  await page.mouse.down();
  for (let step = 0; step < PAN_STEPS; step++) {
    await page.mouse.move(x + Math.sin(step / 9) * box.width * 0.2, y);
    await nextFrame(page);
  }
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await page.keyboard.down('Control');
  for (let step = 0; step < ZOOM_STEPS; step++) await wheel(page, 100);
  await page.keyboard.up('Control');
}

async function wheel(page: Page, by: number): Promise<void> {
  await page.mouse.wheel(0, by);
  await nextFrame(page);
}

async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
}

/** Milliseconds of main-thread tasks for each animation frame. */
function workOfFrames(events: readonly TraceEvent[]): number[] {
  const thread = mainThread(events);
  const own = events.filter(({ pid, tid, ph, dur }) => pid === thread.pid && tid === thread.tid && ph === 'X' && dur);
  const tasks = own.filter(({ name }) => name === 'ThreadControllerImpl::RunTask').toSorted((a, b) => a.ts - b.ts);
  const frames = own.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts);
  const work: number[] = [];
  let sum = 0;
  for (const task of tasks) {
    const end = task.ts + (task.dur ?? 0);
    sum += task.dur ?? 0;
    if (!frames.some((frame) => frame >= task.ts && frame < end)) continue;
    work.push(sum / 1000);
    sum = 0;
  }
  return work;
}

/** The renderer's main thread with the most animation frames: that of the page. */
function mainThread(events: readonly TraceEvent[]): { pid: number; tid: number } {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const framesOf = ({ pid, tid }: TraceEvent): number =>
    events.filter((event) => event.name === 'FireAnimationFrame' && event.pid === pid && event.tid === tid).length;
  const [busiest] = threads.toSorted((a, b) => framesOf(b) - framesOf(a));
  if (!busiest || framesOf(busiest) === 0) throw new Error('The trace holds no animation frames.');
  return busiest;
}

function summarize(work: readonly number[]): FrameWork {
  const sorted = work.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { frames: sorted.length, median: at(0.5), p95: at(0.95), worst: at(1) };
}
