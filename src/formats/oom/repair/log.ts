/** Counts what was put right in a text, and says it. */

import { formatCount } from '../../../model/format.ts';
import type { Repair, RepairKind } from '../../../model/oom-text.ts';

/** What one repair was, for a count: `3 lines …`. */
const SENTENCES: Record<RepairKind, (count: number) => string> = {
  utf16: () => 'The text was UTF-16, as PowerShell writes it, and was converted.',
  ansi: (count) => `Terminal colours were taken out of ${lines(count)}.`,
  'carriage-returns': (count) =>
    `${lines(count)} ended in a carriage return, or ${was(count)} overwritten in the terminal.`,
  spaces: (count) => `Spaces, quotes, dashes or line breaks of web pages and word processors were replaced in ${lines(count)}.`,
  'html-entities': (count) => `HTML entities such as &lt; were decoded in ${lines(count)}.`,
  'html-tags': (count) => `HTML tags were taken out of ${lines(count)}.`,
  escapes: (count) =>
    `Escaped line breaks and quotes (JSON, a notebook, or a Python repr) were restored in ${lines(count)}.`,
  markdown: (count) => `Markdown quoting, fences or escapes were taken off ${lines(count)}.`,
  prefixes: (count) => `A log prefix (time, source file, worker) was taken off ${lines(count)}.`,
  'wrapped-lines': (count) => `${lines(count)} had been broken at a fixed width and ${was(count)} joined again.`,
  'lost-breaks': (count) =>
    `${count === 1 ? 'One line break' : `${formatCount(count)} line breaks`} between records of a log ${was(count)} ` +
    'lost and put back.',
  duplicates: (count) =>
    `${count === 1 ? 'One entry stands' : `${count} entries stand`} in the text twice and ` +
    `${count === 1 ? 'counts' : 'count'} once.`,
  order: (count) => `${count === 1 ? 'One part' : `${count} parts`} of a message stood out of order.`,
  cut: (count) =>
    `${count === 1 ? 'One part of the text is' : `${count} parts of the text are`} longer than can be read ` +
    `in one piece and ${was(count)} cut.`,
};

function was(count: number): string {
  return count === 1 ? 'was' : 'were';
}

function lines(count: number): string {
  return count === 1 ? 'one line' : `${formatCount(count)} lines`;
}

export class RepairLog {
  private readonly counts = new Map<RepairKind, number>();

  add(kind: RepairKind, count = 1): void {
    if (count > 0) this.counts.set(kind, (this.counts.get(kind) ?? 0) + count);
  }

  merge(other: RepairLog): void {
    for (const [kind, count] of other.counts) this.add(kind, count);
  }

  list(): Repair[] {
    return [...this.counts].map(([kind, count]) => ({ kind, count, sentence: capital(SENTENCES[kind](count)) }));
  }
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
