/** What the surface of every picture listens to, and how it is written beside one. */

/** Calls back when the surface has another size and when the page has another theme; gives what ends it. */
export function watchSurface(surface: Element, onSize: () => void, onTheme: () => void): () => void {
  const sizes = new ResizeObserver(onSize);
  sizes.observe(surface);
  const themes = new MutationObserver(onTheme);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    sizes.disconnect();
    themes.disconnect();
  };
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

/** Writing an equal text would still dirty the layout. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
