/**
 * The page's side of an opened profile: its two workers, and questions to them.
 *
 * Cancel and close end the workers, so that nothing has to be asked to stop. A worker that dies (out of memory, above
 * all) ends this profile with a sentence; other profiles have workers of their own and stay.
 */

import type { DroppedFile } from '../input/types.ts';
import type { Refusal } from '../model/problems.ts';
import { takeWorkers } from './profile-workers.ts';
import type {
  FromDataWorker,
  ListenRequest,
  Opened,
  OpenRequest,
  Progress,
  Question,
  QuestionKind,
  Questions,
  ToDataWorker,
} from './protocol.ts';

/** One question of a kind on its way, and the newest of those that came meanwhile: the ones between are dropped. */
interface Lane {
  inFlight: number | null;
  settle: ((answer: unknown) => void) | null;
  next: { question: Question; settle: (answer: unknown) => void } | null;
}

let lastGeneration = 0;

export class ProfileClient {
  readonly generation = ++lastGeneration;
  /** Never rejects: whatever goes wrong is a refusal. */
  readonly opened: Promise<Opened>;
  /** A sentence, where a worker dies after the profile was opened; nothing ever comes where none does. */
  readonly died: Promise<string>;
  private readonly inflateWorker: Worker;
  private readonly dataWorker: Worker;
  private readonly lanes = new Map<QuestionKind, Lane>();
  private lastId = 0;
  private isClosed = false;
  private settleOpened: (opened: Opened) => void = () => undefined;
  private settleDied: (sentence: string) => void = () => undefined;

  /** Starts to read at once. `run` is the path of the run to show where there are several; null for the newest. */
  constructor(
    private readonly files: readonly DroppedFile[],
    private readonly onProgress: (progress: Progress) => void,
    run: string | null = null,
  ) {
    this.opened = new Promise((resolve) => (this.settleOpened = resolve));
    this.died = new Promise((resolve) => (this.settleDied = resolve));
    const { inflate, data } = takeWorkers();
    this.inflateWorker = inflate;
    this.dataWorker = data;
    for (const worker of [this.inflateWorker, this.dataWorker]) {
      worker.onerror = (event) => {
        // It is said on the page, and is no fault of the page.
        event.preventDefault();
        this.die(event.message);
      };
      worker.onmessageerror = () => this.die('a message could not be read');
    }
    this.dataWorker.onmessage = ({ data: message }: MessageEvent<FromDataWorker>) => this.receive(message);

    const { port1, port2 } = new MessageChannel();
    const { generation } = this;
    const paths = files.map(({ path }) => path);
    const listen: ListenRequest = { type: 'listen', generation, port: port2, files: paths, run };
    this.dataWorker.postMessage(listen, [port2]);
    const open: OpenRequest = { type: 'open', generation, files: [...files], port: port1 };
    this.inflateWorker.postMessage(open, [port1]);
  }

  /**
   * Asks the data worker. Of several questions of one kind only the newest matters: an answer that is superseded, or
   * that a closed or dead worker never gave, is null.
   */
  ask<K extends QuestionKind>(kind: K, ask: Questions[K]['ask']): Promise<Questions[K]['answer'] | null> {
    if (this.isClosed) return Promise.resolve(null);
    const lane = this.laneOf(kind);
    return new Promise((resolve) => {
      const id = ++this.lastId;
      const question: Question = { type: 'question', id, generation: this.generation, kind, ask };
      // The lane is of one kind, and the worker answers each kind with its own type.
      const settle = (answer: unknown): void => resolve(answer as Questions[K]['answer'] | null);
      if (lane.inFlight === null) {
        this.send(lane, question, settle);
        return;
      }
      lane.next?.settle(null);
      lane.next = { question, settle };
    });
  }

  /** Ends both workers; whatever was asked is answered by null. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.inflateWorker.terminate();
    this.dataWorker.terminate();
    for (const lane of this.lanes.values()) {
      lane.settle?.(null);
      lane.next?.settle(null);
    }
    this.lanes.clear();
    const reason = 'Reading was cancelled.';
    this.finish(this.files.map(({ path }) => ({ file: path, code: 'cancelled', reason })));
  }

  private receive(message: FromDataWorker): void {
    if (this.isClosed || message.generation !== this.generation) return;
    switch (message.type) {
      case 'progress':
        this.onProgress(message);
        return;
      case 'opened':
        // Its work is done; its memory is worth more than a warm start.
        this.inflateWorker.terminate();
        this.settleOpened(message);
        return;
      case 'answer':
        this.settle(message.kind, message.id, message.answer);
        return;
      case 'error':
        for (const kind of this.lanes.keys()) this.settle(kind, message.id, null);
    }
  }

  private settle(kind: QuestionKind, id: number, answer: unknown): void {
    const lane = this.laneOf(kind);
    if (lane.inFlight !== id) return;
    lane.settle?.(lane.next === null ? answer : null);
    lane.inFlight = null;
    lane.settle = null;
    const { next } = lane;
    lane.next = null;
    if (next) this.send(lane, next.question, next.settle);
  }

  private send(lane: Lane, question: Question, settle: (answer: unknown) => void): void {
    lane.inFlight = question.id;
    lane.settle = settle;
    const message: ToDataWorker = question;
    this.dataWorker.postMessage(message);
  }

  private laneOf(kind: QuestionKind): Lane {
    let lane = this.lanes.get(kind);
    if (!lane) {
      lane = { inFlight: null, settle: null, next: null };
      this.lanes.set(kind, lane);
    }
    return lane;
  }

  private die(message: string): void {
    if (this.isClosed) return;
    const reason =
      `The browser ended the worker that reads this profile (${message || 'no reason given'}), most likely for want of ` +
      'memory. Close other tabs or profiles and open it again, or take a shorter trace.';
    this.finish(this.files.map(({ path }) => ({ file: path, code: 'worker-died', reason })));
    this.settleDied(reason);
    this.close();
  }

  private finish(refusals: Refusal[]): void {
    this.settleOpened({ type: 'opened', generation: this.generation, summary: null, refusals, runs: [], dumps: null, messages: [] });
  }
}
