/** What the dialog of a reduction says. Pure, so that tests read it as a person does. */

import { formatBytes, formatCount, formatExactBytes, formatPercent } from '../../model/format.ts';
import type { ReduceProgress, Reduction } from '../../worker/protocol.ts';

const PHASES: Record<ReduceProgress['phase'], string> = {
  reading: 'Reading',
  copying: 'Copying what memory needs',
  packing: 'Packing',
};

/** The phase, its share and its bytes. */
export function progressWords({ phase, bytesRead, bytesTotal }: ReduceProgress): { share: number; words: string } {
  const share = bytesTotal === 0 ? 0 : Math.min(1, bytesRead / bytesTotal);
  return { share, words: `${PHASES[phase]}: ${formatPercent(share)} of ${formatBytes(bytesTotal)}` };
}

/** The sizes before and after, what is kept and what is left out; empty where nothing could be reduced. */
export function resultWords({ archive, bytesBefore, traces }: Reduction): string[] {
  if (archive === null) return [];
  const sum = (of: 'memoryEvents' | 'otherEvents' | 'leftOut'): string =>
    formatCount(traces.reduce((total, trace) => total + trace[of], 0));
  return [
    `${formatBytes(bytesBefore)} became ${formatBytes(archive.size)} (${formatExactBytes(archive.size)}).`,
    `Kept: ${sum('memoryEvents')} memory events and ${sum('otherEvents')} others. Left out: ${sum('leftOut')} events.`,
  ];
}

/** What could not be read, in the words of the readers. */
export function faultWords({ traces, refusals }: Reduction): string[] {
  const problems = traces.flatMap((trace) => trace.problems.map(({ where, sentence }) => `${where}: ${sentence}`));
  return [...new Set([...problems, ...refusals.map(({ file, reason }) => `${file}: ${reason}`)])];
}
