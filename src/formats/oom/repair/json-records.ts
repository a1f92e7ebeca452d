/**
 * JSON records that a terminal or a mail broke at a column. They are joined before anything else is done to a line: half
 * a record is no JSON, and what its message says would stay between quotes.
 */

/** A run of lines of the file as one. */
export interface RejoinedLine {
  text: string;
  /** Lines of the file that it was. */
  count: number;
}

const MIN_WIDTH = 40;
/** No record of a log is longer. */
const MAX_RECORD = 1 << 20;

/**
 * The lines, with broken records joined. A record was broken at a width if all its lines but the last are equally long
 * and the last is no longer; one that is printed over several lines by intention never is.
 */
export function rejoinedRecords(lines: readonly string[]): { lines: RejoinedLine[]; joined: number } {
  const result: RejoinedLine[] = [];
  let joined = 0;
  for (let i = 0; i < lines.length; ) {
    const count = lines[i].startsWith('{"') ? lengthOfRecord(lines, i) : 1;
    result.push({ text: count === 1 ? lines[i] : lines.slice(i, i + count).join(''), count });
    joined += count - 1;
    i += count;
  }
  return { lines: result, joined };
}

/** How many lines the record takes that begins in a line; 1 where it is whole or was not broken at a width. */
function lengthOfRecord(lines: readonly string[], first: number): number {
  const width = lines[first].length;
  if (width < MIN_WIDTH) return 1;
  const scan = { depth: 0, quoted: false, escaped: false };
  for (let i = first; i < lines.length && (i - first) * width < MAX_RECORD; i++) {
    const line = lines[i];
    if (line.length > width) return 1;
    if (takesRecordUp(line, scan)) return i - first + 1;
    if (line.length < width) return 1;
  }
  return 1;
}

/** Goes on through a record; true where it ends with the line. */
function takesRecordUp(line: string, scan: { depth: number; quoted: boolean; escaped: boolean }): boolean {
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (scan.escaped) scan.escaped = false;
    else if (scan.quoted) {
      if (character === '"') scan.quoted = false;
      else if (character === '\\') scan.escaped = true;
    } else if (character === '"') scan.quoted = true;
    else if (character === '{' || character === '[') scan.depth++;
    else if (character === '}' || character === ']') scan.depth--;
    if (scan.depth === 0) return line.slice(at + 1).trim() === '';
  }
  return false;
}
