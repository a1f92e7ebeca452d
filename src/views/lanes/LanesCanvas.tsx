import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { lanesHeight } from '../../layout/lanes.ts';
import { formatQuantity } from '../../model/format.ts';
import type { Lanes } from '../../model/lanes.ts';
import { appStore } from '../../state/store.ts';
import type { SharedFrame } from '../canvas/shared-frame.ts';
import { LanesChart } from './chart.ts';
import type { LanesLoader } from './lanes-loader.ts';

interface Props {
  lanes: Lanes;
  loader: LanesLoader;
  shared: SharedFrame;
}

/** The canvas of the lanes; the table beside it says the same in words. */
export function LanesCanvas({ lanes, loader, shared }: Props): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const cursor = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (canvas.current === null || cursor.current === null || readout.current === null) return undefined;
    const elements = { canvas: canvas.current, cursor: cursor.current, readout: readout.current };
    const chart = new LanesChart(elements, appStore, loader, shared);
    return () => chart.dispose();
  }, [loader, shared]);
  const counts = lanes.lanes.map(({ kind, total }) => `${formatQuantity(total, 'mark')} in ${kind}`);
  return (
    <div className="lanes-picture">
      <canvas
        ref={canvas}
        className="lanes-canvas"
        style={{ height: lanesHeight(lanes) }}
        role="img"
        aria-label={`Lanes on the time axis of the curve: ${counts.join(', ')}. The table lists the longest.`}
      />
      <div ref={cursor} className="lanes-cursor" aria-hidden="true" />
      <p ref={readout} className="lanes-readout" />
    </div>
  );
}
