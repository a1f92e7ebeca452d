/** The page's side of comparing: one worker for all comparisons, started by the first. */

import type { Comparison } from '../model/comparison.ts';
import type { ProfileDigest } from '../model/digest.ts';

export interface CompareRequest {
  id: number;
  baseline: ProfileDigest;
  candidate: ProfileDigest;
}

export type CompareReply = { id: number; comparison: Comparison } | { id: number; failure: string };

interface Waiting {
  request: CompareRequest;
  resolve: (comparison: Comparison | null) => void;
  reject: (reason: Error) => void;
}

export class CompareClient {
  private worker: Worker | null = null;
  private running: Waiting | null = null;
  private next: Waiting | null = null;
  private lastId = 0;

  /** `startWorker` is for tests, which have no workers. */
  constructor(
    private readonly startWorker: () => Worker = () =>
      new Worker(new URL('./compare.worker.ts', import.meta.url), { type: 'module', name: 'compare' }),
  ) {}

  /**
   * Only the newest question matters: one that is superseded, or that was open when the client was closed, gives null.
   * Where the worker fails or dies, the promise is rejected with a sentence for the user; the next question starts
   * another worker. The digests are copied across and stay the page's.
   */
  compare(baseline: ProfileDigest, candidate: ProfileDigest): Promise<Comparison | null> {
    return new Promise((resolve, reject) => {
      this.next?.resolve(null);
      this.next = { request: { id: ++this.lastId, baseline, candidate }, resolve, reject };
      if (this.running === null) this.sendNext();
    });
  }

  /** Ends the worker. */
  close(): void {
    this.worker?.terminate();
    this.worker = null;
    this.running?.resolve(null);
    this.next?.resolve(null);
    this.running = null;
    this.next = null;
  }

  private sendNext(): void {
    this.running = this.next;
    this.next = null;
    if (this.running === null) return;
    this.worker ??= this.start();
    this.worker.postMessage(this.running.request);
  }

  private start(): Worker {
    const worker = this.startWorker();
    worker.onmessage = ({ data }: MessageEvent<CompareReply>) => this.receive(data);
    worker.onerror = (event) => this.die(event.message);
    worker.onmessageerror = () => this.die('a message could not be read');
    return worker;
  }

  private receive(reply: CompareReply): void {
    const { running } = this;
    if (running?.request.id !== reply.id) return;
    if ('failure' in reply) {
      running.reject(
        new Error(`The profiles could not be compared (${reply.failure}). This is a fault of Highwater: please report it.`),
      );
    } else {
      running.resolve(this.next === null ? reply.comparison : null);
    }
    this.sendNext();
  }

  private die(message: string): void {
    this.worker?.terminate();
    this.worker = null;
    this.running?.reject(
      new Error(
        `The browser ended the worker that compares the profiles (${message || 'no reason given'}), most likely for ` +
          'want of memory. Close other tabs or profiles and compare again.',
      ),
    );
    this.sendNext();
  }
}
