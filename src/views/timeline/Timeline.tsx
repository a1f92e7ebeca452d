import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { CurveSource } from '../../layout/readings.ts';
import { formatAllocator } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import { useAppState } from '../../state/store.ts';
import { useSession } from '../common/session.ts';
import type { TimelineChart } from './chart.ts';
import { KeyHelp } from './KeyHelp.tsx';
import { MomentsTable } from './MomentsTable.tsx';
import { RangeCrumbs } from './RangeCrumbs.tsx';
import { StepsTable } from './StepsTable.tsx';
import { TimelineCanvas } from './TimelineCanvas.tsx';
import { WindowLoader } from './window-loader.ts';
import { ZoomButton } from './ZoomButton.tsx';

/** Memory over time for one allocator: the curve, its controls, and the same numbers as tables. */
export function Timeline({ allocator }: { allocator: AllocatorSummary }): ReactNode {
  const session = useSession();
  const [loader] = useState(() => new WindowLoader((ask) => session.ask('window', ask)));
  const chart = useRef<TimelineChart | null>(null);
  const window = useSyncExternalStore(loader.subscribe, loader.current);
  const cursor = useAppState((state) => state.view.cursor);
  useEffect(() => () => loader.close(), [loader]);

  const name = formatAllocator(allocator.allocator);
  const source: CurveSource = { curves: allocator.curves, peak: allocator.peak, window };
  return (
    <section className="timeline" aria-labelledby="timeline-title">
      <div className="bar">
        <h2 id="timeline-title">Memory in use</h2>
        <span className="bar-allocator">{name}</span>
        <RangeCrumbs />
        <span className="bar-space" />
        <button type="button" className="button small" onClick={() => chart.current?.moveCursor('peak')}>
          Jump to peak <kbd>p</kbd>
        </button>
        <ZoomButton label="Closer" sign="+" onClick={() => chart.current?.zoom(0.5, null)} />
        <ZoomButton label="Further" sign="−" onClick={() => chart.current?.zoom(2, null)} />
        <KeyHelp />
      </div>
      <TimelineCanvas allocatorName={name} loader={loader} chart={chart} />
      <div className="timeline-tables">
        <MomentsTable allocator={allocator} source={source} cursor={cursor} />
        <StepsTable source={source} cursor={cursor ?? allocator.peak.time} />
      </div>
    </section>
  );
}
