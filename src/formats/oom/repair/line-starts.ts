/**
 * What stands in front of every line of a pasted block and is no prefix that prefixes.ts knows: the `+` of a diff, bare
 * line numbers, a file name of grep, a frame, the columns of a table, a launcher of one's own. It is learned from the
 * text: the labels of a block stand at the start of their lines, so what stands before several of them was put there.
 */

import { cleanedLine, type TextLine } from './lines.ts';
import { withoutFrameEnd, withoutPrefixes } from './prefixes.ts';
import type { RepairLog } from './log.ts';

/** Labels that begin a line in what XLA and its allocators print, and that nobody writes in a sentence. */
const LABEL = new RegExp(
  [
    String.raw`\d{1,4}\. Size: ?\d`,
    'Size: ?\\d',
    'Operator: op_',
    'Shape: ?[a-z(]',
    'XLA [Ll]abel: ',
    'Unpadded size: ',
    'Extra memory due to padding',
    'Allocation type: ',
    'Total hbm usage',
    String.raw`Program \w+ requirement`,
    String.raw`(?:reserved|program|arguments|global|scoped|HLO temp) {2,}(?:\d|unknown)`,
    'Largest program allocations',
    'Peak buffers:',
    String.raw`Buffer \d{1,3}:`,
    'BufferAssignment ',
    'Entry Parameter Subshape',
    String.raw`(?:parameter|constant|maybe_live_out|preallocated temp|total) (?:allocation|fragmentation):`,
    String.raw`Bin \(\d`,
    'InUse at ',
    'Free {1,2}at ',
    'Next region of size',
    String.raw`\d{1,9} Chunks of size`,
    'Sum Total of in-use',
    'Total size in pool',
    '(?:Limit|InUse|MaxInUse|NumAllocs|MaxAllocSize): ',
    '[*x_]{40}',
  ].join('|'),
);
const LABEL_FIRST = new RegExp(`^\\s*(?:${LABEL.source})`);
/** A label is looked for so far into a line: longer starts are text. */
const MAX_START = 120;
const MAX_STARTS = 12;
/** As many labels must stand behind the same start. */
const MIN_LABELS = 2;

export interface BaredLines {
  lines: TextLine[];
  /** Most labels of the text stood behind such a start: what is read with it is glued to it. */
  isMost: boolean;
}

/** The lines without the starts that were learned from them; null where all labels begin their lines. */
export function withoutLearnedStarts(lines: readonly TextLine[], log: RepairLog): BaredLines | null {
  const { starts, isMost } = learnedStarts(lines);
  const numbers = lineNumbers(lines);
  if (starts.length === 0 && numbers.size === 0) return null;
  return { lines: lines.flatMap((line, i) => (numbers.has(i) ? [] : [withoutStart(line, starts, log)])), isMost };
}

function learnedStarts(lines: readonly TextLine[]): { starts: RegExp[]; isMost: boolean } {
  const counts = new Map<string, number>();
  let atFront = 0;
  for (const { text } of lines) {
    if (text === '') continue;
    if (LABEL_FIRST.test(text)) {
      atFront++;
      continue;
    }
    const at = LABEL.exec(text.slice(0, MAX_START + 60))?.index ?? 0;
    if (at === 0 || at > MAX_START) continue;
    const source = patternOf(unknownPart(text, at));
    if (source !== '') counts.set(source, (counts.get(source) ?? 0) + 1);
  }
  const found = [...counts].filter(([, count]) => count >= MIN_LABELS).toSorted((a, b) => b[1] - a[1]);
  const kept = found.slice(0, MAX_STARTS);
  return {
    starts: kept
      .map(([source]) => source)
      .toSorted((a, b) => b.length - a.length)
      .map((source) => new RegExp(`^\\s*${source} ?`)),
    isMost: kept.reduce((sum, [, count]) => sum + count, 0) > atFront,
  };
}

/** What stands before the first prefix that is known, or else before the label. */
function unknownPart(text: string, label: number): string {
  for (let at = 1; at < label; at++) {
    if (/\s/.test(text.charAt(at))) continue;
    const rest = text.slice(at, label);
    if (rest.length - withoutPrefixes(`${rest}Size`).prefix.length <= rest.length - rest.trimEnd().length)
      return text.slice(0, at).trim();
  }
  return text.slice(0, label).trim();
}

/** Numbers count up, so they may differ from line to line. */
function patternOf(start: string): string {
  return start
    .replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
    .replace(/\d+/g, String.raw`\d+`)
    .replace(/\s+/g, String.raw`\s+`);
}

function withoutStart(line: TextLine, starts: readonly RegExp[], log: RepairLog): TextLine {
  for (const start of starts) {
    const found = start.exec(line.text)?.[0];
    if (found === undefined) continue;
    let rest = line.text.slice(found.length);
    rest = withoutFrameEnd(rest, found);
    // A cell of a table, quoted.
    if (found.trimEnd().endsWith('"')) rest = rest.replace(/"\s*$/, '').replaceAll('""', '"');
    const clean = cleanedLine(rest, line.raw, log);
    log.add('prefixes');
    return {
      ...clean,
      rawEnd: line.rawEnd,
      prefix: line.prefix + found + clean.prefix,
      rank: line.rank ?? clean.rank,
      width: line.width,
      widths: [...line.widths, ...clean.widths],
      textWidths: [...line.textWidths, ...clean.widths],
      trimmedWidths: line.trimmedWidths,
    };
  }
  return line;
}

const MIN_NUMBERED = 4;

/** Lines that hold nothing but their number, as web pages with a column of numbers are copied. */
function lineNumbers(lines: readonly TextLine[]): Set<number> {
  const found = new Set<number>();
  let run: number[] = [];
  let last = 0;
  const close = (): void => {
    if (run.length >= MIN_NUMBERED) for (const i of run) found.add(i);
    run = [];
  };
  for (const [i, { text }] of lines.entries()) {
    if (!/^\s*\d{1,6}\s*$/.test(text)) continue;
    const number = Number(text);
    if (run.length === 0 || number !== last + 1 || i - run[run.length - 1] > 2) close();
    run.push(i);
    last = number;
  }
  close();
  return found;
}
