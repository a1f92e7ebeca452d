/**
 * The lanes' painter: follows the curve's frame and the loaded lanes; one picture a frame. The cursor is an element that
 * moves over the picture: it moves far more often than the lanes change.
 */

import { CanvasLayer } from '../canvas/layer.ts';
import { FrameScheduler } from '../canvas/frames.ts';
import { readPalette } from '../canvas/palette.ts';
import { canvasMeasurer } from '../canvas/painter.ts';
import type { SharedFrame } from '../canvas/shared-frame.ts';
import { setText, SurfaceWatch } from '../canvas/surface.ts';
import { describeMark, layoutLanes, markAt } from '../../layout/lanes.ts';
import type { LaneMark } from '../../layout/lanes.ts';
import { timePerPixel, timeToX } from '../../layout/plot-frame.ts';
import type { PlotFrame } from '../../layout/plot-frame.ts';
import type { DisplayList, TextMeasurer } from '../../layout/display-list.ts';
import type { CssPixels, Picoseconds } from '../../model/units.ts';
import { shownAllocator } from '../../state/app-state.ts';
import type { AppStore } from '../../state/store.ts';
import type { LanesLoader } from './lanes-loader.ts';

export interface LanesElements {
  canvas: HTMLCanvasElement;
  cursor: HTMLElement;
  /** What is under the pointer, in words. */
  readout: HTMLElement;
}

export class LanesChart {
  private readonly elements: LanesElements;
  private readonly store: AppStore;
  private readonly loader: LanesLoader;
  private readonly shared: SharedFrame;
  private readonly layer: CanvasLayer;
  private readonly watch: SurfaceWatch;
  private readonly measure = canvasMeasurer();
  private readonly frames = new FrameScheduler(() => this.draw());
  private readonly undo: (() => void)[];
  private palette = readPalette();
  private isStale = true;

  constructor(elements: LanesElements, store: AppStore, loader: LanesLoader, shared: SharedFrame) {
    this.elements = elements;
    this.store = store;
    this.loader = loader;
    this.shared = shared;
    this.layer = new CanvasLayer(elements.canvas, { opaque: true });
    const redraw = (): void => this.redraw();
    this.watch = new SurfaceWatch(elements.canvas, redraw, () => {
      this.palette = readPalette();
      redraw();
    });
    const listeners = new AbortController();
    const { signal } = listeners;
    elements.canvas.addEventListener('pointermove', (event) => this.hover(event), { signal });
    elements.canvas.addEventListener('pointerleave', () => this.say(''), { signal });
    elements.canvas.addEventListener('click', (event) => this.choose(event), { signal });
    this.undo = [
      () => this.watch.stop(),
      () => listeners.abort(),
      store.subscribe(({ view }, before) => {
        // Where no cursor is set it marks the peak, which is another one for another allocator.
        const { cursor, allocator } = before.view;
        if (view.cursor !== cursor || view.allocator !== allocator) this.frames.request();
      }),
      shared.subscribe(redraw),
      loader.subscribe(redraw),
      () => (shared.drawBelow = () => null),
    ];
    shared.drawBelow = (frame, width, measure) => {
      // The curve has no cursor in a picture where none was set.
      const { cursor } = this.store.getState().view;
      return this.layout(frame, width, measure, cursor ?? NaN);
    };
    redraw();
  }

  dispose(): void {
    this.frames.cancel();
    for (const undo of this.undo) undo();
  }

  private redraw(): void {
    this.isStale = true;
    this.frames.request();
  }

  private draw(): void {
    const frame = this.shared.current();
    const shown = shownAllocator(this.store.getState());
    if (frame === null || shown === null) return;
    this.placeCursor(frame, this.store.getState().view.cursor ?? shown.summary.peak.time);
    if (this.isStale) this.drawLanes(frame);
  }

  private drawLanes(frame: PlotFrame): void {
    const { width } = this.watch.size();
    const list = width === 0 ? null : this.layout(frame, width, this.measure, NaN);
    if (list === null) return;
    this.isStale = false;
    this.layer.paint(list, this.palette, devicePixelRatio);
  }

  private placeCursor(frame: PlotFrame, cursor: Picoseconds): void {
    const { style } = this.elements.cursor;
    const isSeen = cursor >= frame.from && cursor <= frame.to;
    style.visibility = isSeen ? 'visible' : 'hidden';
    if (isSeen) style.transform = `translateX(${String(timeToX(frame, cursor) - 0.5)}px)`;
  }

  private layout(
    frame: PlotFrame,
    width: CssPixels,
    measure: TextMeasurer,
    cursor: Picoseconds,
  ): DisplayList | null {
    const lanes = this.loader.current();
    return lanes === null ? null : layoutLanes({ lanes, frame, width, cursor, measure });
  }

  private hover(event: MouseEvent): void {
    const mark = this.markUnder(event);
    const frame = this.shared.current();
    const end = shownAllocator(this.store.getState())?.summary.curves.end;
    this.say(mark === null || frame === null ? '' : describeMark(mark, timePerPixel(frame), end ?? mark.end));
  }

  /** A click goes to where the mark begins. */
  private choose(event: MouseEvent): void {
    const mark = this.markUnder(event);
    if (mark !== null) this.store.getState().setCursor(mark.start);
  }

  private markUnder(event: MouseEvent): LaneMark | null {
    const lanes = this.loader.current();
    const frame = this.shared.current();
    if (lanes === null || frame === null) return null;
    const { left, top } = this.elements.canvas.getBoundingClientRect();
    return markAt(lanes, frame, event.clientX - left, event.clientY - top);
  }

  private say(text: string): void {
    setText(this.elements.readout, text);
  }
}
