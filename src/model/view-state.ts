/**
 * What the user has chosen, and nothing else: plain, serialisable, by name and never by index, so that a link stays
 * true for a file that was written again. Hover and drag are not in here; they change too often.
 */

import type { Picoseconds } from './units.ts';

export interface ViewState {
  /** Allocator id; null = the default of the profile. */
  allocator: string | null;
  /** The visible time range; null = the whole capture. */
  range: TimeRange | null;
  /** null = the window peak. */
  cursor: Picoseconds | null;
  theme: Theme;
}

export interface TimeRange {
  from: Picoseconds;
  to: Picoseconds;
}

export type Theme = 'system' | 'light' | 'dark';

export const INITIAL_VIEW_STATE: ViewState = { allocator: null, range: null, cursor: null, theme: 'system' };
