/**
 * The painter of both curves and their difference: two canvases (the curves; what moves over them), one picture a frame.
 * The moment that is read and the range that is brushed live here; a range that is chosen is said to `events`.
 */

import { layoutCompareCurves, nextChange } from '../../layout/compare-curves.ts';
import type { CompareFrame, ComparedCurves } from '../../layout/compare-frame.ts';
import { readBoth, wholeComparison } from '../../layout/compare-frame.ts';
import { layoutCompareOverlay } from '../../layout/compare-overlay.ts';
import { timePerPixel, timeToX, xToTime } from '../../layout/plot-frame.ts';
import type { Alignment } from '../../model/comparison.ts';
import { clampRange, panRange, revealInRange, sameRange, zoomRange } from '../../model/time-range.ts';
import type { CssPixels, Picoseconds } from '../../model/units.ts';
import type { TimeRange } from '../../model/view-state.ts';
import type { SurfaceChart, SurfaceElements } from '../canvas/ChartSurface.tsx';
import { FrameScheduler } from '../canvas/frames.ts';
import { CanvasLayer } from '../canvas/layer.ts';
import { canvasMeasurer } from '../canvas/painter.ts';
import { readPalette } from '../canvas/palette.ts';
import type { CursorMove, TimelineCommands } from '../canvas/time-gestures.ts';
import { listenToGestures } from '../canvas/time-gestures.ts';
import { Description, setText, SurfaceWatch } from '../canvas/surface.ts';
import { describeMoment } from './compare-words.ts';

export interface ComparePicture {
  curves: ComparedCurves;
  alignment: Alignment;
  /** Aligned time; null = all. */
  range: TimeRange | null;
}

export interface CompareEvents {
  onRange: (range: TimeRange | null) => void;
  /** The picture is coarser than the screen there: ranges of each side's own time, null where it is not. */
  onCoarse: (wanted: { baseline: TimeRange | null; candidate: TimeRange | null }) => void;
  onDrawn: () => void;
}

/** How near to a peak the pointer finds it. */
const PEAK_REACH: CssPixels = 5;

export class CompareChart implements TimelineCommands, SurfaceChart<ComparePicture, CompareEvents> {
  events: CompareEvents;
  private readonly elements: SurfaceElements;
  private readonly base: CanvasLayer;
  private readonly over: CanvasLayer;
  private readonly watch: SurfaceWatch;
  private readonly description: Description;
  private readonly measure = canvasMeasurer();
  private readonly frames = new FrameScheduler(() => this.draw());
  private readonly undo: (() => void)[] = [];
  private palette = readPalette();
  private picture: ComparePicture | null = null;
  private frame: CompareFrame | null = null;
  private isStale = true;
  private hoverX: CssPixels | null = null;
  /** Null = the candidate's peak. */
  private moment: Picoseconds | null = null;
  private brushed: TimeRange | null = null;

  constructor(elements: SurfaceElements, events: CompareEvents) {
    this.elements = elements;
    this.events = events;
    this.base = new CanvasLayer(elements.base, { opaque: true });
    this.over = new CanvasLayer(elements.overlay);
    this.description = new Description(elements.description);
    this.watch = new SurfaceWatch(elements.surface, () => this.redraw(), () => {
      this.palette = readPalette();
      this.redraw();
    });
    this.undo.push(
      () => this.watch.stop(),
      () => this.description.stop(),
      listenToGestures(elements.surface, this),
    );
  }

  show(picture: ComparePicture): void {
    const before = this.picture?.alignment;
    const { kind, name } = picture.alignment;
    // Another alignment has other times.
    if (before?.kind !== kind || before.name !== name) this.moment = null;
    this.picture = picture;
    this.redraw();
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
    this.brushed = to === null ? null : this.rangeBetween(from, to);
    this.frames.request();
  }

  showBrushed(from: CssPixels, to: CssPixels): void {
    const range = this.rangeBetween(from, to);
    if (range !== null) this.setRange(range);
  }

  placeCursor(x: CssPixels): void {
    const moment = this.momentAt(x);
    if (moment !== null) this.setMoment(moment);
  }

  moveCursor(move: CursorMove): void {
    if (this.picture === null) return;
    const { curves } = this.picture;
    const whole = wholeComparison(curves);
    const now = this.current();
    const page = (this.range().to - this.range().from) / 10;
    const peakOf = (side: 'baseline' | 'candidate'): Picoseconds => curves[side].peak.time - curves[side].origin;
    const targets: Record<CursorMove, () => Picoseconds> = {
      next: () => nextChange(curves, now, 'next'),
      previous: () => nextChange(curves, now, 'previous'),
      'page-forward': () => Math.min(whole.to, now + page),
      'page-back': () => Math.max(whole.from, now - page),
      start: () => whole.from,
      end: () => whole.to,
      peak: () => peakOf('candidate'),
      'next-peak': () => peakOf('candidate'),
      'previous-peak': () => peakOf('baseline'),
    };
    this.setMoment(targets[move]());
  }

  pan(by: CssPixels): void {
    if (this.frame !== null) this.setRange(panRange(this.range(), by * timePerPixel(this.frame.curves), this.whole()));
  }

  panByShare(share: number): void {
    const range = this.range();
    this.setRange(panRange(range, (range.to - range.from) * share, this.whole()));
  }

  zoom(factor: number, x: CssPixels | null): void {
    const { frame } = this;
    const range = this.range();
    const moment = this.current();
    const isSeen = moment >= range.from && moment <= range.to;
    const anchor = x !== null && frame !== null ? xToTime(frame.curves, x) : isSeen ? moment : (range.from + range.to) / 2;
    this.setRange(zoomRange(range, factor, Math.min(Math.max(anchor, range.from), range.to), this.whole()));
  }

  showAll(): void {
    this.events.onRange(null);
  }

  /** Both plots start at 0: a difference is read against it. */
  fitSizes(): void {
    this.frames.request();
  }

  private whole(): TimeRange {
    return this.picture === null ? { from: 0, to: 1 } : wholeComparison(this.picture.curves);
  }

  private range(): TimeRange {
    const whole = this.whole();
    const range = this.picture?.range ?? null;
    return range === null ? whole : clampRange(range, whole);
  }

  private setRange(range: TimeRange): void {
    const whole = this.whole();
    const clamped = clampRange(range, whole);
    if (!sameRange(clamped, this.range())) this.events.onRange(sameRange(clamped, whole) ? null : clamped);
  }

  private setMoment(moment: Picoseconds): void {
    this.moment = moment;
    this.setRange(revealInRange(this.range(), moment, this.whole()));
    this.frames.request();
  }

  private current(): Picoseconds {
    if (this.moment !== null || this.picture === null) return this.moment ?? 0;
    const { peak, origin } = this.picture.curves.candidate;
    return peak.time - origin;
  }

  private rangeBetween(a: CssPixels, b: CssPixels): TimeRange | null {
    if (this.frame === null) return null;
    const { curves } = this.frame;
    const [from, to] = [xToTime(curves, Math.min(a, b)), xToTime(curves, Math.max(a, b))];
    return { from: Math.max(curves.from, from), to: Math.min(curves.to, to) };
  }

  /** A peak where the pointer is near it, else the moment itself. */
  private momentAt(x: CssPixels): Picoseconds | null {
    if (this.frame === null || this.picture === null) return null;
    const { curves: frame } = this.frame;
    const { baseline, candidate } = this.picture.curves;
    for (const { peak, origin } of [candidate, baseline]) {
      const time = peak.time - origin;
      if (time >= frame.from && time <= frame.to && Math.abs(timeToX(frame, time) - x) <= PEAK_REACH) return time;
    }
    return Math.min(Math.max(xToTime(frame, x), frame.from), frame.to);
  }

  private redraw(): void {
    this.isStale = true;
    this.frames.request();
  }

  private draw(): void {
    const { picture, measure } = this;
    const { width, height } = this.watch.size();
    if (picture === null || width === 0 || height === 0) return;
    const { curves } = picture;
    if (this.isStale || this.frame === null) {
      const range = this.range();
      const layout = layoutCompareCurves({ ...curves, range, width, height, pixelRatio: devicePixelRatio, measure });
      this.base.paint(layout.list, this.palette, devicePixelRatio);
      this.frame = layout.frame;
      this.isStale = false;
      this.description.say(layout.list.title);
      if (layout.wanted.baseline !== null || layout.wanted.candidate !== null) this.events.onCoarse(layout.wanted);
      this.events.onDrawn();
    }
    const { frame, brushed: brush } = this;
    const pointed = this.hoverX === null ? null : this.momentAt(this.hoverX);
    const moment = pointed ?? this.current();
    this.over.paint(layoutCompareOverlay({ ...curves, frame, width, height, moment, brush }), this.palette, devicePixelRatio);
    this.describe(picture, frame, moment);
  }

  private describe(picture: ComparePicture, frame: CompareFrame, read: Picoseconds): void {
    const { surface, readout } = this.elements;
    const whole = this.whole();
    const textAt = (time: Picoseconds): string => {
      const resolution = timePerPixel(frame.curves);
      const scale = Math.max(Math.abs(whole.from), Math.abs(whole.to));
      return describeMoment(time, readBoth(picture.curves, time), picture.alignment, resolution, scale);
    };
    setText(readout, textAt(read));
    const attributes: Record<string, string> = {
      'aria-valuemin': String(whole.from),
      'aria-valuemax': String(whole.to),
      'aria-valuenow': String(this.current()),
      'aria-valuetext': textAt(this.current()),
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (surface.getAttribute(name) !== value) surface.setAttribute(name, value);
    }
  }
}
