/** What the screen of dumps says in sentences. Pure, so that tests read them as a person does. */

import { formatCount, formatQuantity } from '../../model/format.ts';
import type { FunctionTop, SampleType, SnapshotSummary } from '../../model/snapshot.ts';

/** In the place of a curve that one dump cannot have. */
export function noAxisText({ isJaxDump }: SnapshotSummary): string {
  return isJaxDump
    ? 'One instant: a dump has no time axis, so there is no curve. Drop several dumps together to see memory from one to the next.'
    : 'One sum: this file has no time axis, so there is no curve. Drop several of its kind together to see them side by side.';
}

/** What a JAX dump leaves out, by what people miss in it. Empty for other files, whose writers are not known here. */
export function cannotShow({ isJaxDump }: SnapshotSummary): string[] {
  if (!isJaxDump) return [];
  return [
    'Memory inside a running program (temps, XLA’s scratch): only arrays that Python could reach. The peak of a step is often ' +
      'several times this total; a jax.profiler trace on GPU or TPU shows it.',
    'Shapes and types: a sample states a stack, a size and how many arrays have both.',
    'When it was taken, the JAX version and how much memory the device has.',
    'Work that was still running: without block_until_ready before it, the dump may be of an earlier moment than the line says.',
  ];
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
  if (snapshot.samples === 0) return 'The file holds no sample: nothing was alive, or nothing was sampled, when it was taken.';
  const name = [type, unit].filter((text) => text !== '').join(' in ');
  const what = name === '' ? 'This sample type' : `“${name}”`;
  return `${what} is 0 or less in all ${formatQuantity(snapshot.samples, 'sample')}. Choose another one of what is counted.`;
}

/** What the widths leave out; null where that is nothing. `negative` is 0 or less. */
export function negativeText(negative: number, exact: (amount: number) => string): string | null {
  if (negative >= 0) return null;
  return (
    `Values below 0 have no width and are not drawn: ${exact(negative)} in all, of what became smaller in this ` +
    'difference of two files. The list of functions has them, with their sign.'
  );
}

/** `200 of 1,234 functions, the largest by space.` Empty where all are listed. */
export function cutText({ rows, distinct, tieAtCut }: FunctionTop, sortedBy: SampleType): string {
  if (rows.length >= distinct) return '';
  const by = sortedBy.type === '' ? '' : ` by ${sortedBy.type}`;
  const tie = tieAtCut ? ' Others of the same size as the last one are left out.' : '';
  return `${formatCount(rows.length)} of ${formatCount(distinct)} functions, the largest${by}.${tie}`;
}
