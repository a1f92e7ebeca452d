/**
 * Joins lines that were broken at a fixed width. A break between words needs no repair, since patterns take any white
 * space; a break within a word or a number does. Whether a line that is exactly as wide as the others was broken
 * within a word cannot be told for sure, so the reader tries both and keeps what it understands better.
 */

import { beginsRecord, withoutPrefixes } from './prefixes.ts';
import type { TextLine } from './lines.ts';

/** Widths of mails, of terminals and of style guides; one line of such a width is enough to suspect a wrap. */
const USUAL_WIDTHS = new Set([72, 76, 78, 79, 80, 100, 120, 132, 160]);
/** Any other width must occur twice nearby, with no wider line beside it. */
const NEARBY = 8;
const MIN_WIDTH = 40;
/** No message has a line like that; lines that are equally long by chance would be joined without end. */
const MAX_JOINED = 50_000;
/** What comes after so many characters is no prefix any more. */
const MAX_PREFIX = 400;

/** Words of the messages: a break between two of them fell on a space. */
const WORDS = new Set(
  `a allocate allocating allocation allocations allocator allocator: allocated alloc and arguments arguments. as at
  attempting available available: base be been below bottom buffer buffers: buffers but by bytes bytes. bytes)
  calculation! caller can't capacity chunks compile compiled computation constant contiguous could current
  debugging. device down due dump error error. exceed exceeded exceeding exceeds execution exhausted: expansion)
  extra failed failed: failure failure, fit follows. for fragmentation fragmentation, fragmentation: free free,
  free. from global hbm hbm. hlo if in indicates input/output is it largest limit load loading maybe_live_out
  memory memory. more not of on only op operator: order originally out output padding: parameter peak permanent
  possible. preallocated program ran reduce reduced region replica replicated request requested requirement
  reserve reserved reserved, reservable. resource resource_exhausted: running scope: scoped shape: shares size
  size: sizes so space stats stats: status temp temporaries that the there this to total totalling trying type:
  unpadded use used usage utilization: vmem vmem. was were when while with would xla xla:tpu label: lower upper
  end already allocated; allowed; capacity; cuda free; gib gib; gpu has hip including kib mib mib; non-pytorch process
  pytorch pytorch, tried unallocated unallocated. which`.split(/\s+/),
);

/**
 * Which lines to suspect: only those that end in a hyphen, those of a usual or repeated width too, or the widest of
 * each paragraph, whatever its width.
 */
export type WrapRule = 'hyphen' | 'usual' | 'widest';
export const WRAP_RULES: readonly WrapRule[] = ['hyphen', 'usual', 'widest'];

/** The lines with suspected wraps undone; null where none is suspected. */
export function unwrapped(lines: readonly TextLine[], rule: WrapRule): { lines: TextLine[]; joined: number } | null {
  const suspects = SUSPECTS[rule](lines);
  const result: TextLine[] = [];
  let joined = 0;
  for (let i = 0; i < lines.length; i++) {
    let line = lines[i];
    while (i + 1 < lines.length && line.text.length < MAX_JOINED && isBroken(lines[i], lines[i + 1], suspects[i])) {
      line = joinedLine(line, lines[i + 1]);
      joined++;
      i++;
    }
    result.push(line);
  }
  return joined === 0 ? null : { lines: result, joined };
}

/** The line goes on in the next one. A break that fell on a space is left: patterns take any white space. */
function isBroken(line: TextLine, next: TextLine, isSuspect: boolean): boolean {
  const text = line.text.trimEnd();
  if (text === '' || next.text === '' || /^(?:\s|={8,}|# )/.test(next.text)) return false;
  // textwrap breaks after the hyphen of `custom-call`.
  if (line.width > MIN_WIDTH && /[a-z]-$/.test(text.slice(-2)) && /^[a-z]/.test(next.text)) return true;
  if (!isSuspect || Math.min(...next.widths) > line.width) return false;
  // The last column is a space; or the spaces came later, and the text before them is as wide as the column.
  if (text !== line.text && (line.widths.some(isUsual) || !line.trimmedWidths.some(isUsual))) return false;
  return !beginsRecord(next.prefix) || line.textWidths.some(isUsual);
}

function isUsual(width: number): boolean {
  return USUAL_WIDTHS.has(width);
}

const SUSPECTS: Record<WrapRule, (lines: readonly TextLine[]) => boolean[]> = {
  hyphen: (lines) => lines.map(() => false),
  usual: usualWidths,
  widest: widestOfParagraphs,
};

function usualWidths(lines: readonly TextLine[]): boolean[] {
  return lines.map((line, i) => {
    if (line.widths.some(isUsual) || line.trimmedWidths.some(isUsual)) return true;
    if (line.width < MIN_WIDTH) return false;
    let equal = 0;
    for (let j = Math.max(0, i - NEARBY); j <= Math.min(lines.length - 1, i + NEARBY); j++) {
      if (lines[j].width > line.width) return false;
      if (lines[j].width === line.width && j !== i) equal++;
    }
    return equal > 0;
  });
}

function widestOfParagraphs(lines: readonly TextLine[]): boolean[] {
  const suspects = lines.map(() => false);
  let start = 0;
  for (let i = 0; i <= lines.length; i++) {
    if (i < lines.length && lines[i].text.trim() !== '') continue;
    const widest = lines.slice(start, i).reduce((most, line) => Math.max(most, line.width), MIN_WIDTH);
    for (let j = start; j < i; j++) suspects[j] = lines[j].width === widest;
    start = i + 1;
  }
  return suspects;
}

/** The end of a prefix that was itself broken: `tor.cc:501] ` stands alone, without time and level. */
const BROKEN_PREFIX = /^\S{1,300}\.(?:cc|cu|cpp):\d+\] ?$/;

function joinedLine(line: TextLine, next: TextLine): TextLine {
  const rest = BROKEN_PREFIX.test(next.lastPrefix) ? next.lastPrefix + next.text : next.text;
  const joined = joinedText(line.text, rest);
  // The break may have fallen into a prefix, which shows only now.
  const mayBegin = line.text.length <= MAX_PREFIX;
  const { text, prefix, rank } = mayBegin ? withoutPrefixes(joined) : { text: joined, prefix: '', rank: undefined };
  return { ...line, text, prefix: line.prefix + prefix, rawEnd: next.rawEnd, rank: line.rank ?? rank };
}

const LAST_TOKEN = /\S+$/;
/** No word is longer. The pattern tries every place of a text: a long line that grows must not be tried as a whole. */
const MAX_TOKEN = 60;
const FIRST_TOKEN = /^\S+/;

function joinedText(left: string, right: string): string {
  const start = left.trimEnd();
  const last = LAST_TOKEN.exec(start.slice(-MAX_TOKEN))?.[0] ?? '';
  const first = FIRST_TOKEN.exec(right)?.[0] ?? '';
  return start + (isBetweenWords(last, first) ? ' ' : '') + right;
}

const NUMBER = /^\d[\d.,]*(?:[KMGT]i?B?)?[.,;]?$/;

/** `of 16.00 GiB` and `GPU 0 has` have a space between word and number; two halves of one number have none. */
function isBetweenWords(last: string, first: string): boolean {
  if (isWord(last)) return isWord(first) || NUMBER.test(first);
  return isWord(first) && NUMBER.test(last);
}

function isWord(token: string): boolean {
  return WORDS.has(token.toLowerCase());
}
