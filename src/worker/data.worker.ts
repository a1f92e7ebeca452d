/**
 * The second of a profile's two workers: reads the bytes, keeps the columns, and answers questions about them. It never
 * throws across: every fault is a message.
 */

import { explainOom } from '../analysis/oom/explain.ts';
import type { Problem, Refusal } from '../model/problems.ts';
import type { Summary } from '../model/summary.ts';
import { AnswerFault, answerQuestion, type OpenThings } from './answers.ts';
import { EntryReader, PROFILES } from './entry-reader.ts';
import { OpenDumps } from './open-dumps.ts';
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
import { dumpsBesideTrace, explainRefusals } from './refusals.ts';
import { transferablesOf } from './transferables.ts';

const PROGRESS_INTERVAL_MS = 60;

let generation = 0;
let open: OpenThings = { profiles: new OpenProfiles(null), dumps: new OpenDumps(), messages: [] };

self.onmessage = ({ data }: MessageEvent<ToDataWorker>): void => {
  if (data.type === 'listen') listen(data.port, data.generation, data.run, data.files);
  else answer(data);
};

function listen(port: MessagePort, ofGeneration: number, run: string | null, files: readonly string[]): void {
  generation = ofGeneration;
  open = { profiles: new OpenProfiles(run), dumps: new OpenDumps(), messages: [] };
  const progress = new ProgressReport();
  const reader = new EntryReader(PROFILES, {
    wants: (path) => open.profiles.wants(path),
    onRead: ({ path, lastModified, outcome }) => {
      progress.phase('analysing');
      if (outcome.kind === 'profile') open.profiles.add(path, outcome.profile);
      else if (outcome.kind === 'snapshot') open.dumps.add(path, outcome.snapshot, lastModified);
      else open.messages.push({ file: path, reading: explainOom(outcome.text) });
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
        finish(message.problems, explainRefusals([...message.refusals, ...reader.refusals], files, foundPaths()));
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

function finish(problems: Problem[], ofFiles: Opened['refusals']): void {
  const summary = open.profiles.summary();
  const refusals = summary === null ? ofFiles : [...ofFiles, ...dumpsThatSayNothing(summary)];
  const { messages } = open;
  const dumps = summary === null ? open.dumps.opened() : null;
  (summary ?? dumps)?.problems.push(...problems);
  const message: Opened = { type: 'opened', generation, summary, refusals, runs: open.profiles.found(), dumps, messages };
  // The summary is copied, not handed over: digests are made of it. It is a few megabytes at most.
  post(message, transferablesOf(dumps));
}

function dumpsThatSayNothing({ allocators }: Summary): Refusal[] {
  const telling = open.dumps.nameBefore(allocators);
  return dumpsBesideTrace(open.dumps.paths.filter((path) => !telling.has(path)));
}

function foundPaths(): string[] {
  return [...open.profiles.paths, ...open.dumps.paths, ...open.messages.map(({ file }) => file)];
}

function reportFault(error: unknown): void {
  const reason = `Highwater failed while reading (${String(error)}). This is a fault of Highwater: please report it.`;
  post({ type: 'opened', generation, summary: null, refusals: [{ file: '', code: 'internal', reason }], runs: [], dumps: null, messages: [] }, []);
}

function answer(question: Question): void {
  try {
    const message = answerQuestion(open, question);
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
