/**
 * The blocks' painter: two canvases (the blocks; what moves over them), one picture a frame. It follows the range, the
 * cursor and the selection of the store by itself; React hands it the blocks and their colours. Hover and brush live
 * here and nowhere else.
 */

import { moveWidth } from '../../layout/blocks-frame.ts';
import type { BlocksFrame } from '../../layout/blocks-frame.ts';
import { layoutBlocks } from '../../layout/blocks.ts';
import type { BlocksInput, BlocksLayout } from '../../layout/blocks.ts';
import { layoutBlocksOverlay } from '../../layout/blocks-overlay.ts';
import type { ColorRole, DisplayList, TextMeasurer } from '../../layout/display-list.ts';
import { timePerPixel, xToTime } from '../../layout/plot-frame.ts';
import { nameOfRow, rowOfName } from '../../model/allocation-name.ts';
import type { BlocksAnswer } from '../../model/blocks.ts';
import { formatAllocator } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import { panRange, zoomRange } from '../../model/time-range.ts';
import type { CssPixels } from '../../model/units.ts';
import type { TimeRange } from '../../model/view-state.ts';
import type { FigureContent, FigureLegend } from '../../share/figure.ts';
import { blocksView } from '../../state/allocation-state.ts';
import { shownAllocator, shownRange, wholeCapture } from '../../state/app-state.ts';
import type { AppStore } from '../../state/store.ts';
import { FrameScheduler } from '../canvas/frames.ts';
import { CanvasLayer } from '../canvas/layer.ts';
import { readPalette } from '../canvas/palette.ts';
import { canvasMeasurer } from '../canvas/painter.ts';
import { listenToRangeGestures } from '../canvas/range-gestures.ts';
import type { RangeCommands } from '../canvas/range-gestures.ts';
import type { SharedFrame } from '../canvas/shared-frame.ts';
import { Description, setText, SurfaceWatch } from '../canvas/surface.ts';
import { changeRange } from '../canvas/visible-range.ts';
import { blocksKey } from './blocks-keys.ts';
import type { BlocksLoader } from './blocks-loader.ts';
import { rangeText } from '../common/range-text.ts';
import { describeBlock, hitText, limits } from './blocks-words.ts';
import { ListItem } from './list-item.ts';
import { BlocksWalk } from './walk.ts';

export interface BlocksElements {
  /** Takes the focus and the gestures; a list of which one item is there. */
  surface: HTMLElement;
  blocks: HTMLCanvasElement;
  overlay: HTMLCanvasElement;
  /** The one item that is there: the selected block. */
  item: HTMLElement;
  readout: HTMLElement;
  /** The picture in words. */
  description: HTMLElement;
}

export interface BlocksPicture {
  answer: BlocksAnswer | null;
  /** Of each block. */
  colors: readonly ColorRole[];
  /** What the colours stand for. */
  legend: readonly FigureLegend[];
}

const FIGURE_HEIGHT: CssPixels = 360;

export class BlocksChart implements RangeCommands {
  private readonly elements: BlocksElements;
  private readonly store: AppStore;
  private readonly loader: BlocksLoader;
  private readonly shared: SharedFrame;
  private readonly base: CanvasLayer;
  private readonly overlay: CanvasLayer;
  private readonly item: ListItem;
  private readonly watch: SurfaceWatch;
  private readonly description: Description;
  private readonly walk: BlocksWalk;
  private readonly measure = canvasMeasurer();
  private readonly frames = new FrameScheduler(() => this.draw());
  private readonly undo: (() => void)[];
  private palette = readPalette();
  private picture: BlocksPicture = { answer: null, colors: [], legend: [] };
  private frame: BlocksFrame | null = null;
  private isStale = true;
  private pointer: { x: CssPixels; y: CssPixels } | null = null;
  private brushed: TimeRange | null = null;

  constructor(elements: BlocksElements, store: AppStore, loader: BlocksLoader, shared: SharedFrame) {
    this.elements = elements;
    this.store = store;
    this.loader = loader;
    this.shared = shared;
    this.base = new CanvasLayer(elements.blocks, { opaque: true });
    this.overlay = new CanvasLayer(elements.overlay);
    this.item = new ListItem(elements.surface, elements.item);
    this.description = new Description(elements.description, () => this.frames.request());
    // The line of words follows the keys, until the pointer moves again.
    this.walk = new BlocksWalk(store, () => (this.pointer = null));
    this.watch = new SurfaceWatch(elements.surface, () => this.redraw(), () => {
      this.palette = readPalette();
      this.redraw();
    });
    const listeners = new AbortController();
    const { signal } = listeners;
    const drags = listenToRangeGestures(elements.surface, this, signal);
    elements.surface.addEventListener('focus', () => this.frames.request(), { signal });
    elements.surface.addEventListener('blur', () => this.leave(), { signal });
    elements.surface.addEventListener(
      'keydown',
      (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const isHandled = (event.key === 'Escape' && drags.cancel()) || this.runKey(event.key);
        if (!isHandled) return;
        event.preventDefault();
        event.stopPropagation();
      },
      { signal },
    );
    this.undo = [
      () => this.watch.stop(),
      () => this.description.stop(),
      () => listeners.abort(),
      shared.subscribe(() => this.redraw()),
      store.subscribe(({ view }, { view: before }) => {
        const isOther =
          view.range !== before.range || view.allocator !== before.allocator || view.blocks !== before.blocks;
        if (view.allocator !== before.allocator) this.walk.forget();
        if (isOther) this.redraw();
        else if (view.cursor !== before.cursor || view.selected !== before.selected) this.frames.request();
      }),
    ];
  }

  /** The blocks of the visible range, with their colours in words; null until they are there. */
  figure(): FigureContent | null {
    const { view } = this.store.getState();
    const shown = shownAllocator(this.store.getState());
    const { answer, legend } = this.picture;
    if (shown === null || answer === null || answer.allocator !== shown.index) return null;
    const { summary } = shown;
    const draw = (width: CssPixels, measure: TextMeasurer): DisplayList[] => {
      const screen = { above: null, width, height: FIGURE_HEIGHT, pixelRatio: 2, measure };
      return [this.layout(summary, answer, screen).list];
    };
    const notes = [rangeText(shownRange(view, summary), wholeCapture(summary)), ...limits(answer)];
    return { title: `Allocations: ${formatAllocator(summary.allocator)}`, notes, legend, draw };
  }

  dispose(): void {
    this.frames.cancel();
    for (const undo of this.undo) undo();
  }

  show(picture: BlocksPicture): void {
    this.picture = picture;
    this.walk.show(picture.answer);
    this.redraw();
  }

  readonly hover = (x: CssPixels | null, y: CssPixels): void => {
    this.pointer = x === null ? null : { x, y };
    this.frames.request();
  };

  readonly brush = (from: CssPixels, to: CssPixels | null): void => {
    this.brushed = to === null ? null : this.rangeBetween(from, to);
    this.frames.request();
  };

  readonly showBrushed = (from: CssPixels, to: CssPixels): void => {
    const range = this.rangeBetween(from, to);
    if (range !== null) this.store.getState().setRange(range);
  };

  readonly click = (x: CssPixels, y: CssPixels): void => {
    const { answer } = this.picture;
    const shown = shownAllocator(this.store.getState());
    if (answer === null || this.frame === null || shown === null) return;
    this.walk.forget();
    const { block } = hitText(this.frame, answer, shown.summary, x, y);
    this.store.getState().selectAllocation(block < 0 ? null : nameOfRow(answer.blocks, block));
  };

  readonly pan = (by: CssPixels): void => {
    const { frame } = this;
    if (frame === null) return;
    changeRange(this.store, ({ range, whole }) => panRange(range, by * timePerPixel(frame.plot), whole));
  };

  readonly zoom = (factor: number, x: CssPixels | null): void => {
    const { frame } = this;
    changeRange(this.store, ({ range, whole }) => {
      const anchor = x === null || frame === null ? this.anchorOf(range) : xToTime(frame.plot, x);
      return zoomRange(range, factor, Math.min(Math.max(anchor, range.from), range.to), whole);
    });
  };

  readonly showAll = (): void => {
    this.store.getState().setRange(null);
  };

  /** Where a zoom by key goes: to the selected block if its beginning is visible, to the cursor, or to the middle. */
  private anchorOf(range: TimeRange): number {
    const { view } = this.store.getState();
    const candidates = [view.selected?.start, view.cursor];
    const isVisible = (time: number | null | undefined): time is number =>
      typeof time === 'number' && time >= range.from && time <= range.to;
    return candidates.find(isVisible) ?? (range.from + range.to) / 2;
  }

  /** False where the key means nothing here. */
  private runKey(key: string): boolean {
    const action = blocksKey(key);
    if (action === null) return false;
    switch (action.kind) {
      case 'zoom':
        this.zoom(action.factor, null);
        return true;
      case 'pan':
        changeRange(this.store, ({ range, whole }) => {
          return panRange(range, (range.to - range.from) * action.share, whole);
        });
        return true;
      case 'show-all':
        this.showAll();
        return true;
      default:
        this.walk.run(action);
        return true;
    }
  }

  private leave(): void {
    this.walk.forget();
    this.frames.request();
  }

  private redraw(): void {
    this.isStale = true;
    this.frames.request();
  }

  private rangeBetween(a: CssPixels, b: CssPixels): TimeRange | null {
    if (this.frame === null) return null;
    const { plot } = this.frame;
    const [from, to] = [xToTime(plot, Math.min(a, b)), xToTime(plot, Math.max(a, b))];
    return { from: Math.max(plot.from, from), to: Math.min(plot.to, to) };
  }

  private draw(): void {
    const { view } = this.store.getState();
    const shown = shownAllocator(this.store.getState());
    const { surface } = this.elements;
    const { width, height } = this.watch.size();
    if (shown === null || width === 0 || height === 0) return;
    const answer = this.picture.answer?.allocator === shown.index ? this.picture.answer : null;
    if (this.isStale || this.frame === null) this.frame = this.drawBlocks(shown.summary, answer, width, height);
    this.want(shown.index, shown.summary, this.frame);
    const { frame, pointer } = this;
    const under =
      pointer === null || answer === null ? null : hitText(frame, answer, shown.summary, pointer.x, pointer.y);
    const selected = answer === null ? -1 : rowOfName(answer.blocks, view.selected);
    const list = layoutBlocksOverlay({
      frame,
      answer,
      width,
      height,
      cursor: view.cursor ?? shown.summary.peak.time,
      brush: this.brushed,
      hover: under?.block ?? -1,
      selected,
      hasFocus: document.activeElement === surface,
    });
    this.overlay.paint(list, this.palette, devicePixelRatio);
    this.describe(answer, selected, under?.text ?? null, shown.summary);
  }

  private want(allocator: number, summary: AllocatorSummary, { plot }: BlocksFrame): void {
    const range = shownRange(this.store.getState().view, summary);
    const resolution = timePerPixel(plot) * moveWidth(plot, devicePixelRatio);
    this.loader.want(allocator, range, wholeCapture(summary), resolution);
  }

  private drawBlocks(
    allocator: AllocatorSummary,
    answer: BlocksAnswer | null,
    width: CssPixels,
    height: CssPixels,
  ): BlocksFrame {
    const screen = { above: this.shared.current(), width, height, pixelRatio: devicePixelRatio, measure: this.measure };
    const { list, frame } = this.layout(allocator, answer, screen);
    this.base.paint(list, this.palette, devicePixelRatio);
    this.isStale = false;
    this.description.say(list.title);
    return frame;
  }

  private layout(
    allocator: AllocatorSummary,
    answer: BlocksAnswer | null,
    screen: Pick<BlocksInput, 'above' | 'width' | 'height' | 'pixelRatio' | 'measure'>,
  ): BlocksLayout {
    const { view } = this.store.getState();
    const range = shownRange(view, allocator);
    const { colors } = this.picture;
    return layoutBlocks({ allocator, range, answer, colors, startsAtZero: blocksView(view).startsAtZero, ...screen });
  }

  private describe(
    answer: BlocksAnswer | null,
    selected: number,
    hovered: string | null,
    { curves }: AllocatorSummary,
  ): void {
    const text = answer === null || selected < 0 ? null : describeBlock(answer, selected, curves.end);
    // What the picture is of, until something in it is pointed at or chosen.
    setText(this.elements.readout, hovered ?? text ?? this.description.text);
    const place = answer === null || selected < 0 ? null : { position: selected + 1, size: answer.blocks.length };
    this.item.show(text, place);
  }
}
