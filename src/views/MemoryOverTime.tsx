import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { AllocatorSummary, Summary } from '../model/summary.ts';
import { isSummaryOnly } from '../state/linked-state.ts';
import { useAppState } from '../state/store.ts';
import { SharedFrame } from './canvas/shared-frame.ts';
import { useSession } from './common/session.ts';
import { DeviceRows } from './devices/DeviceRows.tsx';
import { TotalView } from './devices/TotalView.tsx';
import { earlierPeakText } from './facts/facts-of.ts';
import { LanesPanel } from './lanes/LanesPanel.tsx';
import { LowerViews } from './LowerViews.tsx';
import { Timeline } from './timeline/Timeline.tsx';
import { WindowLoader } from './canvas/window-loader.ts';

interface Props {
  summary: Summary;
  /** The one that is shown. */
  allocator: AllocatorSummary;
}

/** The curve of one allocator, and under it the views that say what it is made of; or what all devices hold together. */
export function MemoryOverTime({ summary, allocator }: Props): ReactNode {
  const session = useSession();
  const [loader] = useState(() => new WindowLoader((ask) => session.ask('window', ask)));
  const [shared] = useState(() => new SharedFrame());
  useEffect(() => () => loader.close(), [loader]);
  const { allocators, deviceTotal: total } = summary;
  const devices = useMemo(
    () => allocators.filter(({ allocator: { kind } }) => kind === 'device' || kind === 'tpu'),
    [allocators],
  );
  const earlierPeak = earlierPeakText(allocator);
  const isSummary = useAppState(isSummaryOnly);
  // The curve first: all views in one task would hold up the first picture.
  const isDrawn = useAppState((state) => state.drawn);
  const showsTotal = useAppState((state) => state.view.total) && total !== null;
  return (
    <div className={showsTotal ? 'memory-over-time of-total' : 'memory-over-time'}>
      <div className="over-time">
        {devices.length > 1 && <DeviceRows devices={devices} total={total} shown={allocator} showsTotal={showsTotal} />}
        {!showsTotal && earlierPeak !== null && <p className="earlier-peak">{earlierPeak}</p>}
        {!showsTotal && <Timeline allocator={allocator} loader={loader} shared={shared} />}
        {!showsTotal && !isSummary && <LanesPanel shared={shared} />}
      </div>
      {showsTotal ? (
        <TotalView total={total} devices={devices} />
      ) : isDrawn ? (
        <LowerViews allocator={allocator} loader={loader} shared={shared} />
      ) : (
        <section className="lower" aria-hidden="true" />
      )}
    </div>
  );
}
