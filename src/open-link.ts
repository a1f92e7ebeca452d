/**
 * What a link names (`#open=…`, `#a=…&b=…`) is put to the user, and what it carries (`d=`) is shown, when the page opens
 * and whenever the fragment changes.
 */

import { readOpenLink } from './input/remote-address.ts';
import { dataOf } from './share/view-link.ts';
import type { AppStore } from './state/store.ts';

export interface LinkActions {
  openData: (encoded: string) => void;
  /** Back to an address from before a link, of which nothing but its data was shown. */
  leaveData: () => void;
}

export function followLink(store: AppStore, { openData, leaveData }: LinkActions): void {
  const read = (): void => {
    const request = readOpenLink(location.hash, location.href);
    if (request !== null) store.getState().showRequest(request);
    const data = dataOf(location.hash);
    const { linked } = store.getState();
    // Back and forward among the views of one link change its view alone.
    if (data !== null && data !== linked?.encoded) openData(data);
    const isDataAlone = linked !== null && linked.encoded !== null && !linked.isRestored.some(Boolean);
    if (data === null && request === null && isDataAlone) leaveData();
  };
  read();
  addEventListener('hashchange', read);
}
