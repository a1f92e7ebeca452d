import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** What a chart paints on and writes to. */
export interface SurfaceElements {
  /** Takes the focus, the pointer and the keys; a slider whose value is what is read. */
  surface: HTMLElement;
  base: HTMLCanvasElement;
  /** What moves over it. */
  overlay: HTMLCanvasElement;
  readout: HTMLElement;
  /** The picture in words. */
  description: HTMLElement;
}

export interface SurfaceChart<Picture, Events> {
  /** Set anew with every render: they close over what is shown. */
  events: Events;
  show(picture: Picture): void;
  dispose(): void;
}

interface Props<Picture, Events> {
  chart: new (elements: SurfaceElements, events: Events) => SurfaceChart<Picture, Events>;
  /** Null while there is nothing to draw. */
  picture: Picture | null;
  events: Events;
  /** Of the slider. */
  label: string;
  /** Where it counts something; a chart of moments writes both itself. */
  least?: number;
  now?: number;
  readoutClass?: string;
}

/** A chart of two canvases over each other. React only places them; the chart paints them and writes the slider's value. */
export function ChartSurface<Picture, Events>(props: Props<Picture, Events>): ReactNode {
  const { chart: Chart, picture, events, label, least, now = 0, readoutClass = 'readout' } = props;
  const surface = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const readout = useRef<HTMLParagraphElement>(null);
  const description = useRef<HTMLParagraphElement>(null);
  const descriptionId = useId();
  const painter = useRef<SurfaceChart<Picture, Events> | null>(null);

  const latest = useRef(events);
  useLayoutEffect(() => {
    if (!surface.current || !base.current || !overlay.current || !readout.current || !description.current) {
      return undefined;
    }
    const elements = {
      surface: surface.current,
      base: base.current,
      overlay: overlay.current,
      readout: readout.current,
      description: description.current,
    };
    const made = new Chart(elements, latest.current);
    painter.current = made;
    return () => {
      made.dispose();
      painter.current = null;
    };
  }, [Chart]);
  useLayoutEffect(() => {
    latest.current = events;
    if (painter.current === null || picture === null) return;
    painter.current.events = events;
    painter.current.show(picture);
  }, [picture, events]);

  return (
    <>
      <p ref={readout} className={readoutClass} />
      <div
        ref={surface}
        className="timeline-surface"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={descriptionId}
        aria-orientation="horizontal"
        aria-valuemin={least}
        aria-valuenow={now}
      >
        <canvas ref={base} className="timeline-layer" />
        <canvas ref={overlay} className="timeline-layer" />
      </div>
      <p ref={description} id={descriptionId} className="visually-hidden" />
    </>
  );
}
