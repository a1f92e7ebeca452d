/** What views ask of the page: open files, cancel, and questions to the worker of the open profile. */

import { createContext, use } from 'react';
import type { Comparison } from '../../model/comparison.ts';
import type { ProfileDigest } from '../../model/digest.ts';
import type { MemoryFigures } from '../../model/projection.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import type { Digests } from '../../share/digest-link/reduce.ts';
import type { SideIndex } from '../../state/app-state.ts';
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
  /** What it assumes of JAX and of the machine, in a few words; empty where it says nothing. */
  assumes: string;
  /** What else is assumed in it, in sentences. */
  notes: string[];
}

/** What the table of runs says of one of them. */
export interface RunPeak {
  path: string;
  /** The one that is shown first; null where the run has none. */
  allocator: AllocatorSummary | null;
  /** Why there is none. */
  fault: string | null;
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
  /** What was picked or dropped beside what is open, or beside the summary of a link, which is the baseline. */
  compareFiles(files: readonly File[]): void;
  compareTransfer(transfer: DataTransfer): void;
  compareSamples(baseline: Sample, candidate: Sample): void;
  /** Two runs of what is open, by their paths. */
  compareRuns(baseline: string, candidate: string): void;
  /** Two dumps of the open series, by their names. */
  compareDumps(baseline: string, candidate: string): void;
  /** The other side of the comparison is the open profile then. */
  closeSide(at: SideIndex): void;
  /** Where a profile goes that was read while two are compared: in the place of a side, alone, or (null) away. */
  placeThird(way: SideIndex | 'alone' | null): void;
  /**
   * What the candidate has more or less than the baseline; worked out once for two digests. Null where a later question
   * took its place; rejected with a sentence where it failed.
   */
  compare(baseline: ProfileDigest, candidate: ProfileDigest): Promise<Comparison | null>;
  /** Reads every run of what is open, one after the other, until the returned function is called. */
  readPeaks(onPeak: (peak: RunPeak) => void): () => void;
  /** The same digests with the identity of the files that are open, which takes reading them once more. */
  identified(digests: Digests): Promise<Digests>;
  /** Files that were dropped beside a link that they are not of: opened all the same, put beside it, or forgotten. */
  openOthers(): void;
  compareOthers(): void;
  keepLinked(): void;
  /** The user agrees to what a link or another page wants opened. */
  openRequested(): void;
  dismissRequest(): void;
  /** Reads another profile beside the open one, for its figures alone. A sentence where it has none. */
  readFigures(files: readonly File[]): Promise<MemoryFigures | string>;
  /** Ends the running load; what was open before is shown again. */
  cancel(): void;
  /** Closes the open profile and shows the landing page. */
  close(): void;
  ask: Ask;
  /** The same of a side of the comparison; null where it has no worker. */
  askSide: <K extends QuestionKind>(
    at: SideIndex,
    kind: K,
    ask: Questions[K]['ask'],
  ) => Promise<Questions[K]['answer'] | null>;
  /** Reloads the page into its newer build. */
  showUpdate(): void;
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
