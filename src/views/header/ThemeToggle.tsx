import type { ReactNode } from 'react';
import type { Theme } from '../../model/view-state.ts';
import { useAppState } from '../../state/store.ts';

const THEMES: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

export function ThemeToggle(): ReactNode {
  const theme = useAppState((state) => state.view.theme);
  const setTheme = useAppState((state) => state.setTheme);
  return (
    <fieldset className="theme-toggle">
      <legend className="visually-hidden">Theme</legend>
      {(Object.keys(THEMES) as Theme[]).map((name) => (
        <label key={name}>
          <input type="radio" name="theme" checked={theme === name} onChange={() => setTheme(name)} />
          <span>{THEMES[name]}</span>
        </label>
      ))}
    </fieldset>
  );
}
