/**
 * The timeline's painter: subscribed to the store, two canvases (the curve; what moves over it), one picture a frame.
 * Hover and brush live here and nowhere else.
 */

import { canvasMeasurer } from '../canvas/painter.ts';
import { CanvasLayer } from '../canvas/layer.ts';
import { FrameScheduler } from '../canvas/frames.ts';
import { readPalette } from '../canvas/palette.ts';
import type { SharedFrame } from '../canvas/shared-frame.ts';
import type { DisplayList, TextMeasurer } from '../../layout/display-list.ts';
import { nextPeak, peakTimes } from '../../layout/peaks.ts';
import { timePerPixel, timeToX, xToTime } from '../../layout/plot-frame.ts';
import type { PlotFrame } from '../../layout/plot-frame.ts';
import { highestStep, neighbour, readAt, readPeak } from '../../layout/readings.ts';
import type { CurveReading, CurveSource } from '../../layout/readings.ts';
import { layoutTimeline } from '../../layout/timeline.ts';
import type { TimelineInput, TimelineLayout } from '../../layout/timeline.ts';
import { layoutOverlay } from '../../layout/timeline-overlay.ts';
import type { AllocatorCurves } from '../../model/curve.ts';
import { formatAllocator } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import { panRange, revealInRange, zoomRange } from '../../model/time-range.ts';
import type { CssPixels, Picoseconds } from '../../model/units.ts';
import type { TimeRange } from '../../model/view-state.ts';
import type { FigureContent } from '../../share/figure.ts';
import { allocatorKey, shownAllocator, shownRange, wholeCapture } from '../../state/app-state.ts';
import { failedRequest } from '../../state/failed-request.ts';
import { shownFinding } from '../../state/finding-state.ts';
import type { AppStore } from '../../state/store.ts';
import { listenToGestures } from '../canvas/time-gestures.ts';
import type { CursorMove, TimelineCommands } from '../canvas/time-gestures.ts';
import { rangeText } from '../common/range-text.ts';
import { describeReading, Readout } from './readout.ts';
import type { WindowLoader } from '../canvas/window-loader.ts';
import { Description, SurfaceWatch } from '../canvas/surface.ts';
import { changeRange } from '../canvas/visible-range.ts';
import type { XprofLoader } from './xprof-loader.ts';

export interface ChartElements {
  /** Takes the focus and the gestures; a slider whose value is the cursor. */
  surface: HTMLElement;
  curve: HTMLCanvasElement;
  overlay: HTMLCanvasElement;
  readout: HTMLElement;
  /** The picture in words. */
  description: HTMLElement;
}

/** What the chart draws from, and whom it tells where it lies. */
export interface ChartSources {
  loader: WindowLoader;
  xprof: XprofLoader;
  shared: SharedFrame;
}

/** How near to the peak the pointer finds it. */
const PEAK_REACH: CssPixels = 5;
const FIGURE_HEIGHT: CssPixels = 340;

export class TimelineChart implements TimelineCommands {
  private readonly elements: ChartElements;
  private readonly store: AppStore;
  private readonly loader: WindowLoader;
  private readonly xprof: XprofLoader;
  private readonly shared: SharedFrame;
  private readonly curve: CanvasLayer;
  private readonly overlay: CanvasLayer;
  private readonly readout: Readout;
  private readonly watch: SurfaceWatch;
  private readonly description: Description;
  private readonly measure = canvasMeasurer();
  private readonly frames = new FrameScheduler(() => this.draw());
  private readonly undo: (() => void)[] = [];
  private palette = readPalette();
  private frame: PlotFrame | null = null;
  private curveIsStale = true;
  private hoverX: CssPixels | null = null;
  private brushed: TimeRange | null = null;
  private peaks: { curves: AllocatorCurves; times: readonly Picoseconds[] } | null = null;

  constructor(elements: ChartElements, store: AppStore, { loader, xprof, shared }: ChartSources) {
    this.elements = elements;
    this.store = store;
    this.loader = loader;
    this.xprof = xprof;
    this.shared = shared;
    this.curve = new CanvasLayer(elements.curve, { opaque: true });
    this.overlay = new CanvasLayer(elements.overlay);
    this.readout = new Readout(elements.readout);
    this.description = new Description(elements.description);
    this.watch = new SurfaceWatch(elements.surface, () => this.redraw(), () => {
      this.palette = readPalette();
      this.redraw();
    });
    this.undo.push(
      () => this.watch.stop(),
      () => this.description.stop(),
      store.subscribe(({ view, profile, messages }, before) => {
        const { range, allocator, cursor, finding, fitsSizes, asXprof } = before.view;
        const same = view.range === range && view.allocator === allocator && view.finding === finding;
        const sameLook = view.fitsSizes === fitsSizes && view.asXprof === asXprof;
        const sameFiles = profile === before.profile && messages === before.messages;
        if (!same || !sameLook || !sameFiles) this.redraw();
        else if (view.cursor !== cursor || view.selected !== before.view.selected) this.frames.request();
      }),
      loader.subscribe(() => this.redraw()),
      xprof.subscribe(() => this.redraw()),
      listenToGestures(elements.surface, this),
    );
    this.redraw();
  }

  /** The curve as it stands, with its cursor and the lanes under it, but nothing of the pointer. */
  figure(): FigureContent | null {
    const { view } = this.store.getState();
    const shown = shownAllocator(this.store.getState());
    if (shown === null) return null;
    const { summary } = shown;
    const range = shownRange(view, summary);
    const source = { curves: summary.curves, peak: summary.peak, window: this.loader.current() };
    const notes = [rangeText(range, wholeCapture(summary))];
    if (view.cursor !== null) {
      const resolution = (range.to - range.from) / 1000;
      notes.push(`cursor: ${describeReading(readAt(source, view.cursor), resolution, summary.curves.end)}`);
    }
    const draw = (width: CssPixels, measure: TextMeasurer): DisplayList[] => {
      const size = { width, height: FIGURE_HEIGHT };
      const { list, frame } = this.layout(summary, { ...size, pixelRatio: 2, measure });
      const cursor = view.cursor === null ? readPeak(source) : readAt(source, view.cursor);
      const moving = { hover: null, brush: null, selected: view.selected };
      const over = layoutOverlay({ frame, ...size, cursor, ...moving, measure, peakTime: summary.peak.time });
      const below = this.shared.drawBelow(frame, width, measure);
      const curve = { ...list, items: view.cursor === null ? list.items : [...list.items, ...over.items] };
      return below === null ? [curve] : [curve, below];
    };
    return { title: `Memory in use: ${formatAllocator(summary.allocator)}`, notes, legend: [], draw };
  }

  dispose(): void {
    this.frames.cancel();
    for (const undo of this.undo) undo();
  }

  hover(x: CssPixels | null): void {
    this.hoverX = x;
    this.frames.request();
  }

  brush(from: CssPixels, to: CssPixels | null): void {
    this.brushed = to === null || this.frame === null ? null : rangeBetween(this.frame, from, to);
    this.frames.request();
  }

  showBrushed(from: CssPixels, to: CssPixels): void {
    if (this.frame !== null) this.store.getState().chooseRange(rangeBetween(this.frame, from, to));
  }

  placeCursor(x: CssPixels): void {
    const source = this.source();
    if (source !== null && this.frame !== null) this.setCursor(momentAt(source, this.frame, x));
  }

  moveCursor(move: CursorMove): void {
    const shown = shownAllocator(this.store.getState());
    const source = this.source();
    if (shown === null || source === null) return;
    const range = shownRange(this.store.getState().view, shown.summary);
    const cursor = this.store.getState().view.cursor ?? shown.summary.peak.time;
    const page = (range.to - range.from) / 10;
    const whole = wholeCapture(shown.summary);
    const targets: Record<CursorMove, () => Picoseconds> = {
      next: () => neighbour(source, cursor, 'next'),
      previous: () => neighbour(source, cursor, 'previous'),
      'page-forward': () => Math.min(whole.to, cursor + page),
      'page-back': () => Math.max(whole.from, cursor - page),
      start: () => whole.from,
      end: () => whole.to,
      peak: () => shown.summary.peak.time,
      'next-peak': () => nextPeak(this.peaksOf(source), cursor, 'next') ?? cursor,
      'previous-peak': () => nextPeak(this.peaksOf(source), cursor, 'previous') ?? cursor,
    };
    this.setCursor(targets[move]());
  }

  pan(by: CssPixels): void {
    const { frame } = this;
    if (frame === null) return;
    changeRange(this.store, ({ range, whole }) => panRange(range, by * timePerPixel(frame), whole));
  }

  panByShare(share: number): void {
    changeRange(this.store, ({ range, whole }) => panRange(range, (range.to - range.from) * share, whole));
  }

  zoom(factor: number, x: CssPixels | null): void {
    const { frame } = this;
    changeRange(this.store, ({ range, whole, cursor }) => {
      const middle = (range.from + range.to) / 2;
      const visible = cursor >= range.from && cursor <= range.to;
      const anchor = x !== null && frame !== null ? xToTime(frame, x) : visible ? cursor : middle;
      return zoomRange(range, factor, Math.min(Math.max(anchor, range.from), range.to), whole);
    });
  }

  showAll(): void {
    this.store.getState().setRange(null);
  }

  fitSizes(): void {
    const { view, setFitsSizes } = this.store.getState();
    setFitsSizes(!view.fitsSizes);
  }

  private redraw(): void {
    this.curveIsStale = true;
    this.frames.request();
  }

  private setCursor(time: Picoseconds): void {
    this.store.getState().setCursor(time);
    changeRange(this.store, ({ range, whole }) => revealInRange(range, time, whole));
  }

  /** Found once for a curve: a held key asks many times a second. */
  private peaksOf(source: CurveSource): readonly Picoseconds[] {
    if (this.peaks?.curves !== source.curves) this.peaks = { curves: source.curves, times: peakTimes(source) };
    return this.peaks.times;
  }

  private source(): CurveSource | null {
    const shown = shownAllocator(this.store.getState());
    if (shown === null) return null;
    return { curves: shown.summary.curves, peak: shown.summary.peak, window: this.loader.current() };
  }

  private draw(): void {
    const { view } = this.store.getState();
    const shown = shownAllocator(this.store.getState());
    const { width, height } = this.watch.size();
    if (shown === null || width === 0 || height === 0) return;
    this.loader.show(shown.index);
    const source = { curves: shown.summary.curves, peak: shown.summary.peak, window: this.loader.current() };
    if (this.curveIsStale || this.frame === null) this.frame = this.drawCurve(shown.summary, width, height);
    const { frame } = this;
    const cursor = view.cursor === null ? readPeak(source) : readAt(source, view.cursor);
    const hover = this.hoverX === null ? null : readAt(source, momentAt(source, frame, this.hoverX));
    const { brushed: brush, measure } = this;
    const peakTime = shown.summary.peak.time;
    const list = layoutOverlay({
      frame,
      width,
      height,
      cursor,
      hover,
      brush,
      selected: view.selected,
      measure,
      peakTime,
    });
    this.overlay.paint(list, this.palette, devicePixelRatio);
    this.describe(shown.summary, cursor, hover);
  }

  private drawCurve(allocator: AllocatorSummary, width: CssPixels, height: CssPixels): PlotFrame {
    const { measure } = this;
    const { list, frame, needsWindow } = this.layout(allocator, { width, height, pixelRatio: devicePixelRatio, measure });
    this.curve.paint(list, this.palette, devicePixelRatio);
    this.curveIsStale = false;
    this.shared.show(frame);
    if (needsWindow) this.loader.want(shownRange(this.store.getState().view, allocator));
    this.description.say(list.title);
    this.store.getState().markDrawn();
    return frame;
  }

  private layout(
    allocator: AllocatorSummary,
    screen: Pick<TimelineInput, 'width' | 'height' | 'pixelRatio' | 'measure'>,
  ): TimelineLayout {
    const state = this.store.getState();
    return layoutTimeline({
      allocator,
      range: shownRange(state.view, allocator),
      marked: this.markedRange(allocator),
      fitsSizes: state.view.fitsSizes,
      failedRequest: failedRequest(state)?.bytes ?? null,
      xprof: state.view.asXprof ? this.xprof.current() : null,
      window: this.loader.current(),
      ...screen,
    });
  }

  /** Where the highlighted finding is, if it is one of this allocator. */
  private markedRange(allocator: AllocatorSummary): TimeRange | null {
    const finding = shownFinding(this.store.getState());
    return finding !== null && finding.allocator === allocatorKey(allocator) ? finding : null;
  }

  private describe(allocator: AllocatorSummary, cursor: CurveReading, hover: CurveReading | null): void {
    if (this.frame === null) return;
    const resolution = timePerPixel(this.frame);
    const whole = wholeCapture(allocator);
    const where = cursor.time === allocator.peak.time ? 'peak' : 'cursor';
    this.readout.show(hover === null ? where : 'pointer', describeReading(hover ?? cursor, resolution, whole.to));
    const { surface } = this.elements;
    const attributes: Record<string, string> = {
      'aria-valuemin': String(whole.from),
      'aria-valuemax': String(whole.to),
      'aria-valuenow': String(cursor.time),
      'aria-valuetext': `${where === 'peak' ? 'window peak, ' : ''}${describeReading(cursor, resolution, whole.to)}`,
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (surface.getAttribute(name) !== value) surface.setAttribute(name, value);
    }
  }
}

function rangeBetween(frame: PlotFrame, a: CssPixels, b: CssPixels): TimeRange {
  const [from, to] = [xToTime(frame, Math.min(a, b)), xToTime(frame, Math.max(a, b))];
  return { from: Math.max(frame.from, from), to: Math.min(frame.to, to) };
}

/** The peak where the pointer is near it, else the highest step of the pixels around it, else the moment itself. */
function momentAt(source: CurveSource, frame: PlotFrame, x: CssPixels): Picoseconds {
  const { time } = source.peak;
  if (time >= frame.from && time <= frame.to && Math.abs(timeToX(frame, time) - x) <= PEAK_REACH) return time;
  const step = highestStep(source, xToTime(frame, x - 1), xToTime(frame, x + 1));
  return step ?? Math.min(Math.max(xToTime(frame, x), frame.from), frame.to);
}
