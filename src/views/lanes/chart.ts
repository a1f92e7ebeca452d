/** The lanes' painter: follows the curve's frame, the cursor and the loaded lanes; one picture a frame. */

import { CanvasLayer } from '../canvas/layer.ts';
import { FrameScheduler } from '../canvas/frames.ts';
import { readPalette } from '../canvas/palette.ts';
import { canvasMeasurer } from '../canvas/painter.ts';
import type { SharedFrame } from '../canvas/shared-frame.ts';
import { watchSurface } from '../canvas/surface.ts';
import { describeMark, hitAt, layoutLanes } from '../../layout/lanes.ts';
import type { LaneHit, LanesLayout } from '../../layout/lanes.ts';
import { timePerPixel } from '../../layout/plot-frame.ts';
import type { PlotFrame } from '../../layout/plot-frame.ts';
import type { TextMeasurer } from '../../layout/display-list.ts';
import type { CssPixels, Picoseconds } from '../../model/units.ts';
import { shownAllocator } from '../../state/app-state.ts';
import type { AppStore } from '../../state/store.ts';
import type { LanesLoader } from './lanes-loader.ts';

export interface LanesElements {
  canvas: HTMLCanvasElement;
  /** What is under the pointer, in words. */
  readout: HTMLElement;
}

export class LanesChart {
  private readonly elements: LanesElements;
  private readonly store: AppStore;
  private readonly loader: LanesLoader;
  private readonly shared: SharedFrame;
  private readonly layer: CanvasLayer;
  private readonly measure = canvasMeasurer();
  private readonly frames = new FrameScheduler(() => this.draw());
  private readonly undo: (() => void)[];
  private palette = readPalette();
  private hits: LaneHit[] = [];

  constructor(elements: LanesElements, store: AppStore, loader: LanesLoader, shared: SharedFrame) {
    this.elements = elements;
    this.store = store;
    this.loader = loader;
    this.shared = shared;
    this.layer = new CanvasLayer(elements.canvas, { opaque: true });
    const request = (): void => this.frames.request();
    const unwatch = watchSurface(elements.canvas, request, () => {
      this.palette = readPalette();
      request();
    });
    const listeners = new AbortController();
    const { signal } = listeners;
    elements.canvas.addEventListener('pointermove', (event) => this.hover(event), { signal });
    elements.canvas.addEventListener('pointerleave', () => this.say(''), { signal });
    elements.canvas.addEventListener('click', (event) => this.choose(event), { signal });
    this.undo = [
      unwatch,
      () => listeners.abort(),
      store.subscribe(({ view }, before) => {
        if (view.cursor !== before.view.cursor) request();
      }),
      shared.subscribe(request),
      loader.subscribe(request),
      () => (shared.drawBelow = () => null),
    ];
    shared.drawBelow = (frame, width, measure) => {
      // The curve has no cursor in a picture where none was set.
      const { cursor } = this.store.getState().view;
      return this.layout(frame, width, measure, cursor ?? NaN)?.list ?? null;
    };
    request();
  }

  dispose(): void {
    this.frames.cancel();
    for (const undo of this.undo) undo();
  }

  private draw(): void {
    const frame = this.shared.current();
    const width = this.elements.canvas.clientWidth;
    const shown = shownAllocator(this.store.getState());
    if (frame === null || width === 0 || shown === null) return;
    const cursor = this.store.getState().view.cursor ?? shown.summary.peak.time;
    const layout = this.layout(frame, width, this.measure, cursor);
    if (layout === null) return;
    this.hits = layout.hits;
    this.layer.paint(layout.list, this.palette, devicePixelRatio);
  }

  private layout(
    frame: PlotFrame,
    width: CssPixels,
    measure: TextMeasurer,
    cursor: Picoseconds,
  ): LanesLayout | null {
    const lanes = this.loader.current();
    return lanes === null ? null : layoutLanes({ lanes, frame, width, cursor, measure });
  }

  private hover(event: MouseEvent): void {
    const mark = hitAt(this.hits, ...this.placeOf(event));
    const frame = this.shared.current();
    const end = shownAllocator(this.store.getState())?.summary.curves.end;
    this.say(mark === null || frame === null ? '' : describeMark(mark, timePerPixel(frame), end ?? mark.end));
  }

  /** A click goes to where the mark begins. */
  private choose(event: MouseEvent): void {
    const mark = hitAt(this.hits, ...this.placeOf(event));
    if (mark !== null) this.store.getState().setCursor(mark.start);
  }

  private placeOf(event: MouseEvent): [x: CssPixels, y: CssPixels] {
    const box = this.elements.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private say(text: string): void {
    if (this.elements.readout.textContent !== text) this.elements.readout.textContent = text;
  }
}
