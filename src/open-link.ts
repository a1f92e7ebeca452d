/**
 * What a link names (`#open=…`, `#a=…&b=…`) is put to the user, and what it carries (`d=`) is shown, when the page opens
 * and whenever the fragment changes.
 */

import { readOpenLink } from './input/remote-address.ts';
import { dataOf } from './share/view-link.ts';
import type { AppStore } from './state/store.ts';

export function followLink(store: AppStore, openData: (encoded: string) => void): void {
  const read = (): void => {
    const request = readOpenLink(location.hash, location.href);
    if (request !== null) store.getState().showRequest(request);
    const data = dataOf(location.hash);
    // Back and forward among the views of one link change its view alone.
    if (data !== null && data !== store.getState().linked?.encoded) openData(data);
  };
  read();
  addEventListener('hashchange', read);
}
