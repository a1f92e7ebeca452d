/** A Chromium with the built site, and what is measured in it. Every measurement has a fresh page. */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, type Page, chromium } from 'playwright';
import { findInstalledChromium } from '../scripts/find-chromium.mjs';
import { serve } from '../scripts/serve.mjs';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
/** Longer than any load should take: then something hangs. */
export const LONGEST_LOAD_MS = 10 * 60_000;
const MEMORY_POLL_MS = 25;
/** Nobody finds a file in the dialog sooner. */
const PICKING_MS = 1000;

/** What one opening of a file took. */
export interface Opening {
  /** From the file's choice until its picture was painted. */
  milliseconds: number;
  /** Longest task of the main thread meanwhile; 0 where none took 50 ms, the least that is reported. */
  longestTaskMs: number;
  /** The greatest anonymous memory of the renderer's process; null where the system does not tell. */
  peakAnonymousBytes: number | null;
}

export class BenchBrowser {
  private constructor(
    readonly browser: Browser,
    private readonly url: string,
  ) {}

  /** Throws a sentence where the site is not built or no Chromium is installed. */
  static async start(): Promise<BenchBrowser> {
    if (!existsSync(`${DIST}index.html`)) throw new Error('The site is not built: run `npm run build` first.');
    const found = findInstalledChromium();
    if (!found) throw new Error('No Chromium is installed: run `node scripts/find-chromium.mjs` first.');
    const url = await serve(DIST, { host: '127.0.0.1', port: 0 });
    const browser = await chromium.launch({
      executablePath: found.path,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-extensions'],
    });
    console.error(`Chromium ${browser.version()}: ${found.how}`);
    return new BenchBrowser(browser, url);
  }

  async close(): Promise<void> {
    await this.browser.close();
  }

  /** Opens a file in the site, as a person does who picks it. */
  async open(file: string): Promise<Opening> {
    return this.withSite(async (page) => {
      const memory = await this.watchMemory();
      try {
        const milliseconds = await openFile(page, file);
        return { milliseconds, longestTaskMs: await longestTask(page), peakAnonymousBytes: memory() };
      } finally {
        memory();
      }
    });
  }

  /** Runs something on a page of the site, with a viewport of `width` pixels. */
  async withSite<T>(use: (page: Page) => Promise<T>, width = 1280): Promise<T> {
    const page = await this.browser.newPage({ viewport: { width, height: width > 2000 ? 1600 : 800 } });
    try {
      await page.addInitScript(watchLongTasks);
      await page.goto(this.url);
      await page.waitForSelector('html[data-state="landing"]', { state: 'attached' });
      return await use(page);
    } finally {
      await page.close();
    }
  }

  /**
   * Milliseconds to read a file by `stream()` in an empty page, inflating it where `inflate` is set, and adding up its
   * bytes where `scan` is.
   */
  async drain(file: string, inflate: boolean, scan = false): Promise<number> {
    const page = await this.browser.newPage();
    try {
      await page.setContent('<input type="file">');
      await page.setInputFiles('input', file);
      return await page.evaluate(drainInPage, { inflate, scan });
    } finally {
      await page.close();
    }
  }

  /** Bytes of the first load as a static host would send them: all that is fetched until the page can be used. */
  async firstLoadGzipBytes(): Promise<number> {
    const page = await this.browser.newPage();
    try {
      const bodies: Promise<Buffer>[] = [];
      page.on('response', (response) => {
        // Samples are listed after the page can be used.
        if (!response.url().includes('/samples/')) bodies.push(response.body());
      });
      await page.goto(this.url, { waitUntil: 'networkidle' });
      return (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
    } finally {
      await page.close();
    }
  }

  /** Polls the anonymous memory of all renderers; the returned function stops and gives the greatest of one of them. */
  private async watchMemory(): Promise<() => number | null> {
    if (process.platform !== 'linux') return () => null;
    const session = await this.browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    let greatest = 0;
    const poll = (): void => {
      for (const id of renderers) greatest = Math.max(greatest, anonymousBytes(id));
    };
    const timer = setInterval(poll, MEMORY_POLL_MS);
    return () => {
      clearInterval(timer);
      poll();
      return greatest;
    };
  }
}

/** Chooses files as a person does: by the button, and then after a while in the browser's own dialog. */
export async function pickFiles(page: Page, files: string | string[]): Promise<void> {
  const dialog = page.waitForEvent('filechooser');
  await page.getByRole('main').getByRole('button', { name: 'Open files' }).click();
  const chooser = await dialog;
  await page.waitForTimeout(PICKING_MS);
  await chooser.setFiles(files);
}

/** Picks the file and waits until its picture is painted; gives the milliseconds between. Throws where refused. */
export async function openFile(page: Page, file: string): Promise<number> {
  await pickFiles(page, file);
  await page.waitForSelector('html[data-state="open"], html[data-state="refused"]', {
    state: 'attached',
    timeout: LONGEST_LOAD_MS,
  });
  return page.evaluate(() => {
    if (document.documentElement.dataset['state'] === 'refused') throw new Error(document.body.innerText);
    const last = (name: string): number => performance.getEntriesByName(name).at(-1)?.startTime ?? Number.NaN;
    return last('highwater:drawn') - last('highwater:open-start');
  });
}

function anonymousBytes(processId: number): number {
  try {
    const line = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'));
    return Number(line?.[1] ?? 0) * 1024;
  } catch {
    return 0; // The process has ended.
  }
}

async function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...window.benchLongTasks));
}

declare global {
  interface Window {
    /** Milliseconds of each task that took 50 or more, since the file was picked. */
    benchLongTasks: number[];
  }
}

/** Runs in the page, before its own scripts. Starting the page is not part of a load: only what follows counts. */
function watchLongTasks(): void {
  window.benchLongTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const start = performance.getEntriesByName('highwater:open-start').at(-1)?.startTime ?? Infinity;
      if (entry.startTime + entry.duration > start) window.benchLongTasks.push(entry.duration);
    }
  }).observe({ type: 'longtask', buffered: true });
}

/** Runs in the page. */
async function drainInPage({ inflate, scan }: { inflate: boolean; scan: boolean }): Promise<number> {
  const file = document.querySelector('input')?.files?.[0];
  if (!file) throw new Error('no file');
  const start = performance.now();
  const stream: ReadableStream<Uint8Array<ArrayBuffer>> = file.stream();
  const bytes = inflate ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
  const reader = bytes.getReader();
  let sum = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (scan) for (const byte of read.value) sum = (sum + byte) | 0;
  }
  // Asked for, so that the engine cannot leave the sum out.
  return performance.now() - start + (Number.isNaN(sum) ? 1 : 0);
}
