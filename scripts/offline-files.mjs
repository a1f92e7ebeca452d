/**
 * Tells the service worker which files the site is made of.
 *
 * A plugin of our own, because the worker needs no more than this list: precaching libraries bring a runtime larger than
 * the worker itself, with routes and strategies of which the site uses one.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The worker's file at the top of the site: from there its scope is the whole site, and its address never changes. */
export const SERVICE_WORKER = 'service-worker';
const PLACEHOLDER = '__HIGHWATER_FILES__';

/**
 * @param {string[]} taken files from the root of the repository that `build.mjs` lays at the top of the built site
 * @returns {import('vite').Plugin}
 */
export function offlineFiles(taken) {
  let publicDir = '';
  let root = '';
  return {
    name: 'highwater:offline-files',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      publicDir = config.publicDir;
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[`${SERVICE_WORKER}.js`];
        if (worker?.type !== 'chunk' || !worker.code.includes(PLACEHOLDER)) {
          throw new Error(`${SERVICE_WORKER}.js does not name ${PLACEHOLDER}.`);
        }
        const hash = createHash('sha256');
        /** @type {string[]} */
        const built = [];
        for (const [name, file] of Object.entries(bundle).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
          if (file === worker || name.endsWith('.map') || name.startsWith('.vite/')) continue;
          built.push(name);
          hash.update(name).update(file.type === 'chunk' ? file.code : file.source);
        }
        const asked = [];
        for (const name of filesUnder(publicDir)) {
          hash.update(name).update(readFileSync(path.join(publicDir, name)));
          // The samples themselves are worth keeping only for those who open one; the list is on the landing page.
          if (name.includes('/') && !name.endsWith('.json')) asked.push(name);
          else built.push(name);
        }
        for (const file of taken) {
          const name = path.basename(file);
          built.push(name);
          hash.update(name).update(readFileSync(path.join(root, file)));
        }
        hash.update(worker.code);
        const files = { version: hash.digest('hex').slice(0, 16), built, asked };
        worker.code = worker.code.replace(PLACEHOLDER, () => JSON.stringify(files));
      },
    },
  };
}

/**
 * @param {string} folder
 * @returns {string[]} paths from the folder with `/`, sorted
 */
function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .toSorted();
}
