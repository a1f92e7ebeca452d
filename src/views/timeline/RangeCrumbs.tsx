import type { ReactNode } from 'react';
import { formatDuration, formatTime } from '../../model/format.ts';
import type { TimeRange, ViewState } from '../../model/view-state.ts';
import { crumbsOf } from '../../state/range-state.ts';
import type { AppState } from '../../state/app-state.ts';
import { useAppState } from '../../state/store.ts';
import { useThrottledState } from '../common/use-throttled-state.ts';

/** `whole capture › 20.9 to 22.1 s › 21.4 to 21.5 s`: what is visible, and the way back. */
export function RangeCrumbs(): ReactNode {
  const { range, trail } = useThrottledState(viewOf);
  const setRange = useAppState((state) => state.setRange);
  const goBackTo = useAppState((state) => state.goBackTo);
  if (range === null) return <span className="crumbs">whole capture</span>;
  const length = formatDuration(range.to - range.from);
  return (
    <span className="crumbs">
      <button type="button" className="link" title="Back to the whole capture" onClick={() => setRange(null)}>
        whole<span className="if-roomy"> capture</span>
      </button>
      {crumbsOf({ range, trail }).map((earlier, index) => (
        <span key={`${String(index)} ${String(earlier.from)}`} className="crumbs-earlier">
          {' › '}
          <button
            type="button"
            className="link"
            title={`Back to ${rangeText(earlier)}`}
            onClick={() => goBackTo(index)}
          >
            {rangeText(earlier)}
          </button>
        </span>
      ))}
      <span className="crumbs-now" title={`${rangeText(range)}: ${length}`}>
        <span className="crumbs-text">
          {` › ${rangeText(range)}`}
          <span className="if-roomy"> ({length})</span>
        </span>
      </span>
    </span>
  );
}

function viewOf({ view }: AppState): ViewState {
  return view;
}

function rangeText({ from, to }: TimeRange): string {
  const resolution = (to - from) / 1000;
  return `${formatTime(from, resolution, to)} to ${formatTime(to, resolution)}`;
}
