/** Pointer, wheel and keys on the timeline, as commands. Knows nothing of what they do. */

import type { CssPixels } from '../../model/units.ts';

export interface TimelineCommands {
  /** Under the pointer; null where it has left. */
  hover(x: CssPixels | null): void;
  /** While a range is brushed, from where it began to where the pointer is; null ends it without effect. */
  brush(from: CssPixels, to: CssPixels | null): void;
  showBrushed(from: CssPixels, to: CssPixels): void;
  placeCursor(x: CssPixels): void;
  moveCursor(to: CursorMove): void;
  /** Moves what is visible; positive shows later times. */
  pan(by: CssPixels): void;
  panByShare(share: number): void;
  /** `x` stays where it is; null keeps the cursor. Below 1 is closer. */
  zoom(factor: number, x: CssPixels | null): void;
  showAll(): void;
}

export type CursorMove = 'next' | 'previous' | 'page-forward' | 'page-back' | 'start' | 'end' | 'peak';

/** A press that moves less is a click. */
const CLICK_SLOP: CssPixels = 4;
const KEY_ZOOM = 0.7;
const KEY_PAN = 0.15;
/** A notch of a wheel is about 100 pixels: 0.86 of the range. */
const WHEEL_ZOOM = 0.0015;
const LINE_HEIGHT: CssPixels = 16;

type Drag = { kind: 'brush'; pointer: number; from: CssPixels } | { kind: 'pan'; pointer: number; last: CssPixels };

/** Listens until the returned function is called. */
export function listenToGestures(surface: HTMLElement, commands: TimelineCommands): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let drag: Drag | null = null;
  const xOf = (event: MouseEvent): CssPixels => event.clientX - surface.getBoundingClientRect().left;

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
      commands.hover(x);
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
      else if (kind === 'brush') commands.placeCursor(x);
      end();
    },
    { signal },
  );
  surface.addEventListener('pointercancel', end, { signal });
  surface.addEventListener('pointerleave', () => commands.hover(null), { signal });
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
  surface.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape' && drag !== null) end();
      else if (!runKey(event.key, commands)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
  return () => listeners.abort();
}

const CURSOR_KEYS: Record<string, CursorMove> = {
  ArrowRight: 'next',
  ArrowUp: 'next',
  ArrowLeft: 'previous',
  ArrowDown: 'previous',
  PageUp: 'page-forward',
  PageDown: 'page-back',
  Home: 'start',
  End: 'end',
  p: 'peak',
};

/** False where the key means nothing here. */
function runKey(key: string, commands: TimelineCommands): boolean {
  const move = CURSOR_KEYS[key];
  if (move !== undefined) {
    commands.moveCursor(move);
    return true;
  }
  switch (key) {
    case 'w':
    case '+':
    case '=':
      commands.zoom(KEY_ZOOM, null);
      return true;
    case 's':
    case '-':
      commands.zoom(1 / KEY_ZOOM, null);
      return true;
    case 'a':
      commands.panByShare(-KEY_PAN);
      return true;
    case 'd':
      commands.panByShare(KEY_PAN);
      return true;
    case '0':
      commands.showAll();
      return true;
    default:
      return false;
  }
}
