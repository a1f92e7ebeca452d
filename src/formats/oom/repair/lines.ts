/**
 * From the raw text of a region to clean lines, each knowing the line of the file it comes from. Everything that loggers,
 * terminals, browsers and mail programs do to a line is undone here; what they do to line *breaks* is in unwrap.ts.
 */

import { withoutAnsi, withoutEntities, withoutMarkdown, withoutTags, withPlainSpaces } from './characters.ts';
import { unescapeLine } from './escapes.ts';
import { withoutPrefixes } from './prefixes.ts';
import type { RepairLog } from './log.ts';

export interface TextLine {
  text: string;
  /** 1-based line of the file. */
  raw: number;
  /** Last line of the file that was joined into this one. */
  rawEnd: number;
  /** What was taken off its front. */
  prefix: string;
  rank: number | undefined;
  /** Columns that it took, tabs expanded, with and without its prefix. */
  width: number;
  textWidth: number;
}

/** Splits a region and repairs each line. `firstLine` is the file's line in which the region begins. */
export function repairedLines(region: string, firstLine: number, log: RepairLog): TextLine[] {
  const lines: TextLine[] = [];
  let raw = firstLine;
  // Texts of old Macs, and of some terminals, have carriage returns only.
  const breaks = region.includes('\n') ? '\n' : '\r';
  for (const line of region.split(breaks)) {
    addRepaired(line, raw, lines, log);
    raw++;
  }
  return lines;
}

function addRepaired(original: string, raw: number, lines: TextLine[], log: RepairLog): void {
  const step = (kind: Parameters<RepairLog['add']>[0], before: string, after: string): string => {
    if (after !== before) log.add(kind);
    return after;
  };
  let text = original.endsWith('\r') ? original.slice(0, -1) : original;
  if (text.length !== original.length || text.includes('\r')) log.add('carriage-returns');
  text = text.replaceAll('\r', '\n');
  text = step('escapes', text, unescapeLine(text));
  text = step('ansi', text, withoutAnsi(text));
  text = step('html-entities', text, withoutEntities(text));
  text = step('html-tags', text, withoutTags(text));
  text = step('spaces', text, withPlainSpaces(text));
  if (!text.includes('\n')) {
    lines.push(cleanLine(text, raw, log));
    return;
  }
  for (const part of text.split('\n')) lines.push(cleanLine(part, raw, log));
}

function cleanLine(line: string, raw: number, log: RepairLog): TextLine {
  const unmarked = withoutMarkdown(line);
  if (unmarked !== line) log.add('markdown');
  const { text, prefix, rank } = withoutPrefixes(unmarked);
  if (prefix !== '') log.add('prefixes');
  const width = displayWidth(line);
  return {
    text,
    raw,
    rawEnd: raw,
    prefix,
    rank,
    width,
    textWidth: prefix === '' ? displayWidth(unmarked) : displayWidth(text),
  };
}

/** Columns of a line in a terminal: a tab goes to the next multiple of 8. */
function displayWidth(line: string): number {
  if (!line.includes('\t')) return line.length;
  let width = 0;
  for (const character of line) width = character === '\t' ? (Math.floor(width / 8) + 1) * 8 : width + 1;
  return width;
}
