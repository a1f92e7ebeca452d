import { useRef } from 'react';
import type { ReactNode } from 'react';
import { formatAllocator } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import type { SharedFrame } from '../canvas/shared-frame.ts';
import type { TimelineChart } from './chart.ts';
import { RangeCrumbs } from './RangeCrumbs.tsx';
import { SavePicture } from './SavePicture.tsx';
import { TimelineCanvas } from './TimelineCanvas.tsx';
import { TimelineKeys } from './TimelineKeys.tsx';
import type { WindowLoader } from './window-loader.ts';
import { ZoomButton } from './ZoomButton.tsx';

interface Props {
  allocator: AllocatorSummary;
  loader: WindowLoader;
  /** Told where the curve lies. */
  shared: SharedFrame;
}

/** Memory over time for one allocator: the curve and its controls. */
export function Timeline({ allocator, loader, shared }: Props): ReactNode {
  const chart = useRef<TimelineChart | null>(null);
  const name = formatAllocator(allocator.allocator);
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
        <SavePicture chart={chart} allocatorName={name} />
        <TimelineKeys />
      </div>
      <TimelineCanvas allocatorName={name} loader={loader} chart={chart} shared={shared} />
    </section>
  );
}
