/** What the flame view asks for, as the timeline stands: its cursor is the moment, its visible range the range. */

import type { FlameQuery } from '../../model/flame.ts';
import type { AllocatorIndex } from '../../model/units.ts';
import { shownWhat } from '../../state/allocation-state.ts';
import type { AppState } from '../../state/app-state.ts';
import { shownAllocator } from '../../state/app-state.ts';
import { flameView } from '../../state/flame-state.ts';

export interface FlameAsk {
  allocator: AllocatorIndex;
  query: FlameQuery;
  /** The moment is the window peak: nobody has moved the cursor. */
  isWindowPeak: boolean;
}

/** Null where no allocator is shown. */
export function flameAsk(state: AppState): FlameAsk | null {
  const shown = shownAllocator(state);
  if (shown === null) return null;
  const { what: kind, grouping, width, foldsInternals } = flameView(state.view);
  const what = shownWhat(state, kind);
  if (what === null) return null;
  const isWindowPeak = kind === 'alive' && state.view.cursor === null;
  return { allocator: shown.index, query: { what, grouping, width, foldsInternals }, isWindowPeak };
}

export function sameAsk(a: FlameAsk, b: FlameAsk): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
