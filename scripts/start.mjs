/**
 * `npm start`: builds what is not built, serves the site on this machine and prints its URL.
 * HOST (default localhost) and PORT (default 4173, then the next free one; 0 for any) choose the address.
 */

import { lookup } from 'node:dns/promises';
import { fileURLToPath } from 'node:url';
import { buildAll } from './build.mjs';
import { serve } from './serve.mjs';

const DEFAULT_PORT = 4173;

/** @returns {Promise<string>} */
async function chosenHost() {
  const host = process.env['HOST'] || 'localhost';
  if (host === 'localhost') return host;
  try {
    await lookup(host);
    return host;
  } catch {
    // Conda's compilers export HOST=x86_64-conda-linux-gnu.
    console.error(`HOST is "${host}", which is no address; using localhost.`);
    return 'localhost';
  }
}

/** @returns {number} */
function chosenPort() {
  const text = process.env['PORT'] || String(DEFAULT_PORT);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    console.error(`PORT is "${text}", which is no port: a whole number from 0 to 65535.`);
    process.exit(2);
  }
  return port;
}

const address = { host: await chosenHost(), port: chosenPort() };
await buildAll();
const url = await serve(fileURLToPath(new URL('../dist', import.meta.url)), address);
console.log(`Highwater: ${url} (Ctrl+C stops it)`);
