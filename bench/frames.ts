/**
 * What a scripted pan and zoom costs the main thread, frame by frame, from Chromium's own trace: what runs between the
 * end of one animation frame and the end of the next counts to the latter, input handlers included.
 */

import type { Page } from 'playwright';
import { type BenchBrowser, openFile } from './browser.ts';

export interface FrameWork {
  frames: number;
  /** Milliseconds of the main thread a frame: median, 95 % and the worst. */
  median: number;
  p95: number;
  worst: number;
  /** Median milliseconds in which Chromium drew the canvases on the same thread, for want of a GPU. */
  drawing: number;
}

interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: start, duration, and the thread's own time in it where the system counts that. */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

const WIDTH = 3840;
const STEP_MS = 16;
const ZOOM_STEPS = 60;
const PAN_STEPS = 90;

/** Opens the file at 3840 pixels and moves through it: close to the peak, along, and back out, three times. */
export async function frameWork(bench: BenchBrowser, file: string): Promise<FrameWork> {
  return bench.withSite(async (page) => {
    await openFile(page, file);
    await bench.browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    for (let round = 0; round < 3; round++) await panAndZoom(page, 0.25 + round * 0.25);
    const trace = JSON.parse((await bench.browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    const { work, drawing } = workOfFrames(trace.traceEvents);
    return { ...summarize(work), drawing: summarize(drawing).median };
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
    await page.waitForTimeout(STEP_MS);
  }
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await page.keyboard.down('Control');
  for (let step = 0; step < ZOOM_STEPS; step++) await wheel(page, 100);
  await page.keyboard.up('Control');
}

async function wheel(page: Page, by: number): Promise<void> {
  await page.mouse.wheel(0, by);
  // Not by an animation frame: only the page's own frames shall be in the trace.
  await page.waitForTimeout(STEP_MS);
}

/**
 * Milliseconds of work for each animation frame: scripts, style, layout and painting's record. What else a task takes
 * is mostly Chromium drawing canvases without a GPU, which a machine with one does elsewhere; it is given apart.
 * Time in which the thread waited for a core is not work.
 */
function workOfFrames(events: readonly TraceEvent[]): { work: number[]; drawing: number[] } {
  const thread = mainThread(events);
  const own = events
    .filter(({ pid, tid, ph }) => pid === thread.pid && tid === thread.tid && ph === 'X')
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const work: number[] = [];
  const drawing: number[] = [];
  const frame = { work: 0, drawing: 0, isDrawn: false };
  const task = { end: -1, time: 0, work: 0, workEnd: -1 };
  const endTask = (): void => {
    frame.work += task.work;
    frame.drawing += task.time - task.work;
    if (!frame.isDrawn) return;
    work.push(frame.work / 1000);
    drawing.push(frame.drawing / 1000);
    Object.assign(frame, { work: 0, drawing: 0, isDrawn: false });
  };
  for (const { name, cat, ts, dur = 0, tdur = dur } of own) {
    if (name === 'ThreadControllerImpl::RunTask') {
      endTask();
      Object.assign(task, { end: ts + dur, time: tdur, work: 0, workEnd: -1 });
    } else if (ts < task.end && cat.includes('devtools.timeline')) {
      if (name === 'FireAnimationFrame') frame.isDrawn = true;
      // Only the outermost: an event handler holds the calls it makes.
      if (ts < task.workEnd) continue;
      task.work += tdur;
      task.workEnd = ts + dur;
    }
  }
  endTask();
  return { work, drawing };
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

function summarize(work: readonly number[]): Omit<FrameWork, 'drawing'> {
  const sorted = work.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { frames: sorted.length, median: at(0.5), p95: at(0.95), worst: at(1) };
}
