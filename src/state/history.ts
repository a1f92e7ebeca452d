/**
 * The address follows the view, and back and forward follow the address. What a person did on purpose (an allocator, a
 * finding, a brushed range, a tab) is a step to go back by; the rest (cursor, zoom, typing) changes the step it is in.
 */

import type { ViewState } from '../model/view-state.ts';
import { dataOf, readView, withData, withoutView, withView } from '../share/view-link.ts';
import type { AppState } from './app-state.ts';
import { linkOf } from './link-state.ts';
import type { AppStore } from './store.ts';

/** Browsers refuse an address that changes faster than about this, for many seconds after. */
const REPLACE_MS = 400;
/** While the view keeps changing, as in a pan, the address waits for it to rest: writing it costs half a frame. */
const MOST_WAITS = 5;

/** What is needed of `window`, so that tests need none. */
export interface AddressBar {
  fragment: () => string;
  push: (fragment: string) => void;
  replace: (fragment: string) => void;
  /** Back, forward, or an address typed over this one. */
  onMove: (listener: () => void) => void;
  later: (callback: () => void, milliseconds: number) => void;
}

export function followAddress(store: AppStore, bar: AddressBar): void {
  // While the address leads, the view that it gives must not be written back as a new step.
  let isLeading = false;
  let isPlanned = false;
  let isStale = false;

  const written = (state: AppState): string => {
    const link = linkOf(state);
    // Data of a link stays as it came, and goes with what it is of.
    const fragment = withData(bar.fragment(), state.linked?.encoded ?? null);
    return link === null ? withoutView(fragment) : withView(fragment, link);
  };
  const replace = (state: AppState): void => {
    isStale = false;
    const fragment = written(state);
    if (fragment !== bar.fragment()) bar.replace(fragment);
  };
  const follow = (state: AppState): void => {
    const fragment = written(state);
    // What takes the place of a link's data is a step: the way back to the link.
    const isStep = dataOf(bar.fragment()) !== null && dataOf(fragment) === null;
    if (isStep) bar.push(fragment);
    else replace(state);
  };
  const wait = (before: ViewState, waits: number): void => {
    bar.later(() => {
      const state = store.getState();
      if (isStale && state.status === 'open' && state.view !== before && waits < MOST_WAITS) {
        wait(state.view, waits + 1);
        return;
      }
      isPlanned = false;
      if (isStale && state.status === 'open') replace(state);
    }, REPLACE_MS);
  };
  const plan = (): void => {
    isStale = true;
    if (isPlanned) return;
    isPlanned = true;
    wait(store.getState().view, 1);
  };
  const lead = (): void => {
    isLeading = true;
    isStale = false;
    const read = readView(bar.fragment());
    store.getState().readLink(read);
    isLeading = false;
  };

  lead();
  bar.onMove(lead);
  store.subscribe((state, before) => {
    if (isLeading || state.status !== 'open') {
      // Closed: the address must not promise what is no longer there. A link that waits for its files stays.
      if (before.status === 'open' && state.status === 'landing' && state.link === null) replace(state);
      return;
    }
    // Opened or given back: the step that the page is in.
    if (before.status !== 'open' || state.profile !== before.profile || state.comparison !== before.comparison) {
      if (state.link?.kind !== 'waiting') follow(state);
      return;
    }
    if (state.view === before.view) return;
    if (isDeliberate(state, before)) {
      // What was not yet written belongs to the step that is left.
      if (isStale) replace(before);
      const fragment = written(state);
      if (fragment !== bar.fragment()) bar.push(fragment);
    } else {
      plan();
    }
  });
}

function isDeliberate({ view }: AppState, { view: before }: AppState): boolean {
  return (
    view.compare?.swapped !== before.compare?.swapped ||
    view.compare?.alignment !== before.compare?.alignment ||
    view.compare?.tab !== before.compare?.tab ||
    view.compare?.focus !== before.compare?.focus ||
    view.allocator !== before.allocator ||
    view.total !== before.total ||
    view.finding !== before.finding ||
    view.trail !== before.trail ||
    view.lower !== before.lower ||
    view.dump.tab !== before.dump.tab ||
    view.dump.shown !== before.dump.shown
  );
}

/** The browser's own. */
export function browserAddress(): AddressBar {
  const at = (fragment: string): string => `${location.pathname}${location.search}${fragment}`;
  return {
    fragment: () => location.hash,
    push: (fragment) => history.pushState(null, '', at(fragment)),
    replace: (fragment) => history.replaceState(null, '', at(fragment)),
    onMove: (listener) => addEventListener('popstate', listener),
    later: (callback, milliseconds) => {
      setTimeout(callback, milliseconds);
    },
  };
}
