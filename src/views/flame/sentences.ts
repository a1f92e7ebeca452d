/** The words of the flame view. Pure, so that tests read them as a person does. */

import type { FlameAmounts } from '../../model/amounts.ts';
import type { FlameAnswer, FlameTree, FlameWhat } from '../../model/flame.ts';
import {
  NODE_BEFORE_CAPTURE,
  NODE_CLASS,
  NODE_JAX,
  NODE_PROGRAM,
  NODE_RESERVED,
  NODE_REST,
  NODE_ROOT,
  NODE_RUNTIME,
  NODE_SIZE,
  NODE_UNKNOWN,
  NODE_USER,
} from '../../model/flame.ts';
import { formatPercent, formatQuantity, formatTime } from '../../model/format.ts';
import type { Fraction, Picoseconds } from '../../model/units.ts';
import type { FlameOp } from '../../model/view-state.ts';
import type { FlameIndex, FlameRow } from '../../layout/flame-index.ts';
import { frameText } from '../../layout/flame-index.ts';

export const KIND_WORDS: Record<number, string> = {
  [NODE_ROOT]: 'everything',
  [NODE_USER]: 'user code',
  [NODE_JAX]: 'JAX or Python library',
  [NODE_RUNTIME]: 'runtime',
  [NODE_PROGRAM]: 'program',
  [NODE_SIZE]: 'size',
  [NODE_CLASS]: 'class',
  [NODE_BEFORE_CAPTURE]: 'before the capture',
  [NODE_RESERVED]: 'reserved',
  [NODE_UNKNOWN]: 'unknown',
  [NODE_REST]: 'merged',
};

const IN_LEGEND = [NODE_USER, NODE_JAX, NODE_RUNTIME, NODE_PROGRAM, NODE_BEFORE_CAPTURE, NODE_RESERVED] as const;

/** The kinds of this tree whose colours have to be explained. */
export function legendKinds(tree: FlameTree): readonly number[] {
  const present = new Set(tree.kind);
  return IN_LEGEND.filter((kind) => present.has(kind));
}

/** What a box means whose name is no frame; null for frames. */
export function explainKind(tree: FlameTree, row: FlameRow): string | null {
  switch (tree.kind[row]) {
    case NODE_BEFORE_CAPTURE:
      return (
        'This was allocated before the capture began and is still in use. The file says how much it is, not who ' +
        'asked for it: start the trace before the memory is allocated to see that.'
      );
    case NODE_RESERVED:
      return 'Reserved beside the allocations: on TPU, the arena of the loaded programs. It has no call stack.';
    case NODE_SIZE:
      return 'Allocations of this held size from the call site above.';
    case NODE_REST:
      return 'The smallest branches of this place, which the summary of the dump keeps as one.';
    case NODE_UNKNOWN:
      return EXPLAIN_UNKNOWN[tree.names[tree.name[row]]] ?? null;
    default:
      return null;
  }
}

const EXPLAIN_UNKNOWN: Record<string, string | undefined> = {
  '(no call stack)':
    'No Python or runtime event encloses these allocations on their thread, so the file does not say who asked for ' +
    'them. Trace with python_tracer_level 1 and host_tracer_level 2, the defaults of jax.profiler, to see more.',
  '(no user code)':
    'The stacks of these allocations hold frames of JAX, of Python or of the runtime alone. Frames that were already ' +
    'running when the capture began are not in the file.',
  '(no program)': 'No jitted call encloses these allocations.',
};

/** `alive at the window peak, 21.738 s`. `scale` is the end of the capture. */
export function rootText(answer: FlameAnswer, isWindowPeak: boolean, scale: Picoseconds): string {
  const at = answer.moment === null ? '' : formatTime(answer.moment, undefined, scale);
  if (isWindowPeak) return `alive at the window peak, ${at}`;
  const { what } = answer.query;
  switch (what.kind) {
    case 'alive':
      // The cursor may stand between two events; the answer's moment is that of the earlier one.
      return `alive at ${formatTime(what.at, 1e6, scale)}`;
    case 'alive-at-peak':
      return `alive at the peak of ${rangeText(what, scale)}, at ${at}`;
    case 'allocated':
      return `allocated from ${rangeText(what, scale)}`;
    case 'retained':
      return `allocated from ${rangeText(what, scale)} and not freed in it`;
  }
}

function rangeText({ from, to }: { from: Picoseconds; to: Picoseconds }, scale: Picoseconds): string {
  const resolution = (to - from) / 1000;
  return `${formatTime(from, resolution, scale)} to ${formatTime(to, resolution, scale)}`;
}

/** Why there is nothing to draw, and what to do. */
export function emptyText(what: FlameWhat, scale: Picoseconds): string {
  switch (what.kind) {
    case 'alive':
      return (
        `Nothing was in use at ${formatTime(what.at, 1e6, scale)}. ` +
        'Move the cursor of the timeline to another moment.'
      );
    case 'alive-at-peak':
      return `Nothing was in use from ${rangeText(what, scale)}. Show a wider range in the timeline.`;
    case 'allocated':
      return `Nothing was allocated from ${rangeText(what, scale)}. Show a wider range in the timeline.`;
    case 'retained':
      return (
        `Nothing that was allocated from ${rangeText(what, scale)} was still in use at the end of that range. ` +
        'Show another range in the timeline, or choose what was allocated in it.'
      );
  }
}

export function opText(op: FlameOp): string {
  switch (op.kind) {
    case 'focus': {
      const last = op.path.at(-1);
      return last === undefined ? 'all' : `in ${frameText(last)}`;
    }
    case 'hide':
      return `without ${frameText(op.frame)}`;
    case 'invert':
      return 'innermost first';
  }
}

export interface BoxWords {
  amounts: FlameAmounts;
  /** What the counts count: `allocation`, or `sample` in a dump. */
  counted: string;
  rootText: string;
}

/** One line on a node: kind, frame, bytes, share and count. */
export function describeRow({ tree }: FlameIndex, row: FlameRow, words: BoxWords): string {
  const isRoot = tree.kind[row] === NODE_ROOT;
  const file = tree.file[row] < 0 ? null : tree.names[tree.file[row]];
  const name = isRoot ? words.rootText : frameText({ name: tree.names[tree.name[row]], file });
  const parts = [`${name}: ${amountText(tree.total[row], words.amounts)}`];
  if (!isRoot) parts.push(`${formatPercent(shareOf(tree.total[row], tree.total[0]))} of all`);
  if (tree.count[row] > 0) parts.push(formatQuantity(tree.count[row], words.counted));
  if (hasKindWord(tree, row)) parts.push(KIND_WORDS[tree.kind[row]]);
  return parts.join(', ');
}

/** A merged box stands for some siblings; one alone is named. */
export function describeMerged(index: FlameIndex, rows: readonly FlameRow[], words: BoxWords): string {
  if (rows.length === 1) return `1 smaller: ${describeRow(index, rows[0], words)}`;
  const { tree } = index;
  let bytes = 0;
  let count = 0;
  for (const row of rows) {
    bytes += tree.total[row];
    count += tree.count[row];
  }
  const parts = [
    `${formatQuantity(rows.length, 'smaller', 'smaller')}: ${amountText(bytes, words.amounts)}`,
    `${formatPercent(shareOf(bytes, tree.total[0]))} of all`,
  ];
  if (count > 0) parts.push(formatQuantity(count, words.counted));
  return `${parts.join(', ')}. Too narrow to draw one by one.`;
}

/** The names of the others say it already. */
function hasKindWord(tree: FlameTree, row: FlameRow): boolean {
  return [NODE_USER, NODE_JAX, NODE_RUNTIME, NODE_PROGRAM].includes(tree.kind[row]);
}

/** Rounded and exact; only exact where that is the shorter way to say it, or the same. */
export function amountText(amount: number, amounts: FlameAmounts): string {
  return isRounded(amount, amounts) ? `${amounts.short(amount)} (${amounts.exact(amount)})` : amounts.exact(amount);
}

/** Whether the short form leaves something out. */
export function isRounded(amount: number, { short, exact }: FlameAmounts): boolean {
  return Math.abs(amount) >= 1024 && short(amount) !== exact(amount);
}

export function shareOf(part: number, whole: number): Fraction {
  return whole > 0 ? part / whole : 0;
}

/** The call stack of a node as text, outermost first, with what it holds. Inverted trees run the other way. */
export function stackText({ tree }: FlameIndex, row: FlameRow, words: BoxWords, isInverted: boolean): string {
  const lines: string[] = [];
  for (let at = row; at > 0; at = tree.parent[at]) {
    const file = tree.file[at] < 0 ? '' : `${tree.names[tree.file[at]]}: `;
    lines.push(`${file}${tree.names[tree.name[at]]}`);
  }
  if (!isInverted) lines.reverse();
  lines.push(`${amountText(tree.total[row], words.amounts)}, ${words.rootText}`);
  return lines.join('\n');
}
