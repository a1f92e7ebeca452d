import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expect, test as base } from 'playwright/test';
import type { OtherSite } from './other-site.ts';
import { otherSite } from './other-site.ts';
import { expectState, violations } from './site.ts';

const leak = (number: number): Uint8Array =>
  readFileSync(new URL(`../public/samples/leak_${number}.prof`, import.meta.url));
/** The page that README.md gives as an example of embedding. */
function exampleOfReadme(ours: string): string {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /## Embedding[^]*?```html\n([^]*?)```/.exec(readme)?.[1];
  if (example === undefined) throw new Error('README.md has no example of embedding.');
  return example.replace('https://example.org/highwater/', ours);
}

const FILES = {
  'memory.prof': leak(0),
  'leak_0.prof': leak(0),
  'leak_1.prof': leak(1),
  'notes.txt': new TextEncoder().encode('not a profile'),
};

/** Another site, and everything that our page says in its console. */
const test = base.extend<{ other: OtherSite; faults: string[] }>({
  other: async ({ page, baseURL }, use) => {
    const other = await otherSite(FILES, exampleOfReadme(baseURL ?? ''));
    await use(other);
    // First the page: it may still wait for a file.
    await page.close();
    other.close();
  },
  faults: async ({ page }, use) => {
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    await use(faults);
  },
});

/** A link is opened as from an address bar: a new document. */
async function openLink(page: Page, fragment: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`./#${fragment}`);
}

test.describe('a link that names files', () => {
  test('shows host and name, and fetches after the click, without a cookie or an address', async ({
    page,
    other,
    faults,
  }) => {
    await openLink(page, `open=${other.origin}/open/leak_0.prof`);
    const host = new URL(other.origin).host;
    await expect(page.getByRole('heading', { name: `This link names a file on ${host}` })).toBeVisible();
    await expect(page.getByText('Nothing has been fetched yet.')).toBeVisible();
    await expectState(page, 'landing');
    expect(other.requests).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: `Fetch leak_0.prof from ${host}` }).click();
    await expectState(page, 'open');
    await expect(page.getByText('alive in this dump')).toBeVisible();
    expect(other.requests.map(({ url }) => url)).toEqual(['/open/leak_0.prof']);
    expect(other.requests[0]?.headers.cookie).toBeUndefined();
    expect(other.requests[0]?.headers.referer).toBeUndefined();
    expect(faults).toEqual([]);
  });

  test('several become a series; one that is missing costs that one', async ({ page, other }) => {
    const names = ['leak_0.prof', 'leak_1.prof', 'gone.prof'];
    await openLink(page, names.map((name) => `open=${encodeURIComponent(`${other.origin}/open/${name}`)}`).join('&'));
    await page.getByRole('button', { name: /^Fetch 3 files from localhost/ }).click();
    await expectState(page, 'open');
    await expect(page.getByRole('heading', { name: '2 dumps' })).toBeVisible();
    const problems = page.getByRole('region', { name: 'What is missing or in doubt' });
    await expect(problems).toContainText('gone.prof');
    await expect(problems).toContainText('answered with status 404: there is no such file');
  });

  test('a host that forbids it is explained, with hosts that work', async ({ page, other }) => {
    await openLink(page, `open=${other.origin}/closed/leak_0.prof`);
    await page.getByRole('button', { name: /^Fetch/ }).click();
    await expectState(page, 'refused');
    const refusal = page.getByRole('listitem');
    await expect(refusal).toContainText('does not allow other sites to read this file (CORS)');
    await expect(refusal).toContainText('raw.githubusercontent.com, GitHub Pages, Hugging Face');
  });

  test('a host that is not there is no riddle either', async ({ page, other }) => {
    other.close();
    await openLink(page, `open=${other.origin}/open/leak_0.prof`);
    await page.getByRole('button', { name: /^Fetch/ }).click();
    await expectState(page, 'refused');
    await expect(page.getByRole('listitem')).toContainText('could not be reached');
  });

  test('what is fetched is looked at like what is dropped', async ({ page, other }) => {
    await openLink(page, `open=${other.origin}/open/notes.txt`);
    await page.getByRole('button', { name: /^Fetch/ }).click();
    await expectState(page, 'refused');
    await expect(page.getByRole('listitem')).toContainText('notes.txt');
  });

  test('shows how far it is, and is cancelled', async ({ page, other, faults }) => {
    await openLink(page, `open=${other.origin}/slow/leak_0.prof`);
    await page.getByRole('button', { name: /^Fetch/ }).click();
    await expectState(page, 'loading');
    await expect(page.getByText('Fetching', { exact: true })).toBeVisible();
    await expect(page.getByText('50 %')).toBeVisible();
    await page.keyboard.press('Escape');
    await expectState(page, 'landing');
    expect(faults).toEqual([]);
  });

  test('is put aside by one click, and another fragment is read without a reload', async ({ page, other }) => {
    await openLink(page, `open=${other.origin}/open/leak_0.prof`);
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect(page.getByRole('heading', { name: /^This link/ })).toHaveCount(0);
    await page.evaluate((address) => (location.hash = `open=${address}`), `${other.origin}/open/leak_1.prof`);
    await expect(page.getByRole('button', { name: /^Fetch leak_1\.prof/ })).toBeVisible();
    expect(other.requests).toEqual([]);
  });

  test('to the page’s own samples works wherever the page is', async ({ page, faults }) => {
    await openLink(page, 'open=samples/leak_0.prof');
    await page.getByRole('button', { name: /^Fetch leak_0\.prof/ }).click();
    await expectState(page, 'open');
    expect(faults).toEqual([]);
  });
});

test.describe('a link that compares two files', () => {
  const pair = (other: OtherSite, a: string, b: string): string => `a=${other.origin}/${a}&b=${other.origin}/${b}`;

  test('shows both, fetches both after one click, and compares them', async ({ page, other, faults }) => {
    await openLink(page, pair(other, 'open/leak_0.prof', 'open/leak_1.prof'));
    const { host } = new URL(other.origin);
    await expect(page.getByRole('heading', { name: `This link compares two files on ${host}` })).toBeVisible();
    await expect(page.getByText(`baseline: ${other.origin}/open/leak_0.prof`)).toBeVisible();
    await expect(page.getByText(`candidate: ${other.origin}/open/leak_1.prof`)).toBeVisible();
    expect(other.requests).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: `Fetch both from ${host} and compare` }).click();
    await expectState(page, 'open');
    await expect(page.getByRole('region', { name: 'What differs' })).toBeVisible();
    expect(other.requests.map(({ url }) => url)).toEqual(['/open/leak_0.prof', '/open/leak_1.prof']);
    expect(faults).toEqual([]);
  });

  test('opens the other one where a host forbids one of them, and says why', async ({ page, other }) => {
    await openLink(page, pair(other, 'closed/memory.prof', 'open/leak_1.prof'));
    await page.getByRole('button', { name: /^Fetch both/ }).click();
    await expectState(page, 'open');
    await expect(page).toHaveTitle('leak_1.prof – Highwater');
    const problems = page.getByRole('region', { name: 'What is missing or in doubt' });
    await expect(problems).toContainText('memory.prof');
    await expect(problems).toContainText('does not allow other sites to read this file (CORS)');
  });

  test('explains each where neither can be had', async ({ page, other }) => {
    await openLink(page, pair(other, 'closed/memory.prof', 'open/gone.prof'));
    await page.getByRole('button', { name: /^Fetch both/ }).click();
    await expectState(page, 'refused');
    await expect(page.getByRole('listitem').filter({ hasText: 'memory.prof' })).toContainText('CORS');
    await expect(page.getByRole('listitem').filter({ hasText: 'gone.prof' })).toContainText('answered with status 404');
  });
});

test.describe('a link that must not be followed', () => {
  for (const [name, address] of [
    ['code', 'javascript:document.title="owned"'],
    ['data', 'data:text/html,<img src=x onerror=alert(1)>'],
    ['a password', 'https://ada:secret@localhost:9/memory.prof'],
    ['plain http', 'http://192.0.2.1/memory.prof'],
    ['no end', `https://localhost:9/${'a'.repeat(9000)}`],
  ] as const) {
    test(`${name}: a sentence, no button, no request`, async ({ page, baseURL, faults }) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await openLink(page, `open=${address}`);
      await expect(page.getByRole('heading', { name: 'This link names nothing that can be opened' })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Fetch/ })).toHaveCount(0);
      expect((await page.locator('.request .refusals p').last().innerText()).length).toBeGreaterThan(30);
      await expect(page.getByText('secret')).toHaveCount(0);
      await expect(page.locator('img')).toHaveCount(0);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(page.locator('.request')).toHaveCount(0);
      expect(requests.filter((url) => !url.startsWith(baseURL ?? ''))).toEqual([]);
      expect(faults).toEqual([]);
    });
  }
});

test.describe('another page that hands files over', () => {
  /** Opens our page from the other site, and waits until it answers. */
  async function openedBy(page: Page, other: OtherSite): Promise<Page> {
    await page.goto(`${other.origin}/opener`);
    const popup = page.waitForEvent('popup');
    await page.evaluate((address) => Object.assign(window, { highwater: window.open(address) }), ourAddress());
    const ours = await popup;
    await expectState(ours, 'landing');
    return ours;
  }

  const ourAddress = (): string => String(test.info().project.use.baseURL);

  /** From the opener, as in the README's example. */
  async function send(opener: Page, message: unknown): Promise<void> {
    await opener.evaluate((data) => {
      const { highwater } = window as unknown as { highwater: Window };
      highwater.postMessage(data, '*');
    }, message);
  }

  async function sendFile(opener: Page, name: string, bytes: Uint8Array): Promise<void> {
    await opener.evaluate(
      ({ name: fileName, content }) => {
        const { highwater } = window as unknown as { highwater: Window };
        const { buffer } = Uint8Array.from(content);
        highwater.postMessage({ type: 'highwater:open', files: [{ name: fileName, buffer }] }, '*');
      },
      { name, content: Array.from(bytes) },
    );
  }

  test('is answered, and its files are opened after a click that shows who sent them', async ({ page, other }) => {
    const ours = await openedBy(page, other);
    const answered = page.evaluate(
      () => new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true })),
    );
    await send(page, { type: 'highwater:ping' });
    expect(await answered).toMatchObject({ type: 'highwater:ready', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });

    await sendFile(page, 'leak_0.prof', FILES['leak_0.prof']);
    await expect(ours.getByRole('heading', { name: `${other.origin} has sent a file` })).toBeVisible();
    await expectState(ours, 'landing');
    expect(await violations(ours)).toEqual([]);
    // What a click agrees to does not change under it.
    await sendFile(page, 'leak_1.prof', FILES['leak_1.prof']);
    await ours.getByRole('button', { name: 'Open leak_0.prof' }).click();
    await expectState(ours, 'open');
    await expect(ours).toHaveTitle('leak_0.prof – Highwater');
  });

  test('the example of the README works', async ({ page, other }) => {
    await page.goto(`${other.origin}/opener`);
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Show in Highwater' }).click();
    const ours = await popup;
    await ours.getByRole('button', { name: 'Open memory.prof' }).click();
    await expectState(ours, 'open');
    await expect(ours).toHaveTitle('memory.prof – Highwater');
    await expect(ours.getByRole('button', { name: 'Open memory.prof' })).toHaveCount(0);
  });

  test('may be turned away, and whatever else it says is passed over', async ({ page, other }) => {
    const ours = await openedBy(page, other);
    const faults: string[] = [];
    ours.on('pageerror', (error) => faults.push(error.message));
    for (const message of [
      null,
      'highwater:open',
      { type: 'highwater:open' },
      { type: 'highwater:open', files: [] },
      { type: 'highwater:open', files: [{ name: 'a', buffer: 'text' }] },
      { type: 'highwater:close' },
    ]) {
      await send(page, message);
    }
    await sendFile(page, '<img src=x onerror=alert(1)>', FILES['leak_0.prof']);
    await expect(ours.getByRole('button', { name: 'Open <img src=x onerror=alert(1)>' })).toBeVisible();
    await expect(ours.locator('img')).toHaveCount(0);
    await ours.getByRole('button', { name: 'Discard' }).click();
    await expect(ours.locator('.request')).toHaveCount(0);
    await expectState(ours, 'landing');
    expect(faults).toEqual([]);
  });

  test('of the page’s own origin need not ask', async ({ page }) => {
    await page.goto('./');
    await expectState(page, 'landing');
    await page.evaluate(async () => {
      const response = await fetch('samples/leak_0.prof');
      postMessage(
        { type: 'highwater:open', files: [{ name: 'leak_0.prof', blob: await response.blob() }] },
        location.origin,
      );
    });
    await expectState(page, 'open');
    await expect(page).toHaveTitle('leak_0.prof – Highwater');
  });
});
