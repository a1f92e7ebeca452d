/** What a family of messages is to the reader: something that finds its reports in a repaired region. */

import type { OomReport } from '../../model/oom.ts';
import type { RepairLog } from './repair/log.ts';
import type { RepairedText } from './repair/repaired-text.ts';

/** A report and where it stands; offsets are of the repaired text. */
export interface Found<T extends OomReport = OomReport> {
  start: number;
  end: number;
  report: T;
}

export interface Family {
  /** For tests and for the table of families. */
  name: string;
  find(text: RepairedText, log: RepairLog): Found[];
}
