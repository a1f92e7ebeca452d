/**
 * Finds a Chromium for the end-to-end tests and the benchmark, and installs one only where there is none:
 * CHROMIUM_PATH / CHROME_PATH, an installed Chromium or Chrome, the browser that Playwright has already downloaded,
 * Debian's package, and last a download by Playwright.
 *
 *     node scripts/find-chromium.mjs     prints its path, and on stderr how it was found
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium as playwrightChromium } from 'playwright';

/** @typedef {{ path: string, how: string }} Found `how` is one line for the person who reads the log. */

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'chrome'];

/** Where macOS and Windows put them, which is not in PATH. */
const USUAL_PLACES = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = process.env[variable];
    if (!folder) return [];
    return ['Google\\Chrome', 'Chromium'].map((program) => path.join(folder, program, 'Application', 'chrome.exe'));
  }),
};

/**
 * What is on this machine already. Nothing is installed.
 * @returns {Found | null}
 */
export function findInstalledChromium() {
  for (const variable of ['CHROMIUM_PATH', 'CHROME_PATH']) {
    const file = process.env[variable];
    if (!file) continue;
    if (starts(file)) return { path: file, how: `${file}, named by ${variable}` };
    console.error(`Chromium: ${variable} names ${file}, which does not start; looking for another.`);
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const inPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const usual = process.platform === 'darwin' || process.platform === 'win32' ? USUAL_PLACES[process.platform] : [];
  const installed = [...inPath, ...usual].find(starts);
  if (installed) return { path: installed, how: `${installed}, already installed` };
  const downloaded = playwrightChromium.executablePath();
  return starts(downloaded) ? { path: downloaded, how: `${downloaded}, downloaded by Playwright earlier` } : null;
}

/**
 * Finds Chromium, installing it where there is none.
 * @returns {Found} Throws a sentence that says what to do where every way failed.
 */
export function findOrInstallChromium() {
  return findInstalledChromium() ?? installDebianPackage() ?? downloadByPlaywright() ?? giveUp();
}

/** @returns {Found | null} */
function installDebianPackage() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get') || !mayBeRoot()) return null;
  const prefix = isRoot() ? [] : ['sudo', '-n'];
  console.error('Chromium: none installed; installing the package chromium by apt-get …');
  for (const task of [['update'], ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation']]) {
    const [command, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...task];
    // Its output goes to stderr: on stdout this script prints the path only.
    if (spawnSync(command, rest, { stdio: ['ignore', 2, 2] }).status !== 0) return null;
  }
  // On Ubuntu the package is a wrapper that asks for snap; then it does not start.
  const file = '/usr/bin/chromium';
  return starts(file) ? { path: file, how: `${file}, now installed by apt-get` } : null;
}

/** @returns {Found | null} */
function downloadByPlaywright() {
  console.error('Chromium: none installed and no package for it; Playwright downloads its own …');
  const cli = path.join(path.dirname(fileURLToPath(import.meta.resolve('playwright'))), 'cli.js');
  // Libraries are installed as root; for anybody else that step would ask for a password and take the rest with it.
  const withLibraries = process.platform === 'linux' && mayBeRoot() ? ['--with-deps'] : [];
  const done = spawnSync(process.execPath, [cli, 'install', ...withLibraries, 'chromium'], { stdio: ['ignore', 2, 2] });
  const file = playwrightChromium.executablePath();
  return done.status === 0 && starts(file) ? { path: file, how: `${file}, now downloaded by Playwright` } : null;
}

/** @returns {never} */
function giveUp() {
  throw new Error('No Chromium was found or could be installed. Install one, or name one: CHROMIUM_PATH=…');
}

/**
 * A file called chromium may be a wrapper for a package that is not there, so it is started. Not on macOS and Windows:
 * there it is the browser itself, and on Windows `--version` opens a window.
 * @param {string} file
 * @returns {boolean}
 */
function starts(file) {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return /chrom/i.test(execFileSync(file, ['--version'], { encoding: 'utf8', stdio: 'pipe', timeout: 30_000 }));
  } catch {
    return false;
  }
}

/** @returns {boolean} */
function isRoot() {
  return process.getuid?.() === 0;
}

/** @returns {boolean} root, or somebody whom sudo lets be root without a password */
function mayBeRoot() {
  return isRoot() || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const found = findOrInstallChromium();
    console.error(`Chromium: ${found.how}`);
    console.log(found.path);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
