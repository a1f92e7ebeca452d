/**
 * What using the page costs the main thread, frame by frame, from Chromium's own trace: what runs between the end of one
 * frame and the end of the next counts to the latter, input handlers included.
 */

import type { Browser, Page } from 'playwright';

export interface FrameWork {
  frames: number;
  /** Milliseconds of the main thread a frame: median, 95 % and the worst. */
  median: number;
  p95: number;
  worst: number;
  /** Share of the frames that took longer than 20 ms. */
  late: number;
  /** Median milliseconds in which Chromium drew the canvases on the same thread, for want of a GPU. */
  drawing: number;
}

const LATE_MS = 20;
/** Every frame that is shown ends in it, also one that no script asked for, such as a scroll's. */
const FRAME_END = 'Layerize';

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

/** What the main thread does while `act` uses the page, frame by frame. */
export async function frameWork(browser: Browser, page: Page, act: () => Promise<void>): Promise<FrameWork> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await act();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const { work, drawing } = workOfFrames(trace.traceEvents);
  const late = work.filter((milliseconds) => milliseconds > LATE_MS).length / work.length;
  return { ...summarize(work), late, drawing: summarize(drawing).median };
}

/**
 * Milliseconds of work for each frame: scripts, style, layout and painting's record. What else a task takes
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
      if (name === FRAME_END) frame.isDrawn = true;
      // Only the outermost: an event handler holds the calls it makes.
      if (ts < task.workEnd) continue;
      task.work += tdur;
      task.workEnd = ts + dur;
    }
  }
  endTask();
  return { work, drawing };
}

/** The renderer's main thread with the most frames: that of the page. */
function mainThread(events: readonly TraceEvent[]): { pid: number; tid: number } {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const framesOf = ({ pid, tid }: TraceEvent): number =>
    events.filter((event) => event.name === FRAME_END && event.pid === pid && event.tid === tid).length;
  const [busiest] = threads.toSorted((a, b) => framesOf(b) - framesOf(a));
  if (!busiest || framesOf(busiest) === 0) throw new Error('The trace holds no frames.');
  return busiest;
}

function summarize(work: readonly number[]): Omit<FrameWork, 'drawing' | 'late'> {
  const sorted = work.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { frames: sorted.length, median: at(0.5), p95: at(0.95), worst: at(1) };
}
