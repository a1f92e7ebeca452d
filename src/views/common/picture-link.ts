/** The link that a picture carries, or stands beside. */

import { withView } from '../../share/view-link.ts';
import { linkOf as viewOf } from '../../state/link-state.ts';
import { appStore } from '../../state/store.ts';

/** Without `#`; null where nothing is open that a link can name. */
export function linkFragment(): Promise<string | null> {
  const view = viewOf(appStore.getState());
  const fragment = view === null ? '' : withView('', view).slice(1);
  return Promise.resolve(fragment === '' ? null : fragment);
}

export function linkOf(fragment: string): string {
  return `${location.origin}${location.pathname}#${fragment}`;
}
