import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { appStore } from '../../state/store.ts';
import type { SharedFrame } from '../canvas/shared-frame.ts';
import type { BlocksLoader } from './blocks-loader.ts';
import { BlocksChart } from './chart.ts';
import type { BlocksPicture } from './chart.ts';

interface Props {
  allocatorName: string;
  picture: BlocksPicture;
  /** The first blocks are on their way. */
  isBusy: boolean;
  loader: BlocksLoader;
  shared: SharedFrame;
  readout: RefObject<HTMLElement | null>;
  /** Set while the chart is on the page. */
  chart: RefObject<BlocksChart | null>;
}

/** The two canvases. React only places them; `BlocksChart` paints them and writes the list's item. */
export function BlocksCanvas({ allocatorName, picture, isBusy, loader, shared, readout, chart }: Props): ReactNode {
  const id = useId();
  const descriptionId = useId();
  const surface = useRef<HTMLDivElement>(null);
  const blocks = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const item = useRef<HTMLDivElement>(null);
  const description = useRef<HTMLParagraphElement>(null);

  useLayoutEffect(() => {
    const elements = {
      surface: surface.current,
      blocks: blocks.current,
      overlay: overlay.current,
      item: item.current,
      readout: readout.current,
      description: description.current,
    };
    if (!allPresent(elements)) return undefined;
    const painter = new BlocksChart(elements, appStore, loader, shared);
    chart.current = painter;
    return () => {
      painter.dispose();
      chart.current = null;
    };
  }, [loader, shared, readout, chart]);

  useLayoutEffect(() => chart.current?.show(picture), [chart, picture]);

  return (
    <>
      <div
        ref={surface}
        id={id}
        className="blocks-surface"
        role="listbox"
        tabIndex={0}
        aria-label={`Blocks of ${allocatorName}, in order of start`}
        aria-describedby={descriptionId}
        aria-busy={isBusy}
      >
        <div ref={item} className="visually-hidden" role="option" aria-label="nothing selected" aria-selected={false} />
        <canvas ref={blocks} className="blocks-layer" aria-hidden="true" />
        <canvas ref={overlay} className="blocks-layer" aria-hidden="true" />
      </div>
      <p ref={description} id={descriptionId} className="visually-hidden" />
    </>
  );
}

function allPresent<T extends Record<string, unknown>>(elements: T): elements is { [K in keyof T]: NonNullable<T[K]> } {
  return Object.values(elements).every((element) => element !== null);
}
