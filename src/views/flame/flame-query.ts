/** What the flame view asks for, as the timeline stands: its cursor is the moment, its visible range the range. */

import type { FlameQuery, FlameWhat } from '../../model/flame.ts';
import type { AllocatorIndex } from '../../model/units.ts';
import type { AppState } from '../../state/app-state.ts';
import { shownAllocator, shownRange, wholeCapture } from '../../state/app-state.ts';
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
  const { cursor } = state.view;
  const isWindowPeak = kind === 'alive' && cursor === null;
  let what: FlameWhat;
  if (kind !== 'alive') {
    what = { kind, ...shownRange(state.view, shown.summary) };
  } else if (cursor === null) {
    // By the capture and not by the time of the peak: of several events at that time, the last may be lower. It starts
    // a little earlier so that what was there before the first event is not taken for a peak.
    const { from, to } = wholeCapture(shown.summary);
    what = { kind: 'alive-at-peak', from: from - 1, to };
  } else {
    what = { kind: 'alive', at: cursor };
  }
  return { allocator: shown.index, query: { what, grouping, width, foldsInternals }, isWindowPeak };
}

export function sameAsk(a: FlameAsk, b: FlameAsk): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
