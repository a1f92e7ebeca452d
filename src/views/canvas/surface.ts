/** What the surface of every picture listens to, and how it is written beside one. */

import type { CssPixels } from '../../model/units.ts';

export interface SurfaceSize {
  width: CssPixels;
  height: CssPixels;
}

/**
 * Calls back when the surface has another size and when the page has another theme, and knows the size in between: asking
 * the element while a picture is drawn would have the page lay itself out for it, and again for what the picture writes.
 */
export class SurfaceWatch {
  private readonly surface: Element;
  private readonly sizes: ResizeObserver;
  private readonly themes: MutationObserver;
  private known: SurfaceSize | null = null;

  constructor(surface: Element, onSize: () => void, onTheme: () => void) {
    this.surface = surface;
    this.sizes = new ResizeObserver(() => {
      // The page has just been laid out, so this costs nothing.
      this.known = this.measured();
      onSize();
    });
    this.sizes.observe(surface);
    this.themes = new MutationObserver(onTheme);
    this.themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  /** Inside of its border and its scrollbars. */
  size(): SurfaceSize {
    // Asked for before the page was laid out with it.
    return this.known ?? this.measured();
  }

  stop(): void {
    this.sizes.disconnect();
    this.themes.disconnect();
  }

  private measured(): SurfaceSize {
    const { clientWidth: width, clientHeight: height } = this.surface;
    return { width, height };
  }
}

/** Keys without a modifier that mean something to the picture are taken from the page. `run` is false for others. */
export function listenToKeys(surface: HTMLElement, run: (key: string) => boolean, signal: AbortSignal): void {
  surface.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !run(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
}

/**
 * Writes into the text that is there: one text in place of another is another node, for which the page looks up what its
 * styles ask of `.app`, and an equal one would still dirty the layout.
 */
export function setText(element: HTMLElement, text: string): void {
  const only = element.childNodes.length === 1 ? element.firstChild : null;
  if (!(only instanceof Text)) element.textContent = text;
  else if (only.data !== text) only.data = text;
}

/** Longer than from frame to frame, too short to be waited for. */
const SETTLED_MS = 250;

/**
 * A picture in words, for who does not see it: written once it has stood still. In every frame of a pan it would be
 * read by nobody, and the page laid out for it.
 */
export class Description {
  private readonly element: HTMLElement;
  private readonly onSettled: () => void;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, onSettled: () => void = () => undefined) {
    this.element = element;
    this.onSettled = onSettled;
  }

  /** What is written now. */
  get text(): string {
    return this.element.textContent;
  }

  say(text: string): void {
    clearTimeout(this.timer);
    // The first is waited for by nobody's gesture.
    if (this.text === '') setText(this.element, text);
    else if (this.text !== text) this.timer = setTimeout(() => this.settle(text), SETTLED_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private settle(text: string): void {
    setText(this.element, text);
    this.onSettled();
  }
}
