/**
 * From the raw text of a region to clean lines, each knowing the line of the file it comes from. Everything that
 * loggers, terminals, browsers and mail programs do to a line is undone here; what they do to line *breaks* is in
 * unwrap.ts.
 */

import { withoutAnsi, withoutEntities, withoutMarkdown, withoutTags, withPlainSpaces } from './characters.ts';
import { unescapeLine, withoutDoubledQuotes } from './escapes.ts';
import { splitAtRecords, withoutFrameEnd, withoutPrefixes } from './prefixes.ts';
import { rejoinedRecords } from './json-records.ts';
import type { RepairKind } from '../../../model/oom-text.ts';
import type { RepairLog } from './log.ts';

export interface TextLine {
  text: string;
  /** 1-based line of the file. */
  raw: number;
  /** Last line of the file that was joined into this one. */
  rawEnd: number;
  /** What was taken off its front. */
  prefix: string;
  /** The part of it that stood next to the text. */
  lastPrefix: string;
  rank: number | undefined;
  /** Columns that it took, tabs expanded. */
  width: number;
  /** All that may have been counted when it was broken: columns or characters, with quoting and prefix or without. */
  widths: readonly number[];
  /** The same without the outermost prefix, for lines that were broken before they got it. */
  textWidths: readonly number[];
  /** Without spaces at the end, which may have come later. */
  trimmedWidths: readonly number[];
}

/** Line breaks of Unicode and of printers. An editor does not count them as lines of the file. */
const ODD_BREAK = /[\v\f\u0085\u2028\u2029]/;

/** Splits a region and repairs each line. `firstLine` is the file's line in which the region begins. */
export function repairedLines(region: string, firstLine: number, log: RepairLog): TextLine[] {
  const lines: TextLine[] = [];
  let raw = firstLine;
  // Texts of old Macs, and of some terminals, have carriage returns only.
  const breaks = region.includes('\n') ? '\n' : '\r';
  const split = rejoinedRecords(region.split(breaks));
  log.add('wrapped-lines', split.joined);
  const separates = ODD_BREAK.test(region);
  for (const { text: line, count } of split.lines) {
    if (line === '\r') log.add('carriage-returns');
    if (line === '' || line === '\r') lines.push(blankLine(raw));
    else if (separates && ODD_BREAK.test(line)) {
      log.add('spaces');
      for (const part of line.split(ODD_BREAK)) addRepaired(part, raw, lines, log);
    } else addRepaired(line, raw, lines, log);
    raw += count;
  }
  forgetLineNumbers(lines);
  return lines;
}

/** `12: ` is a task of Slurm or the number of a line. */
function forgetLineNumbers(lines: readonly TextLine[]): void {
  const ranked = lines.filter((line) => line.rank !== undefined);
  const [first] = ranked;
  if (first?.rank === undefined || ranked.length < (first.rank === 0 ? 17 : 3)) return;
  const offset = first.raw - first.rank;
  if (ranked.some((line) => line.raw - (line.rank ?? 0) !== offset)) return;
  for (const line of ranked) line.rank = undefined;
}

const NO_WIDTH: readonly number[] = [0];

/** Most lines of some texts. Members in the order in which `cleanedLine` has them, so that all lines have one shape. */
function blankLine(raw: number): TextLine {
  return {
    text: '',
    raw,
    rawEnd: raw,
    prefix: '',
    lastPrefix: '',
    rank: undefined,
    width: 0,
    widths: NO_WIDTH,
    textWidths: NO_WIDTH,
    trimmedWidths: NO_WIDTH,
  };
}

function addRepaired(original: string, raw: number, lines: TextLine[], log: RepairLog): void {
  const step = (kind: RepairKind, before: string, after: string): string => {
    if (after !== before) log.add(kind);
    return after;
  };
  let text = original.endsWith('\r') ? original.slice(0, -1) : original;
  if (text.length !== original.length || text.includes('\r')) log.add('carriage-returns');
  text = text.replaceAll('\r', '\n');
  const width = displayWidth(text);
  text = step('ansi', text, withoutAnsi(text));
  // A record may hold entities, or stand itself in a page that escapes it: what can be opened is opened first.
  let opened = partsOf(text);
  if (opened.parts.length === 1 && opened.parts[0] === text) {
    text = unpaged(text, step);
    opened = partsOf(text);
  }
  const { parts, rank } = opened;
  if (parts.length > 1 || parts[0] !== text) log.add(text.includes('\n') ? 'carriage-returns' : 'escapes');
  for (const [i, whole] of parts.entries()) {
    const part = withoutProgress(whole);
    // A progress bar that is drawn between two lines is no empty line, which would end a block.
    if (part === '' && whole !== '') continue;
    if (part === '') {
      lines.push(blankLine(raw));
      continue;
    }
    const plain = unpaged(step('ansi', part, withoutAnsi(part)), step);
    const single = step('escapes', plain, withoutDoubledQuotes(plain));
    const whitened = step('spaces', single, withPlainSpaces(single));
    const records = splitAtRecords(whitened);
    log.add('lost-breaks', records.length - 1);
    // A line that holds several records was not broken at a width.
    for (const record of records.slice(0, -1)) lines.push({ ...cleanedLine(record, raw, log), width: 0 });
    const line = cleanedLine(records[records.length - 1] ?? whitened, raw, log);
    line.rank ??= rank;
    const more: number[] = [original.length];
    // The first part stands behind the beginning of the record; where the line was broken counts for its last part.
    if (parts.length > 1 && i === 0) more.push(...widthsOf(part.slice(part.lastIndexOf('"') + 1)));
    if (parts.length > 1 && i === parts.length - 1) line.width = width;
    line.widths = [...line.widths, ...more];
    lines.push(line);
  }
}

/** Without what a web page puts in: tags, entities, and tags that were escaped as a page was pasted into a page. */
function unpaged(text: string, step: (kind: RepairKind, before: string, after: string) => string): string {
  const untagged = step('html-tags', text, withoutTags(text));
  const decoded = step('html-entities', untagged, withoutEntities(untagged));
  return step('html-tags', decoded, withoutTags(decoded));
}

// tqdm: `  3%|▎         | 3/100 [00:03<02:11,  1.35s/it]`.
const PROGRESS = /^[^|\n]{0,80}?\d{1,3}%\|[^|\n]{0,300}\|[^[\n]{0,60}\[[^\]\n]{0,120}\]\s*/;
/** Ray, behind a line that other workers wrote too. */
const REPEATED = / ?\[repeated \d+x across cluster\](?: \(Ray deduplicates logs[^)]*\))?\s*$/;

function withoutProgress(line: string): string {
  const text = line.includes('[repeated ') ? line.replace(REPEATED, '') : line;
  return text.includes('%|') ? text.replace(PROGRESS, '') : text;
}

/** A record of a record: a log of containers that collects logs in JSON. */
const MAX_NESTING = 5;

/** The lines that a line stands for, opened while they are records themselves. A prefix may stand before a record. */
function partsOf(line: string): { parts: string[]; rank: number | undefined } {
  const outer = withoutPrefixes(withoutMarkdown(line));
  let rank: number | undefined;
  let parts = [line];
  for (let depth = 0; depth < MAX_NESTING; depth++) {
    const opened = parts.flatMap((part) => {
      const record = depth === 0 ? outer : withoutPrefixes(part);
      const inner = /^\s*["{]/.test(record.text) ? unescapeLine(record.text) : record.text;
      if (inner === record.text) return unescapeLine(part).split('\n');
      rank ??= record.rank;
      return inner.split('\n');
    });
    const isDone = opened.length === parts.length && opened.every((part, i) => part === parts[i]);
    parts = opened;
    if (isDone) break;
  }
  return { parts, rank };
}

/** Quoting and prefixes alternate: a quoted log, or the log of a program that quotes. */
const MAX_LAYERS = 3;

/** A line without quoting and prefixes, however they alternate. */
export function cleanedLine(line: string, raw: number, log: RepairLog): TextLine {
  let text = line;
  let prefix = '';
  let lastPrefix = '';
  let rank: number | undefined;
  const stages = [line];
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const unmarked = withoutMarkdown(text);
    if (unmarked !== text && layer === 0) log.add('markdown');
    const next = withoutPrefixes(unmarked);
    stages.push(unmarked, ...next.stages);
    prefix += next.prefix;
    if (next.prefix !== '') lastPrefix = next.lastPrefix;
    rank ??= next.rank;
    if (next.text === text) break;
    text = next.text;
  }
  if (prefix !== '') log.add('prefixes');
  text = withoutFrameEnd(text, prefix);
  return {
    text,
    raw,
    rawEnd: raw,
    prefix,
    lastPrefix,
    rank,
    width: displayWidth(line),
    widths: stages.flatMap(widthsOf),
    textWidths: stages.slice(1).flatMap(widthsOf),
    trimmedWidths: widthsOf(line.trimEnd()),
  };
}

/** Columns and characters. */
function widthsOf(line: string): number[] {
  return [displayWidth(line), line.length];
}

/** Columns of a line in a terminal: a tab goes to the next multiple of 8. */
function displayWidth(line: string): number {
  if (!line.includes('\t')) return line.length;
  let width = 0;
  for (const character of line) width = character === '\t' ? (Math.floor(width / 8) + 1) * 8 : width + 1;
  return width;
}
