/**
 * The view in the address: `#v=1&s=<state>`, which browsers send to no server. `s` is JSON in base64url, names and not
 * indices, without what is as by default:
 *
 *     {"files":["profile.tar.gz"],"view":{"cursor":226567000000,"flame":{"what":"retained"}}}
 *
 * Other parts of the fragment are left as they are. Anybody can write an address: whatever is read is checked field by
 * field, and refused as a whole where it does not fit.
 */

import type { Theme, ViewState } from '../model/view-state.ts';
import { INITIAL_VIEW_STATE } from '../model/view-state.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { list, object, text, Unfit } from './checked.ts';
import { sharedView } from './view-schema.ts';
import type { SharedView } from './view-schema.ts';

export const LINK_VERSION = 1;

/** Longer ones are cut off by mail programs and chats, so that none is written. */
export const LONGEST_LINK = 8000;
/** What is read may be longer than what is written, but not so long that reading it is work. */
const LONGEST_READ = 100_000;
const MOST_FILES = 32;

/** Turns the state of version `key` into that of the next one. Entries stay for ever: links do. */
export type Upgrades = Readonly<Record<number, (state: unknown) => unknown>>;

const UPGRADES: Upgrades = {};

export interface ViewLink {
  /** Names of the files that the view is of. */
  files: string[];
  /** Everything but the theme, defaults filled in. */
  view: SharedView;
}

export type ReadLink =
  | { kind: 'none' }
  | { kind: 'link'; link: ViewLink }
  /** It cannot be shown: a sentence that says why. */
  | { kind: 'fault'; reason: string };

/** The fragment with the view in it, `#` included; other parts keep their place. Too long a view is left out. */
export function withView(fragment: string, { files, view }: ViewLink): string {
  const content = JSON.stringify({ files: files.slice(0, MOST_FILES), view: withoutDefaults(view) });
  const state = toBase64Url(new TextEncoder().encode(content));
  const others = partsOf(fragment).filter((part) => !isOwn(part));
  const own = [`v=${LINK_VERSION}`, `s=${state}`];
  const whole = `#${[...own, ...others].join('&')}`;
  return state.length <= LONGEST_LINK ? whole : withoutView(fragment);
}

/** The fragment without a view; empty where nothing else is in it. */
export function withoutView(fragment: string): string {
  const others = partsOf(fragment).filter((part) => !isOwn(part));
  return others.length === 0 ? '' : `#${others.join('&')}`;
}

/** Whether a text is a fragment that this page writes, of any version, without its `#`: a view, or a view and its data. */
export function isLink(text: string): boolean {
  return /^v=\d+(&[sd]=[\w-]*)+$/.test(text);
}

/**
 * The data in the fragment, as `digest-link/codec.ts` reads it; null where there is none. A full stop, a bracket or a
 * direction mark behind it is of the sentence that the link stood in.
 */
export function dataOf(fragment: string): string | null {
  const part = partsOf(fragment).find((candidate) => candidate.startsWith('d='));
  return part === undefined ? null : part.slice(2).replace(/(?:%[0-9a-f]{2}|[^\w%-])+$/i, '');
}

/** The fragment with this data in place of any other, at its end; null takes it out. */
export function withData(fragment: string, data: string | null): string {
  const others = partsOf(fragment).filter((part) => !part.startsWith('d='));
  const parts = data === null ? others : [...others, `d=${data}`];
  return parts.length === 0 ? '' : `#${parts.join('&')}`;
}

/** Never throws. `upgrades` and `version` are for tests. */
export function readView(fragment: string, upgrades: Upgrades = UPGRADES, current = LINK_VERSION): ReadLink {
  const parts = partsOf(fragment);
  const state = parts.find((part) => part.startsWith('s='))?.slice(2) ?? '';
  if (state === '') return { kind: 'none' };
  const version = Number(parts.find((part) => part.startsWith('v='))?.slice(2) ?? NaN);
  if (Number.isInteger(version) && version > current) {
    const reason = 'This link was made by a newer Highwater than this page: its view is ignored. Reload the page to get the newest.';
    return { kind: 'fault', reason };
  }
  try {
    if (!Number.isInteger(version) || version < 1 || state.length > LONGEST_READ) throw new Unfit();
    let content: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(state)));
    for (let step = version; step < current; step++) {
      const upgrade = upgrades[step];
      if (upgrade === undefined) throw new Unfit();
      content = upgrade(content);
    }
    const { files, view } = checked(content);
    return { kind: 'link', link: { files, view: { ...INITIAL_SHARED_VIEW, ...view } } };
  } catch {
    const reason = 'The view in this link is damaged, perhaps cut off where it was pasted: it is ignored.';
    return { kind: 'fault', reason };
  }
}

/** The part of a view that an address carries. */
export function sharedPart(view: ViewState): SharedView {
  const shared: SharedView & { theme?: Theme } = { ...view };
  delete shared.theme;
  return shared;
}

const INITIAL_SHARED_VIEW = sharedPart(INITIAL_VIEW_STATE);

const checked = object<{ files: string[]; view: Partial<SharedView> }>({
  files: list(text(1000), MOST_FILES),
  view: sharedView,
});

function withoutDefaults(view: SharedView): Partial<SharedView> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(view)) {
    if (JSON.stringify(value) !== JSON.stringify(INITIAL_SHARED_VIEW[key as keyof SharedView])) kept[key] = value;
  }
  return kept;
}

function partsOf(fragment: string): string[] {
  return fragment.replace(/^#/, '').split('&').filter((part) => part !== '');
}

function isOwn(part: string): boolean {
  return part.startsWith('v=') || part.startsWith('s=');
}
