/** A view that came in the address, and the profile that it is of. */

import { INITIAL_VIEW_STATE } from '../model/view-state.ts';
import { sharedPart } from '../share/view-link.ts';
import type { ReadLink, ViewLink } from '../share/view-link.ts';
import type { AppState, ProfileContent } from './app-state.ts';
import { comparedNames } from './compare-state.ts';

/** Files that a profile was read from, by the names that a person knows. */
export function filesOf(content: ProfileContent): string[] {
  return content.kind === 'trace' ? [content.summary.source.name] : [...content.dumps.names];
}

/** Names of what is open; a comparison's are those of its sides. Null where nothing is. */
function openNames({ profile, comparison }: Pick<AppState, 'profile' | 'comparison'>): string[] | null {
  if (comparison !== null) return comparedNames(comparison);
  return profile === null ? null : filesOf(profile.content);
}

/** A view is shown where the open profile is what it is of; else it waits, and the page says for what. */
export function withReadLink(state: AppState, read: ReadLink): AppState {
  if (read.kind === 'none') return openNames(state) === null ? { ...state, link: null } : withFirstView(state);
  if (read.kind === 'fault') return { ...state, link: read };
  if (!isOf(read.link, state)) return { ...state, link: { kind: 'waiting', link: read.link } };
  return withLinkedView(state, read.link);
}

/** After a profile was opened: the view that waited for it. One that waits for another goes on waiting. */
export function withWaitingLink(state: AppState): AppState {
  const { link } = state;
  if (link?.kind !== 'waiting' || !isOf(link.link, state)) return state;
  return withLinkedView(state, link.link);
}

/** The way back to a profile's first view, for an address without one. */
function withFirstView(state: AppState): AppState {
  const compare = state.comparison === null ? null : {};
  return { ...state, view: { ...INITIAL_VIEW_STATE, theme: state.view.theme, compare }, link: null };
}

/** What the address should say of the state; null where no profile is open. */
export function linkOf(state: AppState): ViewLink | null {
  const files = openNames(state);
  return state.status !== 'open' || files === null ? null : { files, view: sharedPart(state.view) };
}

function withLinkedView(state: AppState, { view }: ViewLink): AppState {
  return { ...state, view: { ...view, theme: state.view.theme }, link: null };
}

/** By the last part of the names: whether a file lay in an archive or a folder makes it no other file. */
function isOf({ files, view }: ViewLink, state: AppState): boolean {
  if ((view.compare === null) !== (state.comparison === null)) return false;
  const open = openNames(state)?.map(lastPart) ?? [];
  return open.length > 0 && files.length === open.length && files.every((file, index) => lastPart(file) === open[index]);
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
