/**
 * What the user has chosen, and nothing else: plain, serialisable, by name and never by index, so that a link stays
 * true for a file that was written again. Hover and drag are not in here; they change too often.
 */

import type { FlameGrouping, FlameWhat, FlameWidth } from './flame.ts';
import type { Picoseconds } from './units.ts';

export interface ViewState {
  /** Allocator id; null = the default of the profile. */
  allocator: string | null;
  /** The visible time range; null = the whole capture. */
  range: TimeRange | null;
  /** null = the window peak. */
  cursor: Picoseconds | null;
  theme: Theme;
  /** Which of the views under the curve is shown. */
  lower: LowerView;
  /** Only what differs from `DEFAULT_FLAME_VIEW`. */
  flame: Partial<FlameView>;
}

export interface TimeRange {
  from: Picoseconds;
  to: Picoseconds;
}

export type Theme = 'system' | 'light' | 'dark';

export type LowerView = 'flame' | 'steps';

/** What the flame view shows, of which moment or range the cursor and the range of the timeline tell. */
export interface FlameView {
  what: FlameWhat['kind'];
  grouping: FlameGrouping;
  width: FlameWidth;
  foldsInternals: boolean;
  /** What was done to the tree, in order. */
  ops: readonly FlameOp[];
  /** As typed: literal, or `/re/i`. */
  search: string;
  /** From the root, which is left out; in the tree as the `ops` leave it. */
  selected: readonly FrameKey[] | null;
  asList: boolean;
}

/** What names a node among its siblings. */
export interface FrameKey {
  /** Function, program, class, or an exact size. */
  name: string;
  file: string | null;
}

export type FlameOp =
  /** Shows one node at full width. The path leaves the root out and is that of the tree at this point. */
  | { kind: 'focus'; path: readonly FrameKey[] }
  /** Takes a frame out wherever it is; what it held goes to its callers. */
  | { kind: 'hide'; frame: FrameKey }
  /** Innermost frame first, its callers below it. */
  | { kind: 'invert' };

export const DEFAULT_FLAME_VIEW: FlameView = {
  what: 'alive',
  grouping: 'stack',
  width: 'held',
  foldsInternals: true,
  ops: [],
  search: '',
  selected: null,
  asList: false,
};

export const INITIAL_VIEW_STATE: ViewState = {
  allocator: null,
  range: null,
  cursor: null,
  theme: 'system',
  lower: 'flame',
  flame: {},
};
