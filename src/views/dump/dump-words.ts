/** What the screen of dumps says in sentences. Pure, so that tests read them as a person does. */

import { bothAmounts, signed } from '../../layout/sample-amounts.ts';
import { amountsOfType, type FlameAmounts } from '../../model/amounts.ts';
import { formatCount, formatQuantity } from '../../model/format.ts';
import type { FunctionTop, SampleType, SampleTypeIndex, SeriesSummary, SnapshotSummary } from '../../model/snapshot.ts';

/** In the place of a curve that one dump cannot have. */
export function noAxisText({ isJaxDump }: SnapshotSummary): string {
  return isJaxDump
    ? 'One instant: a dump has no time axis, so there is no curve. Drop several dumps together to see memory ' +
        'from one to the next.'
    : 'One sum: this file has no time axis, so there is no curve. Drop several of its kind together to see them side ' +
        'by side.';
}

export interface Limits {
  title: string;
  sentences: string[];
}

/** What the file leaves out; of a JAX dump by what people miss in it. */
export function limitsOf({ isJaxDump }: SnapshotSummary): Limits {
  if (!isJaxDump) {
    const sentence =
      'What is counted, and what is left out, is up to the program that wrote it; it is shown in its own units. Heap ' +
      'profiles of Go and C++, for example, are estimated from samples.';
    return { title: 'Not written by JAX', sentences: [sentence] };
  }
  const sentences = [
    'Memory inside a running program (temps, XLA’s scratch): only arrays that Python could reach. The peak of a step ' +
      'is often several times this total; a jax.profiler trace on GPU or TPU shows it.',
    'Shapes and types: a sample states a stack, a size and how many arrays have both.',
    'When it was taken, the JAX version and how much memory the device has.',
    'Work that was still running: without block_until_ready before it, the dump may be of an earlier moment than the ' +
      'line says.',
  ];
  return { title: 'What a dump cannot show', sentences };
}

/** The worker answered nothing, so the dump before is still there. */
export function failedText(name: string): string {
  return `What was chosen could not be read. This is still ${name}; choose again, or open the files anew.`;
}

/** True where folding changes the tree: some function is of JAX or of Python's library. */
export function hasInternals({ functions }: SnapshotSummary): boolean {
  return functions.origin.some((origin) => origin >= FIRST_INTERNAL_ORIGIN);
}

/** FrameOrigin of analysis/jax-frames.ts: 0 and 1 are user code, what comes after is folded. */
const FIRST_INTERNAL_ORIGIN = 2;

/** Why nothing is drawn, and what to do; null where something is. */
export function emptyText(snapshot: SnapshotSummary, { type, unit }: SampleType, drawn: number): string | null {
  if (drawn > 0) return null;
  if (snapshot.samples === 0)
    return 'The file holds no sample: nothing was alive, or nothing was sampled, when it was taken.';
  const name = [type, unit].filter((text) => text !== '').join(' in ');
  const what = name === '' ? 'This sample type' : `“${name}”`;
  const samples = formatQuantity(snapshot.samples, 'sample');
  return `${what} is 0 or less in all ${samples}. Choose another one of what is counted.`;
}

/** What the widths leave out; null where that is nothing. `drawn` is the sum above 0, `negative` that below. */
export function negativeText(drawn: number, negative: number, { exact }: FlameAmounts): string | null {
  if (negative >= 0) return null;
  return (
    `A difference of two files: the boxes are what grew, ${exact(drawn)}. What shrank has no width and is left out, ` +
    `${exact(negative)}; together they are ${exact(drawn + negative)}. The list of functions has both, with their sign.`
  );
}

/** `200 of 1,234 functions, the largest by space.` Empty where all are listed. */
export function cutText({ rows, distinct, tieAtCut }: FunctionTop, sortedBy: SampleType): string {
  if (rows.length >= distinct) return '';
  const by = sortedBy.type === '' ? '' : ` by ${sortedBy.type}`;
  const tie = tieAtCut ? ' Others of the same size as the last one are left out.' : '';
  return `${formatCount(rows.length)} of ${formatCount(distinct)} functions, the largest${by}.${tie}`;
}

/** `leak_6.prof, dump 7 of 10: 2.31 GiB (2,480,000,000 bytes), +31.3 MiB since the one before`. */
export function describePoint({ points, sampleTypes }: SeriesSummary, type: SampleTypeIndex, index: number): string {
  const amounts = amountsOfType(sampleTypes[type]);
  const { name, totals } = points[index];
  const place = `dump ${formatCount(index + 1)} of ${formatCount(points.length)}`;
  const text = `${name}, ${place}: ${bothAmounts(totals[type], amounts)}`;
  if (index === 0) return text;
  const change = totals[type] - points[index - 1].totals[type];
  return change === 0 ? `${text}, as the one before` : `${text}, ${signed(change, amounts.short)} since the one before`;
}
