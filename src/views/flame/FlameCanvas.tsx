import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { FlameChart } from './chart.ts';
import type { FlameCommands, FlamePicture } from './chart.ts';

interface Props {
  /** What the picture is of, for screen readers. */
  label: string;
  picture: FlamePicture;
  commands: FlameCommands;
  readout: RefObject<HTMLElement | null>;
  /** Set while the chart is on the page, for the search beside it. */
  chart: RefObject<FlameChart | null>;
}

/** The two canvases. React only places them; `FlameChart` paints them and writes the tree item. */
export function FlameCanvas({ label, picture, commands, readout, chart }: Props): ReactNode {
  const id = useId();
  const surface = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const layers = useRef<HTMLDivElement>(null);
  const boxes = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const item = useRef<HTMLDivElement>(null);
  const latest = useRef(commands);

  useLayoutEffect(() => {
    const elements = {
      surface: surface.current,
      content: content.current,
      layers: layers.current,
      boxes: boxes.current,
      overlay: overlay.current,
      item: item.current,
      readout: readout.current,
    };
    if (!allPresent(elements)) return undefined;
    const painter = new FlameChart(elements, latest.current);
    chart.current = painter;
    return () => {
      painter.dispose();
      chart.current = null;
    };
  }, [chart, readout]);

  useLayoutEffect(() => {
    latest.current = commands;
    if (chart.current === null) return;
    chart.current.commands = commands;
    chart.current.show(picture);
  }, [chart, picture, commands]);

  return (
    <div ref={surface} id={id} className="flame-surface" role="tree" tabIndex={0} aria-label={label}>
      <div
        ref={item}
        className="visually-hidden"
        role="treeitem"
        aria-label="Everything"
        aria-selected={false}
        tabIndex={-1}
      />
      <div ref={content} className="flame-content" role="presentation">
        <div ref={layers} className="flame-layers" aria-hidden="true">
          <canvas ref={boxes} className="flame-layer" />
          <canvas ref={overlay} className="flame-layer" />
        </div>
      </div>
    </div>
  );
}

function allPresent<T extends Record<string, unknown>>(elements: T): elements is { [K in keyof T]: NonNullable<T[K]> } {
  return Object.values(elements).every((element) => element !== null);
}
