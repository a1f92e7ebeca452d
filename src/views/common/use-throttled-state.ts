import { useEffect, useState } from 'react';
import type { AppState } from '../../state/app-state.ts';
import { appStore } from '../../state/store.ts';

/** As often as a person reads what moves. */
const PERIOD_MS = 500;

/**
 * What `read` finds in the state: at once, and twice a second while it moves, for words that follow a zoom or pan
 * whose every frame the pictures have to themselves. What it rests on is always shown. `read` must stay the same function.
 */
export function useThrottledState<T>(read: (state: AppState) => T): T {
  const [shown, setShown] = useState(() => read(appStore.getState()));
  useEffect(() => {
    let lastShown = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      timer = undefined;
      lastShown = performance.now();
      setShown(() => read(appStore.getState()));
    };
    const follow = (): void => {
      if (timer !== undefined) return;
      const wait = lastShown + PERIOD_MS - performance.now();
      if (wait <= 0) show();
      else timer = setTimeout(show, wait);
    };
    show();
    const unfollow = appStore.subscribe(follow);
    return () => {
      unfollow();
      clearTimeout(timer);
    };
  }, [read]);
  return shown;
}
