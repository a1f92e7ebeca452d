/** What views ask of the page: open files, cancel, and questions to the worker of the open profile. */

import { createContext, use } from 'react';
import type { QuestionKind, Questions, ReduceProgress, Reduction } from '../../worker/protocol.ts';

/** A question to the data worker. Null where a later one of its kind took its place, or the profile was closed. */
export type Ask = <K extends QuestionKind>(
  kind: K,
  ask: Questions[K]['ask'],
) => Promise<Questions[K]['answer'] | null>;

/** A profile that the site brings along. */
export interface Sample {
  title: string;
  /** One line on what it shows. */
  shows: string;
  /** Names in the folder of samples: one profile, or a series in order. */
  files: string[];
  /** What is assumed in it, in sentences. */
  notes: string[];
}

export interface Session {
  /** Of a drop or a paste; folders are walked. */
  openTransfer(transfer: DataTransfer): void;
  openFiles(files: readonly File[]): void;
  /** A pasted text. Where it says nothing of memory, a notice says so and all stays as it is. */
  openText(text: string): void;
  openSample(sample: Sample): void;
  /** Another run of what is open now. */
  openRun(path: string): void;
  /** The user agrees to what a link or another page wants opened. */
  openRequested(): void;
  dismissRequest(): void;
  /** Ends the running load; what was open before is shown again. */
  cancel(): void;
  /** Closes the open profile and shows the landing page. */
  close(): void;
  ask: Ask;
  /** Cuts the shown run down to what memory needs, from its files once more; null where nothing is open. */
  reduce(onProgress: (progress: ReduceProgress) => void): RunningReduction | null;
}

/** A reduction in a worker of its own. */
export interface RunningReduction {
  /** Never rejects: whatever goes wrong is a refusal. */
  readonly done: Promise<Reduction>;
  /** Ends the worker. */
  cancel(): void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('There is no SessionContext around this component.');
  return session;
}
