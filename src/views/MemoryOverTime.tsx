import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { AllocatorSummary } from '../model/summary.ts';
import { SharedFrame } from './canvas/shared-frame.ts';
import { useSession } from './common/session.ts';
import { LanesPanel } from './lanes/LanesPanel.tsx';
import { LowerViews } from './LowerViews.tsx';
import { Timeline } from './timeline/Timeline.tsx';
import { WindowLoader } from './timeline/window-loader.ts';

/** The curve of one allocator, and under it the views that say what it is made of. */
export function MemoryOverTime({ allocator }: { allocator: AllocatorSummary }): ReactNode {
  const session = useSession();
  const [loader] = useState(() => new WindowLoader((ask) => session.ask('window', ask)));
  const [shared] = useState(() => new SharedFrame());
  useEffect(() => () => loader.close(), [loader]);
  return (
    <div className="memory-over-time">
      <div className="over-time">
        <Timeline allocator={allocator} loader={loader} shared={shared} />
        <LanesPanel shared={shared} />
      </div>
      <LowerViews allocator={allocator} loader={loader} />
    </div>
  );
}
