/**
 * The page's state on its root element (`data-state`: landing, loading, open, refused), in its title, and as
 * performance marks: for tests, measurements and the tab bar. `open` is only said once the picture is there.
 */

import { openTitle } from '../state/app-state.ts';
import type { AppState } from '../state/app-state.ts';
import type { AppStore } from '../state/store.ts';

export function publishState(store: AppStore): void {
  const publish = (state: AppState): void => {
    const isReady = state.status !== 'open' || state.drawn;
    document.documentElement.dataset['state'] = isReady ? state.status : 'loading';
    document.title = titleOf(state);
  };
  publish(store.getState());
  store.subscribe((state, before) => {
    if (state.drawn && !before.drawn) performance.mark('highwater:drawn');
    const { status, drawn, profile, comparison, messages } = state;
    const isOther = profile !== before.profile || comparison !== before.comparison || messages !== before.messages;
    if (status !== before.status || drawn !== before.drawn || isOther) publish(state);
  });
}

function titleOf(state: AppState): string {
  const title = openTitle(state);
  if (state.status !== 'open' || title === null) return 'Highwater – memory profiles of JAX and XLA';
  return `${title.name} – Highwater`;
}
