/** One canvas of a picture: sized to the screen's pixels, painted from a display list. */

import type { DisplayList } from '../../layout/display-list.ts';
import type { Palette } from '../../layout/palette.ts';
import { paint } from './painter.ts';

export class CanvasLayer {
  private readonly canvas: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D | null;
  private isBlank = true;

  /** An opaque layer must paint all of its canvas; the browser then need not blend it. */
  constructor(canvas: HTMLCanvasElement, { opaque = false } = {}) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d', { alpha: !opaque });
  }

  paint(list: DisplayList, palette: Palette, pixelRatio: number): void {
    const width = Math.max(1, Math.round(list.width * pixelRatio));
    const height = Math.max(1, Math.round(list.height * pixelRatio));
    // Setting a size clears and reallocates, even to the same value.
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    // Where nothing was and nothing comes, as over a flame that nobody points at: clearing it would have all of it drawn again.
    const wasBlank = this.isBlank;
    this.isBlank = list.items.length === 0;
    if (this.context !== null && !(wasBlank && this.isBlank)) paint(list, this.context, palette, pixelRatio);
  }
}
