/** A small server of static files for this machine: what `npm start` and the end-to-end tests open. */

import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.gz': 'application/gzip',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.zip': 'application/zip',
};

const PORTS_TO_TRY = 50;

/**
 * Serves a folder until the process ends.
 * @param {string} folder
 * @param {{ host: string, port: number }} address `port` is the first one to try; 0 takes any free one.
 * @returns {Promise<string>} the URL, with a slash at its end
 */
export async function serve(folder, { host, port }) {
  const root = await realpath(folder);
  for (let attempt = 0; attempt < PORTS_TO_TRY; attempt++) {
    const taken = await listen(root, host, port === 0 ? 0 : port + attempt);
    if (taken !== null) return `http://${host.includes(':') ? `[${host}]` : host}:${taken}/`;
  }
  throw new Error(`No free port from ${port} to ${port + PORTS_TO_TRY - 1} on ${host}. PORT=… chooses another.`);
}

/**
 * `localhost` is two addresses, and a browser tries both: a port counts as free only when it is free on each. Else the
 * URL could show another program's page.
 * @param {string} root
 * @param {string} host
 * @param {number} port
 * @returns {Promise<number | null>} the port; null where it is taken
 */
async function listen(root, host, port) {
  const first = await listenOn(root, host === 'localhost' ? '127.0.0.1' : host, port);
  if (first === null || host !== 'localhost') return first && portOf(first);
  try {
    if ((await listenOn(root, '::1', portOf(first))) !== null) return portOf(first);
  } catch {
    // No IPv6 on this machine: nobody can be there.
    return portOf(first);
  }
  first.close();
  return null;
}

/**
 * @param {string} root
 * @param {string} address
 * @param {number} port
 * @returns {Promise<import('node:http').Server | null>} null where the port is taken; rejects for a wrong address
 */
function listenOn(root, address, port) {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      answer(root, request, response).catch((/** @type {unknown} */ error) => {
        response.destroy(error instanceof Error ? error : new Error(String(error)));
      });
    });
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
      else reject(error);
    });
    server.listen(port, address, () => resolve(server));
  });
}

/**
 * @param {import('node:http').Server} server one that listens
 * @returns {number}
 */
function portOf(server) {
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('The server does not listen on a port.');
  return bound.port;
}

/**
 * @param {string} root
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(root, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(response, 405, 'Only GET and HEAD.');
  }
  const file = await fileOf(root, request.url ?? '/');
  if (file === null) return refuse(response, 404, 'There is no such file.');
  response.writeHead(200, {
    'Content-Type': TYPES[path.extname(file.path)] ?? 'application/octet-stream',
    'Content-Length': file.size,
    // A rebuilt site must show at the next reload.
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    await pipeline(createReadStream(file.path), response);
  } catch (error) {
    // A browser that leaves before the end is no fault of the server.
    if (!request.destroyed) throw error;
  }
}

/**
 * @param {string} root a real path
 * @param {string} url path and query as they came
 * @returns {Promise<{ path: string, size: number } | null>} null where there is none, or where it lies outside the root
 */
async function fileOf(root, url) {
  try {
    const wanted = path.join(root, decodeURIComponent(url.split(/[?#]/, 1)[0]));
    const named = wanted.endsWith(path.sep) ? path.join(wanted, 'index.html') : wanted;
    const real = await realpath(named);
    if (!real.startsWith(root + path.sep)) return null;
    const facts = await stat(real);
    return facts.isFile() ? { path: real, size: facts.size } : null;
  } catch {
    return null;
  }
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} sentence
 */
function refuse(response, status, sentence) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${sentence}\n`);
}
