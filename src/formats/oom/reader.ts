/**
 * Reads out-of-memory messages out of a text of any length, pushed in chunks. A short text (an issue, a paste) is read
 * as a whole; in a long one the regions around the words of messages are read, and the rest is passed over.
 */

import { joinedBytes } from '../../model/joined-bytes.ts';
import type { OomReport } from '../../model/oom.ts';
import type { MemoryStatement, OomContext, OomText } from '../../model/oom-text.ts';
import { addContext, emptyContext } from './context.ts';
import { joinDumps } from './families/bfc-dump.ts';
import { numberReports } from './numbering.ts';
import { present } from './pattern.ts';
import { readRegion } from './read-region.ts';
import { RegionFinder, type Region } from './regions.ts';
import { RepairLog } from './repair/log.ts';
import { Utf16Converter } from './repair/utf16.ts';

/** Texts up to this length are read as a whole. */
export const WHOLE_TEXT = 1 << 20;
/** A log that fails in a loop repeats itself; what is beyond is counted. */
const MAX_REPORTS = 20_000;
const MAX_STATEMENTS = 200;

export class OomReader {
  private readonly wholeText: number;
  private readonly utf16 = new Utf16Converter();
  private readonly log = new RepairLog();
  private readonly reports: OomReport[] = [];
  private readonly statements: MemoryStatement[] = [];
  private readonly context: OomContext = emptyContext();
  private readonly utf8 = new TextDecoder();
  private start: Uint8Array[] = [];
  private finder: RegionFinder | null = null;
  private converted = 0;
  private bytes = 0;
  private leftOut = 0;
  private brokenOff: string | undefined;

  /** `wholeText`: the length up to which a text is read as a whole; tests set it to 0. */
  constructor(wholeText = WHOLE_TEXT) {
    this.wholeText = wholeText;
  }

  /** Takes the next bytes. They are copied where they are needed later. */
  push(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    this.take(this.utf16.push(chunk));
  }

  /** Everything that was found. Never throws: a text without messages has none. */
  end(): OomText {
    this.take(this.utf16.end());
    if (this.finder) this.finder.end();
    else this.read({ bytes: joinedBytes(this.start), firstLine: 1, continued: false });
    if (this.utf16.isUtf16) this.log.add('utf16');
    return {
      reports: numberReports(this.reports),
      statements: this.statements,
      context: this.context,
      repairs: this.log.list(),
      reportsLeftOut: this.leftOut,
      bytes: this.bytes,
      ...present({ brokenOff: this.brokenOff }),
    };
  }

  private take(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.converted += chunk.length;
    if (this.finder) {
      this.finder.push(chunk);
      return;
    }
    if (this.converted <= this.wholeText) {
      this.start.push(chunk.slice());
      return;
    }
    this.finder = new RegionFinder((region) => this.read(region));
    for (const piece of this.start) this.finder.push(piece);
    this.start = [];
    this.finder.push(chunk);
  }

  private read(region: Region): void {
    const reading = readRegion(this.utf8.decode(region.bytes), region.firstLine);
    // What was put right in text that says nothing is of no interest.
    if (reading.reports.length > 0 || reading.statements.length > 0) this.log.merge(reading.log);
    if (region.continued) this.log.add('cut');
    this.brokenOff = reading.brokenOff;
    for (const [i, report] of reading.reports.entries()) {
      const last = this.reports[this.reports.length - 1];
      const whole = region.continued && i === 0 && last ? joinDumps(last, report) : null;
      if (whole) this.reports[this.reports.length - 1] = whole;
      else if (this.reports.length < MAX_REPORTS) this.reports.push(report);
      else this.leftOut++;
    }
    for (const statement of reading.statements)
      if (this.statements.length < MAX_STATEMENTS) this.statements.push(statement);
    addContext(this.context, reading.text, reading.statements);
  }
}

/** Reads a text that is at hand. */
export function readOomText(text: string): OomText {
  const reader = new OomReader();
  reader.push(new TextEncoder().encode(text));
  return reader.end();
}
