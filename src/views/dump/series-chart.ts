/**
 * The painter of a series: two canvases (the steps; what moves over them), one picture a frame. Hover lives here and
 * nowhere else; a dump that is chosen is said to `onChoose`.
 */

import type { SeriesHighlight, SeriesShows } from '../../layout/series.ts';
import { drawnValues, layoutSeries, peakOf, seriesTotals } from '../../layout/series.ts';
import type { SeriesFrame } from '../../layout/series-frame.ts';
import { pointAt } from '../../layout/series-frame.ts';
import { layoutSeriesOverlay } from '../../layout/series-overlay.ts';
import type { SampleTypeIndex, SeriesSummary } from '../../model/snapshot.ts';
import type { SurfaceChart, SurfaceElements } from '../canvas/ChartSurface.tsx';
import { FrameScheduler } from '../canvas/frames.ts';
import { CanvasLayer } from '../canvas/layer.ts';
import { readPalette } from '../canvas/palette.ts';
import { canvasMeasurer } from '../canvas/painter.ts';
import { listenToKeys, setText, SurfaceWatch } from '../canvas/surface.ts';
import { describePoint } from './dump-words.ts';

export interface SeriesPicture {
  series: SeriesSummary;
  type: SampleTypeIndex;
  shows: SeriesShows;
  highlight: SeriesHighlight | null;
  /** The place of the dump that was chosen: keys go on from it. */
  shown: number;
}

export interface SeriesEvents {
  onChoose: (point: number) => void;
  /** After every picture. */
  onDrawn: () => void;
}

export class SeriesChart implements SurfaceChart<SeriesPicture, SeriesEvents> {
  events: SeriesEvents;
  private readonly elements: SurfaceElements;
  private readonly base: CanvasLayer;
  private readonly overlay: CanvasLayer;
  private readonly measure = canvasMeasurer();
  private readonly frames = new FrameScheduler(() => this.draw());
  private readonly listeners = new AbortController();
  private readonly watch: SurfaceWatch;
  private palette = readPalette();
  private picture: SeriesPicture | null = null;
  private frame: SeriesFrame | null = null;
  private values: readonly number[] = [];
  private hover = -1;
  private baseIsStale = true;

  constructor(elements: SurfaceElements, events: SeriesEvents) {
    this.elements = elements;
    this.events = events;
    this.base = new CanvasLayer(elements.base, { opaque: true });
    this.overlay = new CanvasLayer(elements.overlay);
    this.watch = new SurfaceWatch(elements.surface, () => this.redraw(), () => {
      this.palette = readPalette();
      this.redraw();
    });
    this.listen();
  }

  dispose(): void {
    this.frames.cancel();
    this.listeners.abort();
    this.watch.stop();
  }

  show(picture: SeriesPicture): void {
    this.picture = picture;
    this.values = drawnValues(seriesTotals(picture.series, picture.type), picture.shows);
    this.redraw();
  }

  private listen(): void {
    const { surface } = this.elements;
    const { signal } = this.listeners;
    surface.addEventListener('pointermove', (event) => this.setHover(this.pointUnder(event)), { signal });
    surface.addEventListener('pointerleave', () => this.setHover(-1), { signal });
    surface.addEventListener('click', (event) => this.choose(this.pointUnder(event)), { signal });
    listenToKeys(surface, (key) => this.runKey(key), signal);
  }

  /** False where the key means nothing here. */
  private runKey(key: string): boolean {
    if (this.picture === null) return false;
    const { shown } = this.picture;
    const last = this.values.length - 1;
    const page = Math.max(1, Math.round(this.values.length / 10));
    const targets: Record<string, number | undefined> = {
      ArrowRight: shown + 1,
      ArrowUp: shown + 1,
      ArrowLeft: shown - 1,
      ArrowDown: shown - 1,
      PageUp: shown + page,
      PageDown: shown - page,
      Home: 0,
      End: last,
      p: peakOf(this.values),
    };
    const target = targets[key];
    if (target === undefined) return false;
    this.choose(Math.min(Math.max(target, 0), last));
    return true;
  }

  private choose(point: number): void {
    if (point >= 0 && point !== this.picture?.shown) this.events.onChoose(point);
  }

  private pointUnder(event: MouseEvent): number {
    if (this.frame === null) return -1;
    return pointAt(this.frame, event.clientX - this.elements.surface.getBoundingClientRect().left);
  }

  private setHover(point: number): void {
    if (point === this.hover) return;
    this.hover = point;
    this.frames.request();
  }

  private redraw(): void {
    this.baseIsStale = true;
    this.frames.request();
  }

  private draw(): void {
    const { picture, values } = this;
    const { width, height } = this.watch.size();
    if (picture === null || width === 0 || height === 0) return;
    if (this.baseIsStale || this.frame === null) {
      const { list, frame } = layoutSeries({ ...picture, width, height, measure: this.measure });
      this.base.paint(list, this.palette, devicePixelRatio);
      this.frame = frame;
      this.baseIsStale = false;
      setText(this.elements.description, list.title);
    }
    const { shown } = picture;
    const hover = this.hover < values.length ? this.hover : -1;
    const list = layoutSeriesOverlay({ frame: this.frame, values, width, height, shown, hover });
    this.overlay.paint(list, this.palette, devicePixelRatio);
    this.describe(picture, hover >= 0 ? hover : shown);
    this.events.onDrawn();
  }

  private describe({ series, type, shown }: SeriesPicture, read: number): void {
    const { surface, readout } = this.elements;
    setText(readout, describePoint(series, type, read));
    surface.setAttribute('aria-valuemax', String(this.values.length));
    surface.setAttribute('aria-valuenow', String(shown + 1));
    surface.setAttribute('aria-valuetext', describePoint(series, type, shown));
  }
}
