/** One canvas of a picture: sized to the screen's pixels, painted from a display list. */

import type { DisplayList } from '../../layout/display-list.ts';
import type { Palette } from '../../layout/palette.ts';
import { paint } from './painter.ts';

export class CanvasLayer {
  private readonly canvas: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D | null;

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
    if (this.context !== null) paint(list, this.context, palette, pixelRatio);
  }
}
