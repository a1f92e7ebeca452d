/**
 * Joins lines that were broken at a fixed width. A break between words needs no repair, since patterns take any white
 * space; a break within a word or a number does. Whether a line that is exactly as wide as the others was broken
 * within a word cannot be told for sure, so the reader tries both and keeps what it understands better.
 */

import { beginsRecord } from './prefixes.ts';
import type { TextLine } from './lines.ts';

/** Widths of mails, of terminals and of style guides; one line of such a width is enough to suspect a wrap. */
const USUAL_WIDTHS = new Set([72, 76, 78, 79, 80, 100, 120, 132, 160]);
/** Any other width must occur twice nearby, with no wider line beside it. */
const NEARBY = 8;

/** Words of the messages: a break between two of them fell on a space. */
const WORDS = new Set(
  `a allocate allocating allocation allocations allocator allocator: allocated alloc and arguments arguments. as at attempting available
  available: base be been below bottom buffer buffers: buffers but by bytes bytes. bytes) calculation! caller can't capacity chunks
  compile compiled computation constant contiguous could current debugging. device down due dump error error. exceed
  exceeded exceeding exceeds execution exhausted: expansion) extra failed failed: failure failure, fit follows. for fragmentation
  fragmentation, fragmentation: free free, free. from global hbm hbm. hlo if in indicates input/output is it largest limit load loading
  maybe_live_out memory memory. more not of on only op operator: order originally out output padding: parameter peak permanent
  possible. preallocated program ran reduce reduced region replica replicated request requested requirement reserve reserved reserved,
  reservable. resource resource_exhausted: running scope: scoped shape: shares size size: sizes so space stats stats: status temp
  temporaries that the there this to total totalling trying type: unpadded use used usage utilization: vmem vmem. was were when while
  with would xla xla:tpu label: lower upper end`.split(/\s+/),
);

/** The lines with suspected wraps undone; null where none is suspected. */
export function unwrapped(lines: readonly TextLine[]): { lines: TextLine[]; joined: number } | null {
  const result: TextLine[] = [];
  let joined = 0;
  for (let i = 0; i < lines.length; i++) {
    let line = lines[i];
    while (i + 1 < lines.length && isBroken(lines, i)) {
      const next = lines[i + 1];
      line = {
        ...line,
        text: joinedText(line.text, next.text),
        rawEnd: next.rawEnd,
        rank: line.rank ?? next.rank,
      };
      joined++;
      i++;
    }
    result.push(line);
  }
  return joined === 0 ? null : { lines: result, joined };
}

/** Line i goes on in line i + 1. */
function isBroken(lines: readonly TextLine[], i: number): boolean {
  const line = lines[i];
  const next = lines[i + 1];
  if (line.text === '' || next.text === '' || /\s$/.test(line.text) || /^\s/.test(next.text)) return false;
  if (beginsRecord(next.prefix) || next.width > line.width || /^={8,}/.test(next.text)) return false;
  // textwrap breaks after the hyphen of `custom-call`.
  if (line.width > 40 && /[a-z]-$/.test(line.text) && /^[a-z]/.test(next.text)) return true;
  return isExactWidth(lines, i);
}

function isExactWidth(lines: readonly TextLine[], i: number): boolean {
  const { width, textWidth } = lines[i];
  if (USUAL_WIDTHS.has(width) || USUAL_WIDTHS.has(textWidth)) return true;
  if (width < 40) return false;
  let equal = 0;
  for (let j = Math.max(0, i - NEARBY); j <= Math.min(lines.length - 1, i + NEARBY); j++) {
    if (lines[j].width > width) return false;
    if (lines[j].width === width && j !== i) equal++;
  }
  return equal > 0;
}

const LAST_TOKEN = /\S+$/;
const FIRST_TOKEN = /^\S+/;

function joinedText(left: string, right: string): string {
  const last = LAST_TOKEN.exec(left)?.[0] ?? '';
  const first = FIRST_TOKEN.exec(right)?.[0] ?? '';
  return left + (isWord(last) && isWord(first) ? ' ' : '') + right;
}

function isWord(token: string): boolean {
  return WORDS.has(token.toLowerCase());
}
