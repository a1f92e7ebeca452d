import type { ReactNode } from 'react';
import { formatDuration, formatTime } from '../../model/format.ts';
import { useAppState } from '../../state/store.ts';

/** `whole capture › 20.9 to 22.1 s`: what is visible, and the way back. */
export function RangeCrumbs(): ReactNode {
  const range = useAppState((state) => state.view.range);
  const setRange = useAppState((state) => state.setRange);
  if (range === null) return <span className="crumbs">whole capture</span>;
  const resolution = (range.to - range.from) / 1000;
  return (
    <span className="crumbs">
      <button type="button" className="link" onClick={() => setRange(null)}>
        whole capture
      </button>
      {` › ${formatTime(range.from, resolution, range.to)} to ${formatTime(range.to, resolution)} `}
      <span className="crumbs-length">({formatDuration(range.to - range.from)})</span>
    </span>
  );
}
