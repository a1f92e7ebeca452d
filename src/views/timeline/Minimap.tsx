import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { formatAllocator } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import { appStore } from '../../state/store.ts';
import type { SharedFrame } from '../canvas/shared-frame.ts';
import { MinimapChart } from './minimap-chart.ts';

interface Props {
  allocator: AllocatorSummary;
  shared: SharedFrame;
}

/** The whole capture with the visible range as a window on it. */
export function Minimap({ allocator, shared }: Props): ReactNode {
  const surface = useRef<HTMLDivElement>(null);
  const curve = useRef<HTMLCanvasElement>(null);
  const window = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (surface.current === null || curve.current === null || window.current === null) return undefined;
    const canvases = { curve: curve.current, window: window.current };
    const chart = new MinimapChart(surface.current, canvases, appStore, shared);
    return () => chart.dispose();
  }, [shared]);
  return (
    <div
      ref={surface}
      className="minimap"
      role="scrollbar"
      aria-controls="timeline-surface"
      aria-orientation="horizontal"
      tabIndex={0}
      aria-label={`Visible range of ${formatAllocator(allocator.allocator)}`}
      aria-valuenow={0}
      title="The whole capture. Drag the window or its edges; with the keyboard: arrows, + and −, 0 for all."
    >
      <canvas ref={curve} className="timeline-layer" />
      <canvas ref={window} className="timeline-layer" />
    </div>
  );
}
