/** Changing what of the capture is visible, for every picture that follows the shown range. */

import type { Picoseconds } from '../../model/units.ts';
import type { TimeRange } from '../../model/view-state.ts';
import { shownAllocator, shownRange, wholeCapture } from '../../state/app-state.ts';
import type { AppStore } from '../../state/store.ts';

export interface VisibleRange {
  range: TimeRange;
  /** The bounds of every range. */
  whole: TimeRange;
  /** The peak where nobody has moved it. */
  cursor: Picoseconds;
}

/** Shows the range that `change` makes of the visible one. Giving that one back changes nothing. */
export function changeRange(store: AppStore, change: (visible: VisibleRange) => TimeRange): void {
  const { view, ...state } = store.getState();
  const shown = shownAllocator({ ...state, view });
  if (shown === null) return;
  const { summary } = shown;
  const range = shownRange(view, summary);
  const cursor = view.cursor ?? summary.peak.time;
  const changed = change({ range, whole: wholeCapture(summary), cursor });
  if (changed !== range) state.setRange(changed);
}
