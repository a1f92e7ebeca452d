/**
 * What every end-to-end test shares: a page that fails the test on a console error, an uncaught error or a request to
 * anywhere but this site, and the ways in which a person hands files over.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test as base } from 'playwright/test';
import type { Locator, Page } from 'playwright/test';

export { expect };

export interface NamedBytes {
  name: string;
  bytes: Uint8Array;
}

/** A page on the site, opened and watched. */
export const test = base.extend<{ site: Page }>({
  site: async ({ page, context, baseURL }, use) => {
    const faults: string[] = [];
    const origin = new URL(baseURL ?? '').origin;
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
    // Of the context and not of the page: workers' requests count as well.
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== origin && url.protocol !== 'blob:') faults.push(`request to ${request.url()}`);
    });
    await page.goto('./');
    await expectState(page, 'landing');
    await use(page);
    expect(faults).toEqual([]);
  },
});

export async function expectState(page: Page, state: 'landing' | 'loading' | 'open' | 'refused'): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-state', state);
}

/** Chooses files in the picker, from bytes or from the disk. */
export async function pick(page: Page, ...files: (NamedBytes | string)[]): Promise<void> {
  const picker = page.getByLabel('Profile files');
  const onDisk = files.filter((file) => typeof file === 'string');
  if (onDisk.length === files.length) {
    await picker.setInputFiles(onDisk);
    return;
  }
  const inMemory = files.map((file) =>
    typeof file === 'string'
      ? { name: path.basename(file), mimeType: '', buffer: readFileSync(file) }
      : { name: file.name, mimeType: '', buffer: Buffer.from(file.bytes) },
  );
  await picker.setInputFiles(inMemory);
}

/** Drags files over the page and drops them, as a file manager does. */
export async function drop(page: Page, ...files: NamedBytes[]): Promise<void> {
  const encoded = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const { name, base64 } of list) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], name));
    }
    return data;
  }, encoded);
  await page.dispatchEvent('#root', 'dragenter', { dataTransfer: transfer });
  await expect(page.getByText('Drop to open.')).toBeVisible();
  await page.dispatchEvent('#root', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('#root', 'drop', { dataTransfer: transfer });
  await expect(page.getByText('Drop to open.')).toBeHidden();
}

/** How many pixels of an element's text are out of sight, by its own edges or those of its parts. */
export async function widthCut(element: Locator): Promise<number> {
  return element.evaluate((whole) =>
    [whole, ...whole.children].reduce((sum, part) => sum + part.scrollWidth - part.clientWidth, 0),
  );
}

/**
 * What axe finds on the page as it stands, or in the elements of a selector, as short lines. Only what is wrong is
 * described, and there are no frames to look into from a page of its own: that takes a third of the time.
 */
export async function violations(page: Page, within?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  if (within !== undefined) axe.include(within);
  const { violations: found } = await axe.analyze();
  return found.map(({ id, impact, nodes }) => `${impact ?? ''} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** The address as the page has it now; what `page.url()` says comes a little later. */
export async function addressOf(page: Page): Promise<string> {
  return page.evaluate(() => location.href);
}

/** Takes what the page copies, in place of the clipboard, which a test may neither read nor disturb. */
export async function catchCopies(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const copies: string[] = [];
    Object.assign(window, { copies });
    navigator.clipboard.writeText = (text) => {
      copies.push(text);
      return Promise.resolve();
    };
  });
  return () => page.evaluate(() => (window as unknown as { copies: string[] }).copies);
}

/**
 * Holds the questions of a kind back from the workers of files opened from now on, as a slow machine would; what it
 * returns lets them go.
 */
export async function holdQuestions(page: Page, kind: string): Promise<() => Promise<void>> {
  await page.evaluate((held) => {
    let waiting: (() => void)[] | null = [];
    class HeldWorker extends Worker {
      override postMessage(message: { kind?: unknown }, options?: Transferable[] | StructuredSerializeOptions): void {
        const transfer = Array.isArray(options) ? options : (options?.transfer ?? []);
        const send = (): void => super.postMessage(message, transfer);
        if (waiting !== null && message.kind === held) waiting.push(send);
        else send();
      }
    }
    const letGo = (): void => {
      for (const send of waiting ?? []) send();
      waiting = null;
    };
    Object.assign(window, { Worker: HeldWorker, letGo });
  }, kind);
  return () => page.evaluate(() => (window as unknown as { letGo: () => void }).letGo());
}
