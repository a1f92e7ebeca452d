/** What the blocks view and the allocations table share and keep: their choices, and the selected allocation. */

import { sameAllocation } from '../model/allocation-name.ts';
import type { AllocationName } from '../model/allocation-rows.ts';
import type { FlameWhat } from '../model/flame.ts';
import type { AllocationsView, BlocksView, ViewState } from '../model/view-state.ts';
import { DEFAULT_ALLOCATIONS_VIEW, DEFAULT_BLOCKS_VIEW } from '../model/view-state.ts';
import type { AppState } from './app-state.ts';
import { shownAllocator, shownRange, wholeCapture } from './app-state.ts';

/** The blocks view's choices, the defaults filled in. */
export function blocksView({ blocks }: Pick<ViewState, 'blocks'>): BlocksView {
  return { ...DEFAULT_BLOCKS_VIEW, ...blocks };
}

/** The table's choices, the defaults filled in. */
export function allocationsView({ allocations }: Pick<ViewState, 'allocations'>): AllocationsView {
  return { ...DEFAULT_ALLOCATIONS_VIEW, ...allocations };
}

/** What is as by default is left out, so that a link holds choices and nothing else. */
export function withBlocks(view: ViewState, change: Partial<BlocksView>): ViewState {
  return { ...view, blocks: withoutDefaults({ ...view.blocks, ...change }, DEFAULT_BLOCKS_VIEW) };
}

export function withAllocations(view: ViewState, change: Partial<AllocationsView>): ViewState {
  return { ...view, allocations: withoutDefaults({ ...view.allocations, ...change }, DEFAULT_ALLOCATIONS_VIEW) };
}

/** Choosing what is already chosen changes nothing, so that nothing is drawn for it. */
export function withSelected(state: AppState, selected: AllocationName | null): AppState {
  return sameAllocation(state.view.selected, selected) ? state : { ...state, view: { ...state.view, selected } };
}

/** The moment at which things are alive: the cursor, or the peak of the whole capture where nobody has moved it. */
export function shownMoment(state: AppState): Extract<FlameWhat, { kind: 'alive' | 'alive-at-peak' }> | null {
  const shown = shownAllocator(state);
  if (shown === null) return null;
  const { cursor } = state.view;
  if (cursor !== null) return { kind: 'alive', at: cursor };
  // By the capture and not by the time of the peak: of several events at that time, the last may be lower. It starts a
  // little earlier so that what was there before the first event is not taken for a peak.
  const { from, to } = wholeCapture(shown.summary);
  return { kind: 'alive-at-peak', from: from - 1, to };
}

/** Which allocations a choice of *what* comes down to, as the timeline stands. Null where no allocator is shown. */
export function shownWhat(state: AppState, kind: FlameWhat['kind']): FlameWhat | null {
  if (kind === 'alive') return shownMoment(state);
  const shown = shownAllocator(state);
  return shown === null ? null : { kind, ...shownRange(state.view, shown.summary) };
}

function withoutDefaults<T extends object>(chosen: Partial<T>, defaults: T): Partial<T> {
  const kept: Partial<T> = {};
  for (const key of Object.keys(chosen) as (keyof T)[]) if (chosen[key] !== defaults[key]) kept[key] = chosen[key];
  return kept;
}
