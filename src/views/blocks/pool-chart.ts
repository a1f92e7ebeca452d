/** The pool map's painter: one canvas, painted anew for each hover; it is small. */

import type { ColorRole, DisplayItem } from '../../layout/display-list.ts';
import { gapAt, layoutPoolMap, poolBoxAt, poolOutlines } from '../../layout/pool-map.ts';
import type { PoolBox, PoolLayout } from '../../layout/pool-map.ts';
import { nameOfRow, rowOfName } from '../../model/allocation-name.ts';
import { describeAllocation } from '../../model/allocation-words.ts';
import type { PoolMap } from '../../model/blocks.ts';
import { formatBytesBoth, formatQuantity } from '../../model/format.ts';
import type { CssPixels, Picoseconds } from '../../model/units.ts';
import type { AppStore } from '../../state/store.ts';
import { FrameScheduler } from '../canvas/frames.ts';
import { CanvasLayer } from '../canvas/layer.ts';
import { readPalette } from '../canvas/palette.ts';
import { canvasMeasurer } from '../canvas/painter.ts';
import { listenToKeys, setText, SurfaceWatch } from '../canvas/surface.ts';
import { gapText } from './blocks-words.ts';
import { ListItem } from './list-item.ts';

export interface PoolElements {
  /** Takes the focus; a list of which one item is there. */
  surface: HTMLElement;
  canvas: HTMLCanvasElement;
  item: HTMLElement;
  /** What is under the pointer, in words; shared with the blocks above. */
  readout: HTMLElement;
}

export interface PoolPicture {
  map: PoolMap;
  colors: readonly ColorRole[];
  /** End of the capture. */
  end: Picoseconds;
}

const MOVES: Record<string, ((row: number, length: number) => number) | undefined> = {
  ArrowRight: (row, length) => Math.min(length - 1, row + 1),
  ArrowLeft: (row) => Math.max(0, row - 1),
  ArrowDown: (row, length) => Math.min(length - 1, row + 1),
  ArrowUp: (row) => Math.max(0, row - 1),
  Home: () => 0,
  End: (_, length) => length - 1,
};

export class PoolChart {
  private readonly elements: PoolElements;
  private readonly store: AppStore;
  private readonly layer: CanvasLayer;
  private readonly item: ListItem;
  private readonly watch: SurfaceWatch;
  private readonly measure = canvasMeasurer();
  private readonly frames = new FrameScheduler(() => this.draw());
  private readonly undo: (() => void)[];
  private palette = readPalette();
  private picture: PoolPicture | null = null;
  private layout: PoolLayout | null = null;
  private hovered = -1;

  constructor(elements: PoolElements, store: AppStore) {
    this.elements = elements;
    this.store = store;
    this.layer = new CanvasLayer(elements.canvas, { opaque: true });
    this.item = new ListItem(elements.surface, elements.item);
    const { surface } = elements;
    this.watch = new SurfaceWatch(surface, () => this.redraw(), () => {
      this.palette = readPalette();
      this.redraw();
    });
    const listeners = new AbortController();
    const { signal } = listeners;
    surface.addEventListener('pointermove', (event) => this.hover(event), { signal });
    surface.addEventListener('pointerleave', () => this.leave(), { signal });
    surface.addEventListener('click', (event) => this.choose(this.boxUnder(event)), { signal });
    surface.addEventListener('focus', () => this.frames.request(), { signal });
    surface.addEventListener('blur', () => this.frames.request(), { signal });
    listenToKeys(surface, (key) => this.runKey(key), signal);
    this.undo = [
      () => this.watch.stop(),
      () => listeners.abort(),
      store.subscribe(({ view }, before) => {
        if (view.selected !== before.view.selected) this.frames.request();
      }),
    ];
  }

  dispose(): void {
    this.frames.cancel();
    for (const undo of this.undo) undo();
  }

  show(picture: PoolPicture): void {
    this.picture = picture;
    this.hovered = -1;
    this.redraw();
  }

  private redraw(): void {
    this.layout = null;
    this.frames.request();
  }

  /** The boxes as they are now: the pointer may come before the frame that draws them. Null where there is no room. */
  private laidOut(): PoolLayout | null {
    const { picture, measure } = this;
    const { width, height } = this.watch.size();
    if (picture === null || width === 0 || height === 0) return null;
    this.layout ??= layoutPoolMap({ ...picture, width, height, measure });
    return this.layout;
  }

  private draw(): void {
    const { picture } = this;
    const { surface } = this.elements;
    const layout = this.laidOut();
    if (picture === null || layout === null) return;
    const selected = rowOfName(picture.map.allocations, this.store.getState().view.selected);
    const hasFocus = document.activeElement === surface;
    const marks: DisplayItem[] = [];
    if (this.hovered >= 0) marks.push(...poolOutlines(layout, layout.boxes[this.hovered].allocation, 'ink', 1));
    if (selected >= 0) {
      marks.push(...poolOutlines(layout, selected, 'panel', hasFocus ? 6 : 4));
      marks.push(...poolOutlines(layout, selected, hasFocus ? 'accent' : 'ink', hasFocus ? 3.5 : 2));
    }
    this.layer.paint({ ...layout.list, items: [...layout.list.items, ...marks] }, this.palette, devicePixelRatio);
    const { length } = picture.map.allocations;
    if (selected < 0) this.item.show(null, null);
    else this.item.show(this.textOf(picture, selected), { position: selected + 1, size: length });
  }

  private textOf({ map, end }: PoolPicture, row: number): string {
    return describeAllocation(map.allocations, map.origins, row, end);
  }

  private hover(event: MouseEvent): void {
    const { picture } = this;
    const layout = this.laidOut();
    if (picture === null || layout === null) return;
    const box = this.boxUnder(event);
    this.say(box >= 0 ? this.boxText(picture, layout.boxes[box]) : this.gapText(picture, layout, event));
    if (box === this.hovered) return;
    this.hovered = box;
    this.frames.request();
  }

  private boxText(picture: PoolPicture, { allocation, count }: PoolBox): string {
    if (count === 1) return this.textOf(picture, allocation);
    const { held } = picture.map.allocations;
    const bytes = held.subarray(allocation, allocation + count).reduce((sum, each) => sum + each, 0);
    return `${formatQuantity(count, 'allocation')}, too narrow to draw one by one, ${formatBytesBoth(bytes)}`;
  }

  private gapText({ map }: PoolPicture, layout: PoolLayout, event: MouseEvent): string {
    const gap = gapAt(layout, map, ...this.placeOf(event));
    if (gap === null) return '';
    return `a gap of ${formatBytesBoth(gap.to - gap.from)}: ${gapText(map)}`;
  }

  private leave(): void {
    this.say('');
    this.hovered = -1;
    this.frames.request();
  }

  private choose(box: number): void {
    const { picture } = this;
    const layout = this.laidOut();
    if (picture === null || layout === null) return;
    const name = box < 0 ? null : nameOfRow(picture.map.allocations, layout.boxes[box].allocation);
    this.store.getState().selectAllocation(name);
  }

  /** False where the key means nothing here. */
  private runKey(key: string): boolean {
    const { picture } = this;
    if (picture === null || picture.map.allocations.length === 0) return false;
    const { allocations } = picture.map;
    if (key === 'Escape') {
      this.store.getState().selectAllocation(null);
      return true;
    }
    const move = MOVES[key];
    if (move === undefined) return false;
    const row = rowOfName(allocations, this.store.getState().view.selected);
    const next = row < 0 ? 0 : move(row, allocations.length);
    this.store.getState().selectAllocation(nameOfRow(allocations, next));
    return true;
  }

  private boxUnder(event: MouseEvent): number {
    const layout = this.laidOut();
    return layout === null ? -1 : poolBoxAt(layout, ...this.placeOf(event));
  }

  private placeOf(event: MouseEvent): [x: CssPixels, y: CssPixels] {
    const box = this.elements.surface.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private say(text: string): void {
    setText(this.elements.readout, text);
  }
}
