/**
 * Builds the form of reports (`dist-report/`), the site (`dist/`) and the command line (`dist-cli/`).
 *
 * A build carries a fingerprint of what it was made from. Times of files would not do: a checkout of an older commit
 * writes new times, and a deleted file has none.
 */

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildId } from './build-id.mjs';
import { shareOrigin } from './share-origin.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const FINGERPRINT = '.fingerprint';

/** What a build depends on: files and folders, from the root. */
const SOURCES = [
  'index.html',
  'package.json',
  'package-lock.json',
  'public',
  'report.html',
  'scripts/build.mjs',
  'scripts/build-id.mjs',
  'scripts/offline-files.mjs',
  'scripts/share-origin.mjs',
  'src',
  'vite.cli.config.ts',
  'vite.config.ts',
  'vite.report.config.ts',
];

/**
 * In this order. `takes`: a file of an earlier one that the page fetches, or the command reads, from its own folder.
 * @type {{ name: string, folder: string, configFile: string, takes?: string }[]}
 */
const TARGETS = [
  { name: 'form of reports', folder: 'dist-report', configFile: 'vite.report.config.ts' },
  { name: 'site', folder: 'dist', configFile: 'vite.config.ts', takes: 'dist-report/report.html' },
  { name: 'command line', folder: 'dist-cli', configFile: 'vite.cli.config.ts', takes: 'dist-report/report.html' },
];

/**
 * Builds what is missing or older than its sources.
 * @param {{ always?: boolean }} [options] `always`: builds also what is up to date.
 * @returns {Promise<void>} Rejects where a build fails; an earlier build is then gone or still there, never half new.
 */
export async function buildAll({ always = false } = {}) {
  const fingerprint = fingerprintOfSources();
  for (const { name, folder, configFile, takes } of TARGETS) {
    const stamp = path.join(root, folder, FINGERPRINT);
    if (!always && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) continue;
    console.error(`Building the ${name} into ${folder}/ …`);
    await inProduction(() => build({ root, configFile: path.join(root, configFile), logLevel: 'warn' }));
    if (takes !== undefined) copyFileSync(path.join(root, takes), path.join(root, folder, path.basename(takes)));
    writeFileSync(stamp, fingerprint);
  }
}

/**
 * Whatever the environment says: a runner of TypeScript or of tests says `development` or `test` to what runs in it, and
 * would get React's slow half.
 * @param {() => Promise<unknown>} make
 */
async function inProduction(make) {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await make();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

/** @returns {string} */
function fingerprintOfSources() {
  const hash = createHash('sha256').update(`${buildId()} ${shareOrigin()}`);
  for (const file of SOURCES.flatMap((source) => filesUnder(source))) {
    const content = createHash('sha256').update(readFileSync(path.join(root, file))).digest('hex');
    hash.update(`\n${file} ${content}`);
  }
  return hash.digest('hex');
}

/**
 * @param {string} source a file or folder, from the root
 * @returns {string[]} files from the root, sorted; empty where there is none
 */
function filesUnder(source) {
  const absolute = path.join(root, source);
  if (!existsSync(absolute)) return [];
  if (path.extname(source) !== '') return [source];
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll({ always: true });
