/** Another site on this machine: files with and without leave for others to read them, and a page that opens ours. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export interface OtherSite {
  /** `http://localhost:PORT`: another origin than the page's, which is at 127.0.0.1. */
  origin: string;
  /** Requests so far, the newest last. */
  requests: IncomingMessage[];
  close: () => void;
}

/**
 * Files by name; `/open/NAME` may be read by every site, `/closed/NAME` and `/NAME` by none, `/slow/NAME` never ends.
 * `opener` is the HTML of a page of this site.
 */
export async function otherSite(files: Record<string, Uint8Array>, opener: string): Promise<OtherSite> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response, files, opener);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return { origin: `http://localhost:${portOf(server)}`, requests, close: () => closeAll(server) };
}

function answer(
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
  files: Record<string, Uint8Array>,
  opener: string,
): void {
  const [, kind = '', name = kind] = new URL(url, 'http://localhost').pathname.split('/');
  if (kind === 'opener') {
    response.setHeader('Content-Type', 'text/html');
    response.end(opener);
    return;
  }
  if (kind === 'open' || kind === 'slow') response.setHeader('Access-Control-Allow-Origin', '*');
  const bytes = files[decodeURIComponent(name)];
  if (bytes === undefined) {
    response.statusCode = 404;
    response.end();
    return;
  }
  response.setHeader('Content-Length', kind === 'slow' ? bytes.length * 2 : bytes.length);
  response.write(bytes);
  if (kind !== 'slow') response.end();
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on a port.');
  return address.port;
}

function closeAll(server: Server): void {
  server.closeAllConnections();
  server.close();
}
