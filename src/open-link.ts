/** What a link names (`#open=…`, `#a=…&b=…`) is put to the user, when the page opens and whenever the fragment changes. */

import { readOpenLink } from './input/remote-address.ts';
import type { AppStore } from './state/store.ts';

export function followLink(store: AppStore): void {
  const read = (): void => {
    const request = readOpenLink(location.hash, location.href);
    if (request !== null) store.getState().showRequest(request);
  };
  read();
  addEventListener('hashchange', read);
}
