/** The page's side of its service worker: registers it, and says when a newer build waits. */

let waiting: ServiceWorkerRegistration | null = null;

/**
 * Registers the worker after the page has loaded, so that nothing competes with it. Not in development, where files
 * change under it, and not from `file://`, where browsers allow none.
 */
export function workOffline(onUpdate: () => void): void {
  if (!import.meta.env.PROD || !location.protocol.startsWith('http') || !('serviceWorker' in navigator)) return;
  const start = (): void => void register(onUpdate);
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}

/** Shows the newer build. What is open has to be opened again. */
export function showUpdate(): void {
  const next = waiting?.waiting ?? null;
  if (next === null) {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  next.postMessage('take-over');
}

async function register(onUpdate: () => void): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('./service-worker.js', { updateViaCache: 'none' });
    const look = (): void => {
      // The first worker of all is no update: nothing older is shown.
      if (registration.waiting === null || navigator.serviceWorker.controller === null) return;
      waiting = registration;
      onUpdate();
    };
    look();
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  } catch {
    // A browser that keeps nothing (a private window, say) shows the page all the same, with a network.
  }
}
