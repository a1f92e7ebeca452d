/**
 * Lets the site open without a network. It keeps the files of one build, and answers for no other address: what
 * `#open=` fetches, here or elsewhere, goes past it.
 *
 *     install   all files that the page can need, into a cache of this build
 *     fetch     one of them: from the cache, else from the network and kept (samples come when they are asked for)
 *     activate  caches of earlier builds go
 *
 * Page, scripts and workers of a session are always of one build. A newer one waits beside it, while the page says so
 * (`offline.ts`), until the user reloads or all tabs are closed.
 */

/** Put in by the build (`scripts/offline-files.mjs`): a hash of all files, those kept at once and those when asked for. */
declare const __HIGHWATER_FILES__: { version: string; built: string[]; asked: string[] };

const worker = self as unknown as ServiceWorkerGlobalScope;
const { version, built, asked } = __HIGHWATER_FILES__;
const names = new Set([...built, ...asked]);
const scope = new URL(worker.registration.scope);
/** Sites of one origin share its caches: `https://name.github.io/` has one folder for each project. */
const OWN_CACHES = `highwater ${scope.pathname} `;
const CACHE = `${OWN_CACHES}${version}`;

worker.addEventListener('install', (event) => event.waitUntil(keepBuilt()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
worker.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if (data === 'take-over') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const name = request.method === 'GET' ? nameOf(request.url) : null;
  if (name !== null) event.respondWith(answer(name));
});

async function keepBuilt(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Past the browser's own cache, which may hold the index of an earlier build for some minutes.
  await cache.addAll(built.map((name) => new Request(addressOf(name), { cache: 'no-cache' })));
}

async function dropOthers(): Promise<void> {
  const keys = await caches.keys();
  await Promise.all(keys.filter((key) => key.startsWith(OWN_CACHES) && key !== CACHE).map((key) => caches.delete(key)));
}

/** The file of this build that an address means; null for any other address. */
function nameOf(address: string): string | null {
  const { origin, pathname } = new URL(address);
  if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return null;
  const name = pathname.slice(scope.pathname.length) || 'index.html';
  return names.has(name) ? name : null;
}

function addressOf(name: string): string {
  return new URL(name, scope).href;
}

async function answer(name: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(addressOf(name));
  if (kept !== undefined) return kept;
  const response = await fetch(addressOf(name), { cache: 'no-cache' });
  // A site that is full, or a browser that keeps nothing, is no reason to withhold what came.
  if (response.ok) await cache.put(addressOf(name), response.clone()).catch(() => undefined);
  return response;
}
