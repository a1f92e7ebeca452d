/** The minimap's painter and its gestures: the window is dragged, its edges too, and it comes to where one clicks. */

import { CanvasLayer } from '../canvas/layer.ts';
import { FrameScheduler } from '../canvas/frames.ts';
import { readPalette } from '../canvas/palette.ts';
import type { SharedFrame } from '../canvas/shared-frame.ts';
import { SurfaceWatch } from '../canvas/surface.ts';
import { layoutMinimap, layoutMinimapWindow, windowEdges } from '../../layout/minimap.ts';
import type { Palette } from '../../layout/palette.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import { clampRange, panRange, zoomRange } from '../../model/time-range.ts';
import type { CssPixels, Picoseconds } from '../../model/units.ts';
import type { TimeRange } from '../../model/view-state.ts';
import { shownAllocator, shownRange, wholeCapture } from '../../state/app-state.ts';
import type { AppStore } from '../../state/store.ts';

/** How near to an edge of the window a press takes hold of it. */
const EDGE_REACH: CssPixels = 5;
const KEY_PAN = 0.25;
const KEY_ZOOM = 0.7;

interface Drag {
  pointer: number;
  part: 'window' | 'from' | 'to';
  /** Time under the pointer when the drag began, and the range then. */
  start: Picoseconds;
  range: TimeRange;
}

interface Place {
  allocator: AllocatorSummary;
  whole: TimeRange;
  range: TimeRange;
  left: CssPixels;
  right: CssPixels;
}

/** What the painted curve depends on. */
interface DrawnCurve {
  allocator: AllocatorSummary;
  left: CssPixels;
  right: CssPixels;
  width: CssPixels;
  height: CssPixels;
  palette: Palette;
  pixelRatio: number;
}

export class MinimapChart {
  private readonly surface: HTMLElement;
  private readonly store: AppStore;
  private readonly shared: SharedFrame;
  private readonly watch: SurfaceWatch;
  private readonly curve: CanvasLayer;
  private readonly window: CanvasLayer;
  private readonly frames = new FrameScheduler(() => this.draw());
  private readonly undo: (() => void)[];
  private palette = readPalette();
  private drag: Drag | null = null;
  private drawn: DrawnCurve | null = null;

  constructor(
    surface: HTMLElement,
    canvases: { curve: HTMLCanvasElement; window: HTMLCanvasElement },
    store: AppStore,
    shared: SharedFrame,
  ) {
    this.surface = surface;
    this.store = store;
    this.shared = shared;
    this.curve = new CanvasLayer(canvases.curve, { opaque: true });
    this.window = new CanvasLayer(canvases.window);
    const request = (): void => this.frames.request();
    this.watch = new SurfaceWatch(surface, request, () => {
      this.palette = readPalette();
      request();
    });
    const listeners = new AbortController();
    const { signal } = listeners;
    surface.addEventListener('pointerdown', (event) => this.press(event), { signal });
    surface.addEventListener('pointermove', (event) => this.move(event), { signal });
    const release = (): void => {
      this.drag = null;
    };
    surface.addEventListener('pointerup', release, { signal });
    surface.addEventListener('pointercancel', release, { signal });
    surface.addEventListener('dblclick', () => store.getState().setRange(null), { signal });
    surface.addEventListener('keydown', (event) => this.key(event), { signal });
    this.undo = [
      () => this.watch.stop(),
      () => listeners.abort(),
      shared.subscribe(request),
      store.subscribe(({ view }, { view: before }) => {
        if (view.range !== before.range || view.allocator !== before.allocator) request();
      }),
    ];
    request();
  }

  dispose(): void {
    this.frames.cancel();
    for (const undo of this.undo) undo();
  }

  private place(): Place | null {
    const state = this.store.getState();
    const shown = shownAllocator(state);
    const frame = this.shared.current();
    if (shown === null || frame === null) return null;
    const { summary: allocator } = shown;
    const range = shownRange(state.view, allocator);
    return { allocator, whole: wholeCapture(allocator), range, left: frame.left, right: frame.right };
  }

  private draw(): void {
    const place = this.place();
    const { width, height } = this.watch.size();
    if (place === null || width === 0) return;
    this.paintCurve(place, width, height);
    const list = layoutMinimapWindow({ ...place, width, height });
    this.window.paint(list, this.palette, devicePixelRatio);
    const { range, whole } = place;
    const attributes: Record<string, string> = {
      'aria-valuemin': String(whole.from),
      'aria-valuemax': String(whole.to),
      'aria-valuenow': String((range.from + range.to) / 2),
      'aria-valuetext': list.title,
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (this.surface.getAttribute(name) !== value) this.surface.setAttribute(name, value);
    }
  }

  /** Only where it lies elsewhere or has other colours: the window moves with every frame of a pan. */
  private paintCurve(place: Place, width: CssPixels, height: CssPixels): void {
    const { allocator, left, right } = place;
    const drawn: DrawnCurve = { allocator, left, right, width, height, palette: this.palette, pixelRatio: devicePixelRatio };
    if (this.drawn !== null && sameCurve(this.drawn, drawn)) return;
    this.drawn = drawn;
    this.curve.paint(layoutMinimap({ ...place, width, height }), this.palette, devicePixelRatio);
  }

  private press(event: PointerEvent): void {
    const place = this.place();
    if (place === null || event.button !== 0) return;
    this.surface.setPointerCapture(event.pointerId);
    const x = this.xOf(event);
    const time = timeAt(place, x);
    const edges = windowEdges(place);
    const near = (edge: CssPixels): boolean => Math.abs(x - edge) <= EDGE_REACH;
    const part = near(edges.from) ? 'from' : near(edges.to) ? 'to' : 'window';
    let { range } = place;
    if (part === 'window' && (x < edges.from || x > edges.to)) {
      range = panRange(range, time - (range.from + range.to) / 2, place.whole);
      this.store.getState().setRange(range);
    }
    this.drag = { pointer: event.pointerId, part, start: time, range };
  }

  private move(event: PointerEvent): void {
    const { drag } = this;
    const place = this.place();
    if (place === null || drag === null || event.pointerId !== drag.pointer) return;
    const shift = timeAt(place, this.xOf(event)) - drag.start;
    this.store.getState().setRange(dragged(drag, shift, place.whole));
  }

  private key(event: KeyboardEvent): void {
    const state = this.store.getState();
    const shown = shownAllocator(state);
    if (shown === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const range = shownRange(state.view, shown.summary);
    const whole = wholeCapture(shown.summary);
    const length = range.to - range.from;
    const middle = (range.from + range.to) / 2;
    const targets: Record<string, () => TimeRange | null> = {
      ArrowLeft: () => panRange(range, -length * KEY_PAN, whole),
      ArrowDown: () => panRange(range, -length * KEY_PAN, whole),
      ArrowRight: () => panRange(range, length * KEY_PAN, whole),
      ArrowUp: () => panRange(range, length * KEY_PAN, whole),
      PageDown: () => panRange(range, -length, whole),
      PageUp: () => panRange(range, length, whole),
      Home: () => panRange(range, whole.from - range.from, whole),
      End: () => panRange(range, whole.to - range.to, whole),
      '+': () => zoomRange(range, KEY_ZOOM, middle, whole),
      '-': () => zoomRange(range, 1 / KEY_ZOOM, middle, whole),
      '0': () => null,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    state.setRange(target());
  }

  private xOf(event: MouseEvent): CssPixels {
    return event.clientX - this.surface.getBoundingClientRect().left;
  }
}

function timeAt({ whole, left, right }: Place, x: CssPixels): Picoseconds {
  return whole.from + ((x - left) / (right - left)) * (whole.to - whole.from);
}

function dragged({ part, range }: Drag, shift: Picoseconds, whole: TimeRange): TimeRange {
  if (part === 'window') return panRange(range, shift, whole);
  const from = part === 'from' ? range.from + shift : range.from;
  const to = part === 'to' ? range.to + shift : range.to;
  return clampRange({ from: Math.min(from, to), to: Math.max(from, to) }, whole);
}

function sameCurve(a: DrawnCurve, b: DrawnCurve): boolean {
  return (Object.keys(a) as (keyof DrawnCurve)[]).every((key) => a[key] === b[key]);
}
