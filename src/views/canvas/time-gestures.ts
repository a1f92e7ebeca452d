/** Pointer, wheel and keys on the timeline, as commands. Knows nothing of what they do. */

import type { CssPixels } from '../../model/units.ts';
import { listenToRangeGestures } from './range-gestures.ts';

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
  /** Fits the size axis to what is visible, or takes that back. */
  fitSizes(): void;
}

export type CursorMove = 'next' | 'previous' | 'page-forward' | 'page-back' | 'start' | 'end' | 'peak' | 'next-peak' | 'previous-peak';

const KEY_ZOOM = 0.7;
const KEY_PAN = 0.15;

/** Listens until the returned function is called. */
export function listenToGestures(surface: HTMLElement, commands: TimelineCommands): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const drags = listenToRangeGestures(
    surface,
    {
      hover: (x) => commands.hover(x),
      brush: (from, to) => commands.brush(from, to),
      showBrushed: (from, to) => commands.showBrushed(from, to),
      click: (x) => commands.placeCursor(x),
      pan: (by) => commands.pan(by),
      zoom: (factor, x) => commands.zoom(factor, x),
      showAll: () => commands.showAll(),
    },
    signal,
  );
  surface.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isHandled = (event.key === 'Escape' && drags.cancel()) || runKey(event.key, commands);
      if (!isHandled) return;
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
  n: 'next-peak',
  b: 'previous-peak',
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
    case 'y':
      commands.fitSizes();
      return true;
    default:
      return false;
  }
}
