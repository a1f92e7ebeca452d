import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { CurveSource } from '../../layout/readings.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import { useAppState } from '../../state/store.ts';
import { MomentsTable } from './MomentsTable.tsx';
import { StepsTable } from './StepsTable.tsx';
import type { WindowLoader } from '../canvas/window-loader.ts';

/** What the curve shows, as tables. */
export function TimelineTables({ allocator, loader }: { allocator: AllocatorSummary; loader: WindowLoader }): ReactNode {
  const window = useSyncExternalStore(loader.subscribe, loader.current);
  const cursor = useAppState((state) => state.view.cursor);
  const source: CurveSource = { curves: allocator.curves, peak: allocator.peak, window };
  return (
    <div className="timeline-tables">
      <MomentsTable allocator={allocator} source={source} cursor={cursor} />
      <StepsTable source={source} cursor={cursor ?? allocator.peak.time} />
    </div>
  );
}
