import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { formatAllocator } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import { isSummaryOnly } from '../../state/linked-state.ts';
import { useAppState } from '../../state/store.ts';
import type { SharedFrame } from '../canvas/shared-frame.ts';
import { SavePicture } from '../common/SavePicture.tsx';
import { useSession } from '../common/session.ts';
import type { TimelineChart } from './chart.ts';
import { Minimap } from './Minimap.tsx';
import { RangeCrumbs } from './RangeCrumbs.tsx';
import { TimelineCanvas } from './TimelineCanvas.tsx';
import { TimelineKeys } from './TimelineKeys.tsx';
import type { WindowLoader } from '../canvas/window-loader.ts';
import { XprofLoader } from './xprof-loader.ts';
import { XprofNote } from './XprofNote.tsx';
import { ZoomButton } from './ZoomButton.tsx';

interface Props {
  allocator: AllocatorSummary;
  loader: WindowLoader;
  /** Told where the curve lies. */
  shared: SharedFrame;
}

/** Memory over time for one allocator: the curve and its controls. */
export function Timeline({ allocator, loader, shared }: Props): ReactNode {
  const session = useSession();
  const [xprof] = useState(() => new XprofLoader((ask) => session.ask('xprof', ask)));
  const chart = useRef<TimelineChart | null>(null);
  const fitsSizes = useAppState((state) => state.view.fitsSizes);
  // XProf's curve takes every event of the file.
  const isSummary = useAppState(isSummaryOnly);
  const asXprof = useAppState((state) => state.view.asXprof);
  const setAsXprof = useAppState((state) => state.setAsXprof);
  const name = formatAllocator(allocator.allocator);
  return (
    <section className="timeline" aria-labelledby="timeline-title">
      <div className="bar">
        <h2 id="timeline-title">Memory in use</h2>
        <span className="bar-allocator">{name}</span>
        <RangeCrumbs />
        <span className="bar-space" />
        {!isSummary && (
          <label className="bar-check" title="As XProf draws it: at most 1,000 points, joined by straight lines">
            <input type="checkbox" checked={asXprof} onChange={(event) => setAsXprof(event.target.checked)} />
            <span>
              as XProf<span className="if-roomy"> draws it</span>
            </span>
          </label>
        )}
        <button
          type="button"
          className="button small"
          aria-pressed={fitsSizes}
          title="Fit the size axis to the visible range (y)"
          onClick={() => chart.current?.fitSizes()}
        >
          Fit<span className="if-roomy"> sizes</span>
        </button>
        <button
          type="button"
          className="button small"
          title="Jump to the peak (p)"
          onClick={() => chart.current?.moveCursor('peak')}
        >
          <span className="if-roomy">Jump to </span>peak <kbd>p</kbd>
        </button>
        <ZoomButton label="Closer" sign="+" onClick={() => chart.current?.zoom(0.5, null)} />
        <ZoomButton label="Further" sign="−" onClick={() => chart.current?.zoom(2, null)} />
        <SavePicture name={`memory-${name}`} content={() => chart.current?.figure() ?? null} />
        <TimelineKeys />
      </div>
      <XprofNote loader={xprof} />
      <TimelineCanvas allocatorName={name} loader={loader} xprof={xprof} chart={chart} shared={shared} />
      <Minimap allocator={allocator} shared={shared} />
    </section>
  );
}
