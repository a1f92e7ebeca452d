import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { appStore } from '../../state/store.ts';
import type { SharedFrame } from '../canvas/shared-frame.ts';
import { TimelineChart } from './chart.ts';
import type { WindowLoader } from '../canvas/window-loader.ts';
import type { XprofLoader } from './xprof-loader.ts';

interface Props {
  allocatorName: string;
  loader: WindowLoader;
  xprof: XprofLoader;
  shared: SharedFrame;
  /** Set while the chart is on the page, for the buttons beside it. */
  chart: RefObject<TimelineChart | null>;
}

/** The two canvases. React only places them; `TimelineChart` paints them and writes the slider's value. */
export function TimelineCanvas({ allocatorName, loader, xprof, chart, shared }: Props): ReactNode {
  const surface = useRef<HTMLDivElement>(null);
  const curve = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const readout = useRef<HTMLParagraphElement>(null);
  const description = useRef<HTMLParagraphElement>(null);
  const descriptionId = useId();

  useLayoutEffect(() => {
    const elements = {
      surface: surface.current,
      curve: curve.current,
      overlay: overlay.current,
      readout: readout.current,
      description: description.current,
    };
    if (!allPresent(elements)) return undefined;
    const painter = new TimelineChart(elements, appStore, { loader, xprof, shared });
    chart.current = painter;
    return () => {
      painter.dispose();
      chart.current = null;
    };
  }, [chart, loader, xprof, shared]);

  return (
    <>
      <p ref={readout} className="readout" />
      <div
        ref={surface}
        id="timeline-surface"
        className="timeline-surface"
        role="slider"
        tabIndex={0}
        aria-label={`Moment in the memory of ${allocatorName}`}
        aria-describedby={descriptionId}
        aria-orientation="horizontal"
        aria-valuenow={0}
      >
        <canvas ref={curve} className="timeline-layer" />
        <canvas ref={overlay} className="timeline-layer" />
      </div>
      <p ref={description} id={descriptionId} className="visually-hidden" />
    </>
  );
}

function allPresent<T extends Record<string, unknown>>(elements: T): elements is { [K in keyof T]: NonNullable<T[K]> } {
  return Object.values(elements).every((element) => element !== null);
}
