/** Two profiles side by side: what is compared, and the choices of the comparison. */

import type { CompareView, ViewState } from '../model/view-state.ts';
import { DEFAULT_COMPARE_VIEW, INITIAL_VIEW_STATE } from '../model/view-state.ts';
import type { AppState, ComparedSide, ComparedSides, OpenComparison, SideIndex } from './app-state.ts';

/** The baseline first. */
export function shownSides(
  { sides: [first, second] }: OpenComparison,
  view: Pick<ViewState, 'compare'>,
): { baseline: ComparedSide; candidate: ComparedSide } {
  return compareView(view).swapped ? { baseline: second, candidate: first } : { baseline: first, candidate: second };
}

/** The choices of a comparison, the defaults filled in. */
export function compareView({ compare }: Pick<ViewState, 'compare'>): CompareView {
  return { ...DEFAULT_COMPARE_VIEW, ...compare };
}

/** What is as by default is left out, so that a link holds choices and nothing else. Nothing happens to a single profile. */
export function withCompare(view: ViewState, change: Partial<CompareView>): ViewState {
  if (view.compare === null) return view;
  const compare: Partial<CompareView> = { ...view.compare, ...change };
  for (const key of Object.keys(compare) as (keyof CompareView)[]) {
    const isEmpty = key === 'focus' && compare.focus?.length === 0;
    if (isEmpty || compare[key] === DEFAULT_COMPARE_VIEW[key]) delete compare[key];
  }
  return { ...view, compare };
}

/** The sides change places; what the curves are laid on each other by, and so the visible range, stays. */
export function withSwapped(view: ViewState): ViewState {
  return withCompare(view, { swapped: !compareView(view).swapped });
}

/** The comparison takes the screen; each side keeps the profile that it is of, for when the other is closed. */
export function withComparison(state: AppState, sides: ComparedSides): AppState {
  return {
    ...state,
    status: 'open',
    progress: null,
    refusals: [],
    drawn: false,
    notice: null,
    showsMessages: false,
    profile: null,
    linked: null,
    third: null,
    comparison: { generation: (state.comparison?.generation ?? 0) + 1, sides },
    view: { ...INITIAL_VIEW_STATE, theme: state.view.theme, compare: {} },
  };
}

/** Another profile in the place of one side; which of them is the baseline stays. */
export function withSideReplaced(state: AppState, at: SideIndex, side: ComparedSide): AppState {
  const { comparison, view } = state;
  if (comparison === null) return state;
  const [first, second] = comparison.sides;
  const replaced = withComparison(state, at === 0 ? [side, second] : [first, side]);
  return { ...replaced, view: withCompare(replaced.view, { swapped: compareView(view).swapped }) };
}

/** A side's profile alone, as if the other had never been opened. */
export function withProfileAlone(state: AppState, profile: NonNullable<ComparedSide['profile']>): AppState {
  const view: ViewState = { ...INITIAL_VIEW_STATE, theme: state.view.theme };
  return { ...state, comparison: null, linked: null, profile: { ...profile, generation: 1 }, drawn: false, view };
}

/** What becomes of a side whose worker has died. */
export function withSideFault(state: AppState, at: SideIndex, fault: string): AppState {
  const { comparison } = state;
  if (comparison === null) return state;
  const mark = (side: ComparedSide, index: number): ComparedSide => (index === at ? { ...side, fault } : side);
  const sides: ComparedSides = [mark(comparison.sides[0], 0), mark(comparison.sides[1], 1)];
  return { ...state, comparison: { ...comparison, sides } };
}
