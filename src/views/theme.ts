/** Which of the two themes holds, on the document's root: `styles/tokens.css` has the colours of each. */

import type { Theme } from '../model/view-state.ts';
import type { AppStore } from '../state/store.ts';

const STORAGE_KEY = 'highwater.theme';

/** Follows the choice and, where it is the system's, the system; keeps the choice for the next visit. */
export function followTheme(store: AppStore): void {
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    const { theme } = store.getState().view;
    const isDark = theme === 'dark' || (theme === 'system' && systemIsDark.matches);
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
  };
  store.getState().setTheme(storedTheme());
  apply();
  systemIsDark.addEventListener('change', apply);
  store.subscribe(({ view }, before) => {
    if (view.theme === before.view.theme) return;
    storeTheme(view.theme);
    apply();
  });
}

/** Storage may be forbidden or full; the theme is then the system's, or lasts for this visit. */
function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Nothing depends on it.
  }
}
