/**
 * Which rows of a long list are on the screen. Browsers cap the height of an element (Firefox at 17.9 million pixels);
 * a list that would be higher is as high as is safe, and its scroll bar covers proportionally more rows a pixel.
 */

import type { CssPixels } from '../../model/units.ts';

export const ROW_HEIGHT: CssPixels = 25;
const HIGHEST: CssPixels = 8_000_000;

export interface RowWindow {
  /** Height of all rows, as the scroll bar sees it. */
  height: CssPixels;
  /** The first row of which something is seen. */
  first: number;
  /** Where that row begins, from the top of all. */
  top: CssPixels;
}

/** `viewport` is the height in which rows are seen. */
export function rowWindow(scroll: CssPixels, viewport: CssPixels, count: number): RowWindow {
  const height = Math.min(HIGHEST, count * ROW_HEIGHT);
  if (count * ROW_HEIGHT <= HIGHEST) {
    const first = Math.max(0, Math.min(count - 1, Math.floor(scroll / ROW_HEIGHT)));
    return { height, first, top: first * ROW_HEIGHT };
  }
  const exact = shareScrolled(scroll, viewport) * lastFirst(viewport, count);
  const first = Math.floor(exact);
  return { height, first, top: Math.min(scroll, height - viewport) - (exact - first) * ROW_HEIGHT };
}

/** Rows are made and painted in groups: most steps by a key then make no row and move none, they only scroll. */
const GROUP = 16;

/** Rows that are on the page, in whole groups around those that are seen. */
export interface MadeRows extends RowSpan {
  /** Where the first of them begins, from the top of all. */
  top: CssPixels;
}

/** `seen` is how many are seen, from the first one on. */
export function madeRows({ first, top }: RowWindow, seen: number, count: number): MadeRows {
  const past = Math.min(count, first + seen);
  // A list that would be too high moves under its scroll bar, so that no two steps are alike.
  if (count * ROW_HEIGHT > HIGHEST) return { from: first, to: past, top };
  const from = first - (first % GROUP);
  return { from, to: Math.min(count, Math.ceil(past / GROUP) * GROUP), top: top - (first - from) * ROW_HEIGHT };
}

export interface RowGroup extends RowSpan {
  /** Its number among the groups of the list. */
  group: number;
}

/** The span cut into groups; its first and last may be parts of one. */
export function groupsOf({ from, to }: RowSpan): RowGroup[] {
  const groups: RowGroup[] = [];
  for (let start = from; start < to; ) {
    const group = Math.floor(start / GROUP);
    const end = Math.min(to, (group + 1) * GROUP);
    groups.push({ group, from: start, to: end });
    start = end;
  }
  return groups;
}

/** Where to scroll so that a row is the first that is seen. */
export function scrollTo(row: number, viewport: CssPixels, count: number): CssPixels {
  if (count * ROW_HEIGHT <= HIGHEST) return row * ROW_HEIGHT;
  return Math.min(1, row / lastFirst(viewport, count)) * (HIGHEST - viewport);
}

/** Where to scroll so that all of a row is seen, no further than that takes; null where it is seen already. */
export function scrollToSee(row: number, scroll: CssPixels, viewport: CssPixels, count: number): CssPixels | null {
  const seen = Math.max(1, Math.floor(viewport / ROW_HEIGHT));
  const { first } = rowWindow(scroll, viewport, count);
  if (row > first && row < first + seen - 1) return null;
  return scrollTo(Math.max(0, row <= first ? row : row - seen + 1), viewport, count);
}

/** The row, not whole as a rule, that is the first when all is scrolled down. */
function lastFirst(viewport: CssPixels, count: number): number {
  return count - viewport / ROW_HEIGHT;
}

function shareScrolled(scroll: CssPixels, viewport: CssPixels): number {
  return Math.min(1, Math.max(0, scroll / (HIGHEST - viewport)));
}

/** Rows `from` up to, but without, `to`. */
export interface RowSpan {
  from: number;
  to: number;
}

/**
 * The rows of the window that are written out: those that were, and at most so many more. In a fast scroll each frame
 * brings in more rows than it has time for; the rest stay empty until a frame has less to do.
 */
export function writtenRows(before: RowSpan, window: RowSpan, most: number): RowSpan {
  const from = Math.max(before.from, window.from);
  const to = Math.min(before.to, window.to);
  if (from >= to) return { from: window.from, to: Math.min(window.to, window.from + most) };
  const below = Math.min(most, window.to - to);
  const above = Math.min(most - below, from - window.from);
  return { from: from - above, to: to + below };
}
