/** The visible range and the way back from it. Zooming and panning move the range; choosing one leaves a trail. */

import { sameRange } from '../model/time-range.ts';
import type { TimeRange, ViewState } from '../model/view-state.ts';
import type { AppState } from './app-state.ts';
import { withRange } from './app-state.ts';

/** Crumbs beyond this many push each other out of the bar. */
const LONGEST_TRAIL = 4;

/** The chosen range is shown, and what was visible before it is the last step of the way back. */
export function withRangeChosen(state: AppState, range: TimeRange): AppState {
  const { range: before, trail } = state.view;
  const changed = withRange(state, range);
  if (changed.view.range === null) return changed;
  if (before !== null && sameRange(before, changed.view.range)) return state;
  const steps = before === null || isLast(trail, before) ? trail : [...trail, before];
  const { view } = changed;
  return { ...changed, view: { ...view, trail: [...steps, changed.view.range].slice(-LONGEST_TRAIL) } };
}

/** Back to a range of the trail; what came after it is forgotten. */
export function withRangeBack(state: AppState, index: number): AppState {
  const range = state.view.trail[index];
  if (range === undefined) return state;
  const changed = withRange(state, range);
  return { ...changed, view: { ...changed.view, trail: state.view.trail.slice(0, index + 1) } };
}

/** Ranges to go back to, without the visible one. */
export function crumbsOf({ range, trail }: Pick<ViewState, 'range' | 'trail'>): readonly TimeRange[] {
  return range !== null && isLast(trail, range) ? trail.slice(0, -1) : trail;
}

function isLast(trail: readonly TimeRange[], range: TimeRange): boolean {
  const last = trail[trail.length - 1];
  return last !== undefined && sameRange(last, range);
}
