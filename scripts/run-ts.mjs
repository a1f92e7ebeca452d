/**
 * Runs a TypeScript file of the repository in Node: `node scripts/run-ts.mjs FILE [arguments]`.
 * Node 20 cannot by itself; Vite, which is here anyway, reads the file and what it imports as it would for the page.
 */

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { buildId } from './build-id.mjs';

const [node, , file, ...rest] = process.argv;
if (file === undefined) {
  console.error('Usage: node scripts/run-ts.mjs FILE [arguments]');
  process.exit(2);
}

const script = path.resolve(file);
process.argv = [node, script, ...rest];
await runnerImport(script, {
  configFile: false,
  root: fileURLToPath(new URL('..', import.meta.url)),
  define: { __HIGHWATER_BUILD__: JSON.stringify(buildId()), __HIGHWATER_SHARE_ORIGIN__: '""' },
  logLevel: 'warn',
});
