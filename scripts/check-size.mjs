/**
 * Checks the first load of the built site: what the browser fetches to show the page, compressed as a static host sends
 * it. The workers are fetched when the first file is opened, or by the service worker once the page is shown: their size
 * is told beside it, and not counted.
 */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { SERVICE_WORKER } from './offline-files.mjs';

/**
 * @typedef {{ file: string, isEntry?: boolean, imports?: string[], css?: string[], assets?: string[] }} Chunk
 * @typedef {Record<string, Chunk>} Manifest
 */

const BUDGET = 200_000;
const WORKER = /\.worker-[^.]*\.js$/;
const SERVICE_WORKER_FILE = `${SERVICE_WORKER}.js`;
const DIST = fileURLToPath(new URL('../dist', import.meta.url));

/** @returns {string[]} files of `dist/`; dynamic imports are left out, since they come later */
function firstLoad() {
  const manifest = /** @type {Manifest} */ (JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')));
  const files = new Set(['index.html', 'favicon.svg']);
  const waiting = Object.keys(manifest).filter(
    (key) => manifest[key].isEntry && manifest[key].file !== SERVICE_WORKER_FILE,
  );
  if (waiting.length === 0) throw new Error('The build has no entry: dist/.vite/manifest.json names none.');
  const seen = new Set(waiting);
  for (const key of waiting) {
    const { file, imports = [], css = [], assets = [] } = manifest[key];
    for (const name of [file, ...css, ...assets]) files.add(name);
    for (const next of imports) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return [...files].filter((file) => !WORKER.test(file));
}

/** @returns {string[]} builds of their own, which the manifest does not know */
function workers() {
  return readdirSync(path.join(DIST, 'assets'))
    .filter((file) => WORKER.test(file))
    .map((file) => `assets/${file}`);
}

/**
 * @param {string} file
 * @param {string} note
 */
function sizeOf(file, note) {
  const bytes = gzipSync(readFileSync(path.join(DIST, file)), { level: 9 }).length;
  console.log(`${bytes.toLocaleString('en-US').padStart(9)} B  ${file}${note}`);
  return bytes;
}

let total = 0;
for (const file of firstLoad()) total += sizeOf(file, '');
for (const file of workers()) sizeOf(file, ', with the first file that is opened');
sizeOf(SERVICE_WORKER_FILE, ', once the page is shown');
const [size, budget] = [total, BUDGET].map((bytes) => bytes.toLocaleString('en-US'));
console.log(`First load: ${size} bytes (gzip), ${total <= BUDGET ? 'within' : 'over'} the budget of ${budget}.`);
if (total > BUDGET) process.exitCode = 1;
