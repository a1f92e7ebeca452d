/** The words of a comparison. Pure, so that tests read them as a person does. */

import type { CurveReading } from '../../layout/readings.ts';
import { signed } from '../../layout/sample-amounts.ts';
import { frameText } from '../../layout/flame-index.ts';
import type { FlameRow } from '../../layout/flame-index.ts';
import type { Presence } from '../../layout/delta-tree.ts';
import { netOf, presenceOf } from '../../layout/delta-tree.ts';
import type { FlameAmounts } from '../../model/amounts.ts';
import type { Alignment, DeltaTree, SideFacts } from '../../model/comparison.ts';
import type { FlameGrouping } from '../../model/flame.ts';
import { NODE_ROOT } from '../../model/flame.ts';
import { formatBytes, formatBytesBoth, formatQuantity, formatTime } from '../../model/format.ts';
import type { Picoseconds } from '../../model/units.ts';
import type { AlignmentName, CompareAmounts } from '../../model/view-state.ts';

export const GROUPING_WORDS: Record<FlameGrouping, string> = {
  stack: 'by call stack',
  'call-site': 'by call site',
  program: 'by program',
  class: 'by class',
};

export const AMOUNT_WORDS: readonly (readonly [CompareAmounts, string])[] = [
  ['bytes', 'absolute amounts'],
  ['share', 'shares of each side’s total'],
];

export const PRESENCE_WORDS: Record<Presence, string> = {
  both: '',
  new: 'new: the baseline has none',
  vanished: 'vanished: the candidate has none',
};

/** The alignment of that name; the first one, by the starts, where there is none. */
export function chosenAlignment(alignments: readonly Alignment[], name: AlignmentName | null): Alignment | null {
  const found = alignments.find((one) => one.kind === name?.kind && one.name === name.name);
  return found ?? alignments[0] ?? null;
}

/** `aligned by the start of step train 12`. */
export function alignmentText({ kind, name }: Alignment): string {
  switch (kind) {
    case 'start':
      return 'aligned by their starts';
    case 'peak':
      return 'aligned by their peaks';
    case 'step':
      return `aligned by step ${name}`;
    case 'program':
      return `aligned by the first launch of ${name}`;
  }
}

/** What times on the axis count from. */
export function timeZeroText({ kind, name }: Alignment): string {
  switch (kind) {
    case 'start':
      return 'after the start of each capture';
    case 'peak':
      return 'from the peak of each';
    case 'step':
      return `from step ${name} of each`;
    case 'program':
      return `from the first launch of ${name} in each`;
  }
}

interface BothReadings {
  baseline: CurveReading | null;
  candidate: CurveReading | null;
}

/** `0.242 s after the start of each capture: baseline 4.63 GiB, candidate 8.27 GiB, +4.40 GiB (4,724,464,025 bytes)`. */
export function describeMoment(
  time: Picoseconds,
  { baseline, candidate }: BothReadings,
  alignment: Alignment,
  resolution: Picoseconds,
  scale: Picoseconds,
): string {
  const side = (name: string, reading: CurveReading | null): string => {
    if (reading === null) return `${name} has no capture here`;
    return `${name} ${reading.exact ? '' : 'about '}${formatBytes(reading.total)}`;
  };
  const parts = [side('baseline', baseline), side('candidate', candidate)];
  if (baseline !== null && candidate !== null) {
    const delta = candidate.total - baseline.total;
    parts.push(delta === 0 ? 'no difference' : `difference ${signedBoth(delta)}`);
  }
  return `${formatTime(time, resolution, scale)} ${timeZeroText(alignment)}: ${parts.join(', ')}`;
}

/** `+3.60 GiB (+3,865,470,566 bytes)`. */
export function signedBoth(delta: number): string {
  return signed(delta, formatBytesBoth);
}

export interface DeltaWords {
  amounts: FlameAmounts;
  rootText: string;
}

/** One line on a box: frame, what changed, both sides, and what cancels out inside it. */
export function describeDelta(tree: DeltaTree, row: FlameRow, { amounts, rootText }: DeltaWords): string {
  const file = tree.file[row] < 0 ? null : tree.names[tree.file[row]];
  const name = tree.kind[row] === NODE_ROOT ? rootText : frameText({ name: tree.names[tree.name[row]], file });
  const presence = presenceOf(tree, row);
  const parts = [
    `${name}: ${exactDelta(netOf(tree, row), amounts)}`,
    `baseline ${amounts.short(tree.baseline[row])}`,
    `candidate ${amounts.short(tree.candidate[row])}`,
  ];
  if (presence !== 'both' && tree.kind[row] !== NODE_ROOT) parts.push(PRESENCE_WORDS[presence]);
  if (tree.rise[row] > 0 && tree.fall[row] > 0) parts.push(cancelText(tree.rise[row], tree.fall[row], amounts));
  return parts.join(', ');
}

export function describeMergedDelta(tree: DeltaTree, rows: readonly FlameRow[], { amounts }: DeltaWords): string {
  if (rows.length === 1) return `1 smaller: ${describeDelta(tree, rows[0], { amounts, rootText: '' })}`;
  const rise = rows.reduce((sum, row) => sum + tree.rise[row], 0);
  const fall = rows.reduce((sum, row) => sum + tree.fall[row], 0);
  const both = rise > 0 && fall > 0 ? `, ${cancelText(rise, fall, amounts)}` : '';
  const count = formatQuantity(rows.length, 'smaller', 'smaller');
  return `${count}: ${exactDelta(rise - fall, amounts)} together${both}. Too narrow to draw one by one.`;
}

function cancelText(rise: number, fall: number, { short }: FlameAmounts): string {
  return `rose ${short(rise)}, fell ${short(fall)}`;
}

/** `+3.77 GiB (+4,047,…  bytes)`; `no difference` where there is none. */
export function exactDelta(net: number, { short, exact }: FlameAmounts): string {
  if (net === 0) return 'no difference';
  const [rounded, whole] = [signed(net, short), signed(net, exact)];
  return rounded === whole ? whole : `${rounded} (${whole})`;
}

/** What the whole tree is. */
export function rootText({ counted }: SideFacts, isTrace: boolean, mode: CompareAmounts): string {
  const what = isTrace ? 'at the peak of each' : counted;
  return mode === 'share' ? `candidate − baseline, in shares, ${what}` : `candidate − baseline, ${what}`;
}
