/**
 * Pointer and wheel on a picture with a time axis, as commands: hover, click, brush a range, pan, zoom. The same in
 * every such picture. Knows nothing of what the commands do.
 */

import type { CssPixels } from '../../model/units.ts';

export interface RangeCommands {
  /** Under the pointer; null where it has left. */
  hover: (x: CssPixels | null, y: CssPixels) => void;
  /** While a range is brushed, from where it began to where the pointer is; null ends it without effect. */
  brush: (from: CssPixels, to: CssPixels | null) => void;
  showBrushed: (from: CssPixels, to: CssPixels) => void;
  click: (x: CssPixels, y: CssPixels) => void;
  /** Moves what is visible; positive shows later times. */
  pan: (by: CssPixels) => void;
  /** `x` stays where it is. Below 1 is closer. */
  zoom: (factor: number, x: CssPixels) => void;
  showAll: () => void;
}

/** A press that moves less is a click. */
const CLICK_SLOP: CssPixels = 4;
/** A notch of a wheel is about 100 pixels: 0.86 of the range. */
const WHEEL_ZOOM = 0.0015;
const LINE_HEIGHT: CssPixels = 16;

type Drag = { kind: 'brush'; pointer: number; from: CssPixels } | { kind: 'pan'; pointer: number; last: CssPixels };

export interface RangeGestures {
  /** Ends a drag without effect; false where there was none. */
  cancel: () => boolean;
}

/** Listens until the signal says otherwise. */
export function listenToRangeGestures(
  surface: HTMLElement,
  commands: RangeCommands,
  signal: AbortSignal,
): RangeGestures {
  let drag: Drag | null = null;
  const xOf = (event: MouseEvent): CssPixels => event.clientX - surface.getBoundingClientRect().left;
  const yOf = (event: MouseEvent): CssPixels => event.clientY - surface.getBoundingClientRect().top;

  const end = (): void => {
    if (drag?.kind === 'brush') commands.brush(drag.from, null);
    drag = null;
  };

  surface.addEventListener(
    'pointerdown',
    (event) => {
      if (drag !== null || event.button > 1) return;
      surface.setPointerCapture(event.pointerId);
      const pans = event.shiftKey || event.button === 1;
      if (pans) event.preventDefault();
      const pointer = event.pointerId;
      drag = pans ? { kind: 'pan', pointer, last: xOf(event) } : { kind: 'brush', pointer, from: xOf(event) };
    },
    { signal },
  );
  surface.addEventListener(
    'pointermove',
    (event) => {
      const x = xOf(event);
      commands.hover(x, yOf(event));
      if (drag === null || event.pointerId !== drag.pointer) return;
      if (drag.kind === 'brush') {
        if (Math.abs(x - drag.from) >= CLICK_SLOP) commands.brush(drag.from, x);
      } else {
        commands.pan(drag.last - x);
        drag.last = x;
      }
    },
    { signal },
  );
  surface.addEventListener(
    'pointerup',
    (event) => {
      if (drag === null || event.pointerId !== drag.pointer) return;
      const { kind } = drag;
      const x = xOf(event);
      if (drag.kind === 'brush' && Math.abs(x - drag.from) >= CLICK_SLOP) commands.showBrushed(drag.from, x);
      else if (kind === 'brush') commands.click(x, yOf(event));
      end();
    },
    { signal },
  );
  surface.addEventListener('pointercancel', end, { signal });
  surface.addEventListener('pointerleave', () => commands.hover(null, 0), { signal });
  surface.addEventListener('dblclick', () => commands.showAll(), { signal });
  surface.addEventListener(
    'wheel',
    (event) => {
      // A page that swallows the wheel wherever the pointer happens to be cannot be scrolled.
      if (!event.ctrlKey && document.activeElement !== surface) return;
      event.preventDefault();
      const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_HEIGHT : 1;
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (sideways !== 0) commands.pan(sideways * scale);
      else commands.zoom(Math.exp(event.deltaY * scale * WHEEL_ZOOM), xOf(event));
    },
    { signal, passive: false },
  );
  return {
    cancel: () => {
      const dragged = drag !== null;
      end();
      return dragged;
    },
  };
}
