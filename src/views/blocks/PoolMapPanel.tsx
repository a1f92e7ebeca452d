import { useId, useLayoutEffect, useMemo, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { colorsAsGiven } from '../../layout/allocation-groups.ts';
import type { GivenColors } from '../../layout/allocation-groups.ts';
import { layoutPoolMap } from '../../layout/pool-map.ts';
import type { DisplayList, TextMeasurer } from '../../layout/display-list.ts';
import { formatAllocator } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import type { BlockColoring } from '../../model/view-state.ts';
import type { CssPixels } from '../../model/units.ts';
import type { FigureContent, FigureLegend } from '../../share/figure.ts';
import { shownMoment } from '../../state/allocation-state.ts';
import { shownAllocator } from '../../state/app-state.ts';
import { appStore, useAppState } from '../../state/store.ts';
import { SavePicture } from '../common/SavePicture.tsx';
import { useAnswer } from '../common/use-answer.ts';
import { poolSentences } from './blocks-words.ts';
import { PoolChart } from './pool-chart.ts';
import type { PoolPicture } from './pool-chart.ts';

interface Props {
  allocator: AllocatorSummary;
  coloring: BlockColoring;
  /** The blocks' colours. */
  given: GivenColors;
  /** What they stand for. */
  legend: readonly FigureLegend[];
  readout: RefObject<HTMLElement | null>;
}

const FIGURE_HEIGHT: CssPixels = 260;

/** What lies at which address at the cursor, for allocators that give addresses. */
export function PoolMapPanel({ allocator, coloring, given, legend, readout }: Props): ReactNode {
  const cursor = useAppState((state) => state.view.cursor);
  const index = useAppState((state) => shownAllocator(state)?.index ?? -1);
  const ask = useMemo(() => {
    // The moment is made of the cursor and the allocator, which are all that it depends on.
    const moment =
      index < 0 ? null : shownMoment({ ...appStore.getState(), view: { ...appStore.getState().view, cursor } });
    return moment === null ? null : { allocator: index, moment };
  }, [cursor, index]);
  const { answer: map } = useAnswer('poolMap', ask);
  const { end } = allocator.curves;
  const picture = useMemo((): PoolPicture | null => {
    if (map === null || !map.hasAddresses || map.allocations.length === 0) return null;
    return { map, colors: colorsAsGiven(map.allocations, map.origins, coloring, given), end };
  }, [map, coloring, given, end]);
  const titleId = useId();
  const name = formatAllocator(allocator.allocator);
  const figure = (): FigureContent | null => {
    if (map === null || picture === null) return null;
    const draw = (width: CssPixels, measure: TextMeasurer): DisplayList[] => [
      layoutPoolMap({ ...picture, width, height: FIGURE_HEIGHT, measure }).list,
    ];
    const colors = new Set(picture.colors);
    return {
      title: `Pool map by address: ${name}`,
      notes: poolSentences(map, cursor === null, end),
      legend: legend.filter(({ fill }) => colors.has(fill)),
      draw,
    };
  };
  if (map === null) return <div className="pool-map" aria-busy="true" />;
  return (
    <section className="pool-map" aria-labelledby={titleId}>
      <p className="pool-map-text">
        <strong id={titleId}>Pool map</strong> {poolSentences(map, cursor === null, end).join(' ')}
      </p>
      {picture !== null && <SavePicture name={`pool-map-${name}`} content={figure} />}
      {picture !== null && <PoolCanvas picture={picture} readout={readout} />}
    </section>
  );
}

function PoolCanvas({ picture, readout }: { picture: PoolPicture; readout: RefObject<HTMLElement | null> }): ReactNode {
  const id = useId();
  const surface = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const item = useRef<HTMLDivElement>(null);
  const chart = useRef<PoolChart | null>(null);
  useLayoutEffect(() => {
    const [list, picture2d, option, line] = [surface.current, canvas.current, item.current, readout.current];
    if (list === null || picture2d === null || option === null || line === null) return undefined;
    const painter = new PoolChart({ surface: list, canvas: picture2d, item: option, readout: line }, appStore);
    chart.current = painter;
    return () => {
      painter.dispose();
      chart.current = null;
    };
  }, [readout]);
  useLayoutEffect(() => chart.current?.show(picture), [picture]);
  return (
    <div
      ref={surface}
      id={id}
      className="pool-surface"
      role="listbox"
      tabIndex={0}
      aria-label="Allocations by address. Arrows go from one to the next."
    >
      <div ref={item} className="visually-hidden" role="option" aria-label="nothing selected" aria-selected={false} />
      <canvas ref={canvas} className="blocks-layer" aria-hidden="true" />
    </div>
  );
}
