/**
 * The flame view's painter: two canvases (the boxes; what moves over them) that stay while the rows scroll past under
 * them. Hover and the focus ring live here and nowhere else; what is chosen is said to `commands`.
 */

import type { FrameMatches } from '../../layout/frame-search.ts';
import type { FlameIndex, FlameRow } from '../../layout/flame-index.ts';
import type { BoxFill } from '../../layout/icicle.ts';
import { icicleHeight, layoutIcicle, ROW_HEIGHT } from '../../layout/icicle.ts';
import type { BoxIndex, IcicleBoxes } from '../../layout/icicle-boxes.ts';
import { boxAt, icicleBoxes } from '../../layout/icicle-boxes.ts';
import type { RowTexts } from '../../layout/icicle-labels.ts';
import { IcicleLabels } from '../../layout/icicle-labels.ts';
import { layoutIcicleOverlay } from '../../layout/icicle-overlay.ts';
import { moveBox, nextMatch, siblingsOf } from '../../layout/icicle-walk.ts';
import type { CssPixels } from '../../model/units.ts';
import { FrameScheduler } from '../canvas/frames.ts';
import { CanvasLayer } from '../canvas/layer.ts';
import { readPalette } from '../canvas/palette.ts';
import { canvasMeasurer } from '../canvas/painter.ts';
import { listenToKeys, setText, SurfaceWatch } from '../canvas/surface.ts';
import { flameKey } from './flame-keys.ts';
import type { FlameSelection } from './selection.ts';
import { boxOfSelection, mergedRows, selectionOfBox } from './selection.ts';
import type { BoxWords } from './sentences.ts';
import { describeMerged, describeRow } from './sentences.ts';

export interface FlameElements {
  /** Scrolls, takes the focus and the keys; a tree for screen readers. */
  surface: HTMLElement;
  /** As high as all rows. */
  content: HTMLElement;
  /** Holds the canvases, and is as high as what is seen of the rows. */
  layers: HTMLElement;
  boxes: HTMLCanvasElement;
  overlay: HTMLCanvasElement;
  /** The one tree item that is there: the box that keys act on. */
  item: HTMLElement;
  readout: HTMLElement;
}

export interface FlamePicture {
  index: FlameIndex;
  focus: FlameRow;
  matches: FrameMatches | null;
  selection: FlameSelection | null;
  words: BoxWords;
  look?: BoxLook;
}

/** How boxes look and read where they are not what rows of a kind hold: a comparison. */
export interface BoxLook {
  texts: RowTexts;
  fill: BoxFill;
  /** One line on a row, and on the rows of a merged box. */
  describe: (row: FlameRow) => string;
  describeMerged: (rows: readonly FlameRow[]) => string;
}

/** What is left out has no key. */
export interface FlameCommands {
  select: (selection: FlameSelection | null) => void;
  focus: (row: FlameRow) => void;
  hide?: (row: FlameRow) => void;
  invert?: () => void;
  fold?: () => void;
  /** False where nothing was left to undo. */
  undo: () => boolean;
  search: () => void;
}

export class FlameChart {
  /** Set anew with every render: they close over what is shown. */
  commands: FlameCommands;
  private readonly elements: FlameElements;
  private readonly base: CanvasLayer;
  private readonly overlay: CanvasLayer;
  private readonly measure = canvasMeasurer();
  private readonly frames = new FrameScheduler(() => this.draw());
  private readonly listeners = new AbortController();
  private readonly watch: SurfaceWatch;
  private palette = readPalette();
  private picture: FlamePicture | null = null;
  private boxes: IcicleBoxes | null = null;
  private labels: IcicleLabels | null = null;
  private width: CssPixels = 0;
  private hover: BoxIndex = -1;
  private active: BoxIndex = -1;
  private baseIsStale = true;
  private itemNumber = 0;

  constructor(elements: FlameElements, commands: FlameCommands) {
    this.elements = elements;
    this.commands = commands;
    this.base = new CanvasLayer(elements.boxes);
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

  show(picture: FlamePicture): void {
    const before = this.picture;
    // Whoever shows it renders more often than the picture changes, as while the next one is on its way.
    if (before === picture) return;
    this.picture = picture;
    if (before?.index !== picture.index || before.words !== picture.words || before.look !== picture.look) {
      const { index, words, look } = picture;
      this.labels = new IcicleLabels(index, words.rootText, words.amounts, this.measure, look?.texts);
    }
    if (before?.index !== picture.index || before.focus !== picture.focus) {
      this.boxes = null;
      this.hover = -1;
    }
    if (before?.selection !== picture.selection) this.active = -1;
    // A selection alone changes nothing below the overlay.
    const isSame = before?.matches === picture.matches && before?.words === picture.words && before.look === picture.look;
    if (this.boxes === null || !isSame) this.redraw();
    else this.frames.request();
  }

  /** The next box with a match from where keys stand; from the search field as well. */
  goToMatch(step: 1 | -1): void {
    const laid = this.laidOut();
    if (laid === null || laid.picture.matches === null) return;
    const box = nextMatch(laid.picture.index, laid.boxes, laid.picture.matches, this.active, step);
    if (box >= 0) this.goTo(box);
  }

  takeFocus(): void {
    this.elements.surface.focus();
  }

  private listen(): void {
    const { surface } = this.elements;
    const { signal } = this.listeners;
    surface.addEventListener('scroll', () => this.redraw(), { signal, passive: true });
    surface.addEventListener('focus', () => this.frames.request(), { signal });
    surface.addEventListener('blur', () => this.frames.request(), { signal });
    surface.addEventListener('pointermove', (event) => this.setHover(this.boxUnder(event)), { signal });
    surface.addEventListener('pointerleave', () => this.setHover(-1), { signal });
    surface.addEventListener('click', (event) => this.click(event), { signal });
    listenToKeys(surface, (key) => this.runKey(key), signal);
  }

  /**
   * The second click of a double click is about the box of the first, whatever lies there by now: its details have
   * opened beside the picture and made it narrower.
   */
  private click(event: MouseEvent): void {
    if (event.detail < 2) this.choose(this.boxUnder(event));
    else if (event.detail === 2 && this.picture?.selection?.kind === 'node') {
      this.commands.focus(this.picture.selection.row);
    }
  }

  /** False where the key means nothing here. */
  private runKey(key: string): boolean {
    const action = flameKey(key);
    const laid = this.laidOut();
    if (action === null || laid === null) return false;
    const row = this.rowOf(this.active);
    switch (action.kind) {
      case 'move':
        this.goTo(moveBox(laid.boxes, this.active, action.move));
        return true;
      case 'match':
        this.goToMatch(action.step);
        return true;
      case 'focus':
        if (row >= 0) this.commands.focus(row);
        return true;
      case 'hide':
        if (row > 0) this.commands.hide?.(row);
        return this.commands.hide !== undefined;
      case 'leave':
        if (!this.commands.undo()) this.commands.select(null);
        return true;
      case 'undo':
        this.commands.undo();
        return true;
      default:
        this.commands[action.kind]?.();
        return this.commands[action.kind] !== undefined;
    }
  }

  /** The row of a box of one node; -1 for merged boxes, which cannot be focused or hidden as one. */
  private rowOf(box: BoxIndex): FlameRow {
    return this.boxes === null || box < 0 || this.boxes.merged[box] > 0 ? -1 : this.boxes.row[box];
  }

  private choose(box: BoxIndex): void {
    if (this.picture === null || this.boxes === null) return;
    this.active = box;
    this.commands.select(box < 0 ? null : selectionOfBox(this.picture.index, this.boxes, box));
    this.frames.request();
  }

  private goTo(box: BoxIndex): void {
    if (this.boxes === null) return;
    const { surface } = this.elements;
    const top = this.boxes.level[box] * ROW_HEIGHT;
    const bottom = top + ROW_HEIGHT - surface.clientHeight;
    if (surface.scrollTop > top) surface.scrollTop = top;
    else if (surface.scrollTop < bottom) surface.scrollTop = bottom;
    this.choose(box);
  }

  private setHover(box: BoxIndex): void {
    if (box === this.hover) return;
    this.hover = box;
    this.frames.request();
  }

  private boxUnder(event: MouseEvent): BoxIndex {
    const boxes = this.laidOut()?.boxes ?? null;
    if (boxes === null) return -1;
    const { surface } = this.elements;
    const { left, top } = surface.getBoundingClientRect();
    const level = Math.floor((event.clientY - top - surface.clientTop + surface.scrollTop) / ROW_HEIGHT);
    return boxAt(boxes, level, event.clientX - left - surface.clientLeft);
  }

  private redraw(): void {
    this.baseIsStale = true;
    this.frames.request();
  }

  /**
   * The boxes of the picture as it is now, with one of them active. Keys and clicks come faster than frames, so whoever
   * needs the boxes lays them out. Null where there is no room.
   */
  private laidOut(): { picture: FlamePicture; boxes: IcicleBoxes; selected: BoxIndex } | null {
    const { picture } = this;
    const { width } = this.watch.size();
    if (picture === null || width === 0) return null;
    if (this.boxes === null || this.width !== width) {
      this.width = width;
      this.boxes = icicleBoxes(picture.index, picture.focus, width);
      this.active = -1;
      this.hover = -1;
      this.baseIsStale = true;
    }
    const { boxes } = this;
    const selected = picture.selection === null ? -1 : boxOfSelection(picture.index, boxes, picture.selection);
    if (this.active < 0) this.active = selected < 0 ? boxes.focus : selected;
    return { picture, boxes, selected };
  }

  private draw(): void {
    const { labels } = this;
    const { surface, content, layers } = this.elements;
    const { height } = this.watch.size();
    const laid = this.laidOut();
    if (laid === null || labels === null || height === 0) return;
    const { picture, boxes, selected } = laid;
    const { width } = this;
    setHeight(content, Math.max(icicleHeight(boxes), height));
    setHeight(layers, height);
    const scroll = surface.scrollTop;
    if (this.baseIsStale) {
      const { index, matches, look } = picture;
      const list = layoutIcicle({ index, boxes, labels, matches, width, height, scroll, fill: look?.fill ?? null });
      this.base.paint(list, this.palette, devicePixelRatio);
      this.baseIsStale = false;
    }
    const active = document.activeElement === surface ? this.active : -1;
    const list = layoutIcicleOverlay({ boxes, width, height, scroll, hover: this.hover, selected, active });
    this.overlay.paint(list, this.palette, devicePixelRatio);
    this.describe(picture, boxes, selected);
  }

  private describe(picture: FlamePicture, boxes: IcicleBoxes, selected: BoxIndex): void {
    const { surface, item, readout } = this.elements;
    setText(readout, this.textOf(picture, boxes, this.hover >= 0 ? this.hover : this.active));
    const text = this.textOf(picture, boxes, this.active);
    const [first, last] = siblingsOf(boxes, this.active);
    const position = `${boxes.level[this.active] + 1} ${this.active - first + 1} ${last - first + 1}`;
    const isSelected = String(this.active === selected);
    const told = `${text}\n${position}\n${isSelected}`;
    if (item.dataset['told'] === told) return;
    // Readers speak when the active item changes, so another box is another id.
    item.id = `${surface.id}-item-${this.itemNumber++}`;
    item.dataset['told'] = told;
    const [level, place, size] = position.split(' ');
    item.setAttribute('aria-level', level);
    item.setAttribute('aria-posinset', place);
    item.setAttribute('aria-setsize', size);
    item.setAttribute('aria-selected', isSelected);
    item.setAttribute('aria-label', text);
    surface.setAttribute('aria-activedescendant', item.id);
  }

  private textOf({ index, words, look }: FlamePicture, boxes: IcicleBoxes, box: BoxIndex): string {
    if (boxes.merged[box] > 0) {
      const rows = mergedRows(index, boxes, box);
      return look?.describeMerged(rows) ?? describeMerged(index, rows, words);
    }
    if (look !== undefined) return look.describe(boxes.row[box]);
    return describeRow(index, boxes.row[box], words);
  }
}

function setHeight(element: HTMLElement, height: CssPixels): void {
  const text = `${String(height)}px`;
  if (element.style.height !== text) element.style.height = text;
}
