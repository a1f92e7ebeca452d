/** Where the curve lies, for what is drawn under it on the same time axis. Written by the curve's painter. */

import type { DisplayList, TextMeasurer } from '../../layout/display-list.ts';
import type { PlotFrame } from '../../layout/plot-frame.ts';
import type { CssPixels } from '../../model/units.ts';

/** Draws what lies under the curve for a curve that lies elsewhere; null where nothing does. */
export type DrawBelow = (frame: PlotFrame, width: CssPixels, measure: TextMeasurer) => DisplayList | null;

export class SharedFrame {
  /** Of the lanes while they are shown: a picture of the curve has them too. */
  drawBelow: DrawBelow = () => null;
  private frame: PlotFrame | null = null;
  private readonly listeners = new Set<() => void>();

  readonly current = (): PlotFrame | null => this.frame;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Tells listeners only where something moved: the curve is painted more often than that. */
  show(frame: PlotFrame): void {
    const before = this.frame;
    const { from, to, left, right } = frame;
    this.frame = frame;
    const same = before?.from === from && before.to === to && before.left === left && before.right === right;
    if (same) return;
    for (const listener of this.listeners) listener();
  }
}
