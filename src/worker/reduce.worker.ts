/** Makes a reduced profile of dropped files and ends. One thread for all of it: nobody waits for a picture meanwhile. */

import type { FromReduceWorker, ReduceProgress, ReduceRequest } from './protocol.ts';
import { reduceFiles } from './reduce.ts';

const PROGRESS_INTERVAL_MS = 60;

self.onmessage = ({ data }: MessageEvent<ReduceRequest>): void => {
  void reduce(data);
};

async function reduce({ files, run }: ReduceRequest): Promise<void> {
  let last = 0;
  let phase = '';
  const onProgress = (progress: ReduceProgress): void => {
    const now = performance.now();
    if (progress.phase === phase && now - last < PROGRESS_INTERVAL_MS) return;
    last = now;
    phase = progress.phase;
    post({ type: 'progress', progress });
  };
  try {
    post({ type: 'reduced', reduction: await reduceFiles(files, { run, onProgress }) });
  } catch (error) {
    const reason = `Highwater failed while reducing (${String(error)}). This is a fault of Highwater: please report it.`;
    const refusals = files.map(({ path }) => ({ file: path, code: 'internal' as const, reason }));
    post({ type: 'reduced', reduction: { name: '', archive: null, bytesBefore: 0, traces: [], refusals } });
  }
}

function post(message: FromReduceWorker): void {
  self.postMessage(message);
}
