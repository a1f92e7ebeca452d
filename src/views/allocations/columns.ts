/** The table's columns: their heads, and what their cells say. */

import { nameOfRow } from '../../model/allocation-name.ts';
import { lifetimeText, startText } from '../../model/allocation-words.ts';
import type { AllocationColumn, AllocationRows } from '../../model/allocation-rows.ts';
import { formatBytes, formatCount } from '../../model/format.ts';
import type { Picoseconds } from '../../model/units.ts';

export interface Column {
  id: AllocationColumn;
  head: string;
  isNumber: boolean;
}

export const COLUMNS: readonly Column[] = [
  { id: 'held', head: 'Held, bytes', isNumber: true },
  { id: 'callSite', head: 'Call site', isNumber: false },
  { id: 'start', head: 'Start', isNumber: true },
  { id: 'lifetime', head: 'Lifetime', isNumber: true },
  { id: 'class', head: 'Class', isNumber: false },
  { id: 'program', head: 'Program', isNumber: false },
  { id: 'requested', head: 'Requested, bytes', isNumber: true },
  { id: 'address', head: 'Address', isNumber: true },
];

/** `end` is the end of the capture. */
export function cellText(answer: AllocationRows, row: number, column: AllocationColumn, end: Picoseconds): string {
  const { rows, origins } = answer;
  const name = nameOfRow(rows, row);
  const word = (index: number, none: string): string => (index < 0 ? none : origins.names[index]);
  switch (column) {
    case 'held':
      return formatCount(rows.held[row]);
    case 'requested':
      return Number.isNaN(rows.requested[row]) ? 'not stated' : formatCount(rows.requested[row]);
    case 'start':
      return startText(name, end);
    case 'lifetime':
      return lifetimeText(name, end);
    case 'class':
      return word(origins.class[row], '');
    case 'callSite':
      return word(origins.callSite[row], name.start === null ? '' : '(no user code)');
    case 'program':
      return word(origins.program[row], '');
    case 'address':
      return name.address;
  }
}

/** The size as people read it, beside the exact one. */
export function roundedHeld({ rows }: AllocationRows, row: number): string {
  return formatBytes(rows.held[row]);
}

/** A row for the clipboard: its cells in order, apart by tabs, as spreadsheets paste them. */
export function rowText(answer: AllocationRows, row: number, end: Picoseconds): string {
  return COLUMNS.map(({ id }) => cellText(answer, row, id, end).replaceAll(/[\t\r\n]/g, ' ')).join('\t');
}
