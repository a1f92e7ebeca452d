import { defineConfig } from 'playwright/test';
import { findInstalledChromium } from './scripts/find-chromium.mjs';

/** `scripts/test.mjs` names the browser that it found or installed; run alone, an installed one is taken. */
const executablePath = process.env['HIGHWATER_CHROMIUM'] || findInstalledChromium()?.path;
if (executablePath === undefined) {
  throw new Error('No Chromium is installed. `node scripts/find-chromium.mjs` installs one.');
}
// The configuration is read again in every worker process: the search is for the first one.
process.env['HIGHWATER_CHROMIUM'] = executablePath;

/** Containers run as root, where Chromium's sandbox cannot start. */
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  webServer: {
    // Any free port, so that a server that somebody left running is never tested in its place.
    command: 'node scripts/start.mjs',
    env: { HOST: '127.0.0.1', PORT: '0' },
    wait: { stdout: /Highwater: http:\/\/127\.0\.0\.1:(?<highwater_port>\d+)\// },
    timeout: 180_000,
  },
  use: {
    // Set by `wait` above before any test starts.
    baseURL: `http://127.0.0.1:${process.env['HIGHWATER_PORT'] ?? '0'}/`,
    headless: true,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The same pixels in every run on one machine.
        '--font-render-hinting=none',
        '--disable-font-subpixel-positioning',
        '--disable-lcd-text',
        '--force-color-profile=srgb',
        '--hide-scrollbars',
      ],
    },
  },
});
