/** The page's side of a reduction: a worker of its own, which ends when it is done or cancelled. */

import type { DroppedFile } from '../input/types.ts';
import type { RefusalCode } from '../model/problems.ts';
import type { FromReduceWorker, ReduceProgress, Reduction, ReduceRequest } from './protocol.ts';

export class ReduceClient {
  /** Never rejects: whatever goes wrong is a refusal. */
  readonly done: Promise<Reduction>;
  private readonly worker: Worker;
  private settle: (reduction: Reduction) => void = () => undefined;

  /** Starts at once. `run` is the path of the run to reduce, of several; null for all. */
  constructor(
    private readonly files: readonly DroppedFile[],
    run: string | null,
    onProgress: (progress: ReduceProgress) => void,
  ) {
    this.done = new Promise((resolve) => (this.settle = resolve));
    this.worker = new Worker(new URL('./reduce.worker.ts', import.meta.url), { type: 'module', name: 'reduce' });
    this.worker.onmessage = ({ data }: MessageEvent<FromReduceWorker>) => {
      if (data.type === 'progress') onProgress(data.progress);
      else this.finish(data.reduction);
    };
    this.worker.onerror = ({ message }) => {
      const why = `The browser ended the worker (${message || 'no reason given'}), most likely for want of memory.`;
      this.fail('worker-died', `${why} Close other tabs, or use the command line: npm run -s cli -- reduce FILE.`);
    };
    const request: ReduceRequest = { type: 'reduce', files: [...files], run };
    this.worker.postMessage(request);
  }

  cancel(): void {
    this.fail('cancelled', 'Reducing was cancelled.');
  }

  private fail(code: RefusalCode, reason: string): void {
    const refusals = this.files.map(({ path }) => ({ file: path, code, reason }));
    this.finish({ name: '', archive: null, bytesBefore: 0, traces: [], refusals });
  }

  private finish(reduction: Reduction): void {
    this.worker.terminate();
    this.settle(reduction);
  }
}
