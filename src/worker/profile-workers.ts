/**
 * The two workers that a profile has. To start them takes about a fifth of a second, which a person who opens a file
 * need not wait for: they can be started when somebody reaches for one.
 */

export interface ProfileWorkers {
  inflate: Worker;
  data: Worker;
}

let ready: ProfileWorkers | null = null;

/** Starts the workers of the next profile, if none wait already. */
export function readyWorkers(): void {
  if (ready !== null) return;
  const workers = startWorkers();
  ready = workers;
  // What failed before it was needed is not handed out; the next profile tries again and says what is wrong.
  for (const worker of [workers.inflate, workers.data]) {
    worker.onerror = (event) => {
      event.preventDefault();
      if (ready !== workers) return;
      ready = null;
      workers.inflate.terminate();
      workers.data.terminate();
    };
  }
}

/** Those that wait, or new ones. They are the caller's: to listen to, and to end. */
export function takeWorkers(): ProfileWorkers {
  const workers = ready ?? startWorkers();
  ready = null;
  return workers;
}

function startWorkers(): ProfileWorkers {
  return {
    inflate: new Worker(new URL('./inflate.worker.ts', import.meta.url), { type: 'module', name: 'inflate' }),
    data: new Worker(new URL('./data.worker.ts', import.meta.url), { type: 'module', name: 'data' }),
  };
}
