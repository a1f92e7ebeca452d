/**
 * The second of a profile's two workers: reads the bytes, keeps the columns, and answers questions about them. It never
 * throws across: every fault is a message.
 */

import { AnswerFault, answerQuestion } from './answers.ts';
import { EntryReader } from './entry-reader.ts';
import { OpenProfiles } from './open-profiles.ts';
import type {
  EntryMessage,
  EntryReply,
  FromDataWorker,
  Opened,
  Phase,
  Question,
  ToDataWorker,
} from './protocol.ts';
import { explainRefusals } from './refusals.ts';
import { transferablesOf } from './transferables.ts';

const PROGRESS_INTERVAL_MS = 60;

let generation = 0;
let profiles = new OpenProfiles(null);

self.onmessage = ({ data }: MessageEvent<ToDataWorker>): void => {
  if (data.type === 'listen') listen(data.port, data.generation, data.run, data.files);
  else answer(data);
};

function listen(port: MessagePort, ofGeneration: number, run: string | null, files: readonly string[]): void {
  generation = ofGeneration;
  profiles = new OpenProfiles(run);
  const progress = new ProgressReport();
  const reader = new EntryReader({
    wants: (path) => profiles.wants(path),
    onRead: ({ path, outcome }) => {
      if (outcome.kind === 'profile') {
        progress.phase('analysing');
        profiles.add(path, outcome.profile);
      }
    },
    onBytes: (bytes) => progress.parsed(bytes),
  });
  const reply = (message: EntryReply, transfer: ArrayBuffer[]): void => port.postMessage(message, transfer);

  const handle = async (message: EntryMessage): Promise<void> => {
    switch (message.type) {
      case 'begin':
        isAccepted = reader.begin(message);
        if (isAccepted && message.source !== null) progress.bareFile();
        return;
      case 'chunk':
        if (isAccepted) reader.chunk(new Uint8Array(message.buffer, 0, message.length));
        reply({ type: 'recycle', buffer: message.buffer }, [message.buffer]);
        return;
      case 'end':
        if (isAccepted) await reader.end();
        return;
      case 'fail':
        if (isAccepted) await reader.fail(message.reason);
        return;
      case 'progress':
        progress.read(message.bytesRead, message.bytesTotal);
        return;
      case 'done': {
        const [waiting] = reader.again.values();
        if (waiting && !isSecondPass) {
          isSecondPass = true;
          reader.beginSecondPass();
          progress.phase('reading again', waiting.why);
          reply({ type: 'again' }, []);
          return;
        }
        finish(explainRefusals([...message.refusals, ...reader.refusals], files, profiles.opened));
      }
    }
  };
  let isAccepted = false;
  let isSecondPass = false;
  // Messages are handled one after the other: a bare file is streamed while the next ones wait.
  let queue = Promise.resolve();
  port.onmessage = ({ data }: MessageEvent<EntryMessage>): void => {
    queue = queue.then(() => handle(data)).catch(reportFault);
  };
}

function finish(refusals: Opened['refusals']): void {
  const summary = profiles.summary();
  const message: Opened = { type: 'opened', generation, summary, refusals, runs: profiles.found() };
  post(message, transferablesOf(summary));
}

function reportFault(error: unknown): void {
  const reason = `Highwater failed while reading (${String(error)}). This is a fault of Highwater: please report it.`;
  post({ type: 'opened', generation, summary: null, refusals: [{ file: '', code: 'internal', reason }], runs: [] }, []);
}

function answer(question: Question): void {
  try {
    const message = answerQuestion(profiles, question);
    post(message, transferablesOf(message.answer));
  } catch (error) {
    const code = error instanceof AnswerFault ? error.code : 'internal';
    post({ type: 'error', id: question.id, generation, code, message: String(error) }, []);
  }
}

function post(message: FromDataWorker, transfer: ArrayBuffer[]): void {
  self.postMessage(message, { transfer });
}

/** Progress with real numbers, at most some times a second. */
class ProgressReport {
  private bytesRead = 0;
  private bytesTotal = 0;
  private bytesParsed = 0;
  private current: Phase = 'reading';
  private note = '';
  private last = 0;
  private isBare = false;

  phase(phase: Phase, note = ''): void {
    this.current = phase;
    this.note = note;
    if (phase === 'reading again') {
      this.bytesRead = 0;
      this.bytesParsed = 0;
    }
    this.send();
  }

  /** The file that follows is streamed here and not in the inflate worker, which then knows nothing of it. */
  bareFile(): void {
    this.isBare = true;
  }

  read(bytesRead: number, bytesTotal: number): void {
    this.bytesTotal = bytesTotal;
    if (!this.isBare) this.bytesRead = bytesRead;
    this.sendSometimes();
  }

  parsed(bytes: number): void {
    this.bytesParsed += bytes;
    if (this.isBare) this.bytesRead = this.bytesParsed;
    this.sendSometimes();
  }

  private sendSometimes(): void {
    const now = performance.now();
    if (now - this.last < PROGRESS_INTERVAL_MS) return;
    this.last = now;
    this.send();
  }

  private send(): void {
    const { current: phase, bytesRead, bytesTotal, bytesParsed, note } = this;
    post({ type: 'progress', generation, phase, bytesRead, bytesTotal, bytesParsed, note }, []);
  }
}
