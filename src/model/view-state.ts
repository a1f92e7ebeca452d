/**
 * What the user has chosen, and nothing else: plain, serialisable, by name and never by index, so that a link stays
 * true for a file that was written again. Hover and drag are not in here; they change too often.
 */

import type { AllocationColumn, AllocationName } from './allocation-rows.ts';
import type { Alignment } from './comparison.ts';
import type { FindingKind } from './finding.ts';
import type { FlameGrouping, FlameWhat, FlameWidth } from './flame.ts';
import type { Picoseconds } from './units.ts';

export interface ViewState {
  /** Allocator id; null = the default of the profile. */
  allocator: string | null;
  /** In place of one allocator, what all devices hold together. */
  total: boolean;
  /** The visible time range; null = the whole capture. */
  range: TimeRange | null;
  /** Ranges that were chosen on the way to the visible one, each within the capture: the way back. */
  trail: readonly TimeRange[];
  /** The size axis of the timeline is fitted to the visible range. */
  fitsSizes: boolean;
  /** The curve as XProf draws it lies over the timeline's. */
  asXprof: boolean;
  /** null = the window peak. */
  cursor: Picoseconds | null;
  theme: Theme;
  /** Which of the views under the curve is shown. */
  lower: LowerView;
  /** Only what differs from `DEFAULT_FLAME_VIEW`. */
  flame: Partial<FlameView>;
  /** Only what differs from `DEFAULT_DUMP_VIEW`. */
  dump: Partial<DumpView>;
  /** Only what differs from `DEFAULT_BLOCKS_VIEW`. */
  blocks: Partial<BlocksView>;
  /** Only what differs from `DEFAULT_ALLOCATIONS_VIEW`. Which allocations are listed is what the flame view shows. */
  allocations: Partial<AllocationsView>;
  /** The one allocation that all views mark. */
  selected: AllocationName | null;
  /** The finding that is highlighted. */
  finding: FindingName | null;
  /** Null where one profile is shown; of a comparison only what differs from `DEFAULT_COMPARE_VIEW`. */
  compare: Partial<CompareView> | null;
}

/** What names a finding. Of several alike, the one at that moment; the first of them where it is gone. */
export interface FindingName {
  kind: FindingKind;
  title: string;
  allocator: string;
  moment: Picoseconds;
}

export interface TimeRange {
  from: Picoseconds;
  to: Picoseconds;
}

export type Theme = 'system' | 'light' | 'dark';

export type LowerView = 'flame' | 'blocks' | 'allocations' | 'steps';

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

/** What is shown of pprof dumps. */
export interface DumpView {
  /** The dump that is shown, by name; null = the last of the series. */
  shown: string | null;
  /** What is counted, as `space/bytes`; null = the type that lists are sorted by. */
  sampleType: string | null;
  /** Names in an order that the user chose; null = as it was found. */
  order: readonly string[] | null;
  /** null = growth for a series, the flame view for one dump. */
  tab: DumpTab | null;
  /** Which frame of a stack the list of functions goes by. */
  functions: 'user' | 'project' | 'leaf' | 'cumulative';
  /** Which call sites of a series are listed; null = those that never shrink, or where there are none those that grew. */
  growth: 'neverShrinks' | 'grown' | 'shrunk' | null;
  /** Which frame of a stack is their call site. */
  growthBy: 'user' | 'project';
  /** What the picture of a series draws: what each dump holds, or how much more than the first one. */
  seriesShows: 'total' | 'change';
  /** The call site that is drawn in the picture of the series. */
  site: FrameKey | null;
}

export type DumpTab = 'growth' | 'flame' | 'functions' | 'dumps';

export const DEFAULT_DUMP_VIEW: DumpView = {
  shown: null,
  sampleType: null,
  order: null,
  tab: null,
  functions: 'user',
  growth: null,
  growthBy: 'user',
  seriesShows: 'total',
  site: null,
};

/** What gives a block its colour. */
export type BlockColoring = 'call-site' | 'program' | 'class' | 'size';

export interface BlocksView {
  coloring: BlockColoring;
  /** The size axis starts at 0, not a little below the lowest block. */
  startsAtZero: boolean;
}

export const DEFAULT_BLOCKS_VIEW: BlocksView = { coloring: 'call-site', startsAtZero: false };

export interface AllocationsView {
  sort: AllocationColumn;
  descending: boolean;
  /** As typed: literal, or `/re/i`. */
  filter: string;
}

export const DEFAULT_ALLOCATIONS_VIEW: AllocationsView = { sort: 'held', descending: true, filter: '' };

/** What is shown of two profiles that are compared. */
export interface CompareView {
  /** The second of the two is the baseline. */
  swapped: boolean;
  /** Null = by their starts. */
  alignment: AlignmentName | null;
  /** Visible part of the curves, in time after the moment that they are laid on each other by; null = all. */
  range: TimeRange | null;
  /** Null = the first grouping that both sides have. */
  grouping: FlameGrouping | null;
  /** Bytes, or each side's share of its own total. */
  amounts: CompareAmounts;
  tab: CompareTab;
  /** The frames down to the one at full width; empty = everything. */
  focus: readonly FrameKey[];
  /** As typed: literal, or `/re/i`. Filters the table too. */
  search: string;
  selected: readonly FrameKey[] | null;
  sort: DeltaColumn;
  descending: boolean;
}

/** What the curves of two profiles are laid on each other by; a step or program is named. */
export interface AlignmentName {
  kind: Alignment['kind'];
  name: string;
}

export type CompareAmounts = 'bytes' | 'share';

export type CompareTab = 'flame' | 'table' | 'findings';

export const DELTA_COLUMNS = ['name', 'baseline', 'candidate', 'delta', 'size'] as const;

/** `size` is the delta without its sign. */
export type DeltaColumn = (typeof DELTA_COLUMNS)[number];

export const DEFAULT_COMPARE_VIEW: CompareView = {
  swapped: false,
  alignment: null,
  range: null,
  grouping: null,
  amounts: 'bytes',
  tab: 'flame',
  focus: [],
  search: '',
  selected: null,
  sort: 'size',
  descending: true,
};

export const INITIAL_VIEW_STATE: ViewState = {
  allocator: null,
  total: false,
  range: null,
  trail: [],
  fitsSizes: false,
  asXprof: false,
  cursor: null,
  theme: 'system',
  lower: 'flame',
  flame: {},
  dump: {},
  blocks: {},
  allocations: {},
  selected: null,
  finding: null,
  compare: null,
};
