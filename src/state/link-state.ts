/** A view that came in the address, and the profile that it is of. */

import { INITIAL_VIEW_STATE } from '../model/view-state.ts';
import { sharedPart } from '../share/view-link.ts';
import type { ReadLink, ViewLink } from '../share/view-link.ts';
import type { AppState, ProfileContent } from './app-state.ts';

/** Files that a profile was read from, by the names that a person knows. */
export function filesOf(content: ProfileContent): string[] {
  return content.kind === 'trace' ? [content.summary.source.name] : [...content.dumps.names];
}

/** A view is shown where the open profile is what it is of; else it waits, and the page says for what. */
export function withReadLink(state: AppState, read: ReadLink): AppState {
  if (read.kind === 'none') return state.profile === null ? { ...state, link: null } : withFirstView(state);
  if (read.kind === 'fault') return { ...state, link: read };
  const { profile } = state;
  if (profile === null || !isOf(read.link, profile.content)) return { ...state, link: { kind: 'waiting', link: read.link } };
  return withLinkedView(state, read.link);
}

/** After a profile was opened: the view that waited for it. One that waits for another goes on waiting. */
export function withWaitingLink(state: AppState): AppState {
  const { link, profile } = state;
  if (link?.kind !== 'waiting' || profile === null || !isOf(link.link, profile.content)) return state;
  return withLinkedView(state, link.link);
}

/** The way back to a profile's first view, for an address without one. */
function withFirstView(state: AppState): AppState {
  return { ...state, view: { ...INITIAL_VIEW_STATE, theme: state.view.theme }, link: null };
}

/** What the address should say of the state; null where no profile is open. */
export function linkOf({ status, profile, view }: AppState): ViewLink | null {
  if (status !== 'open' || profile === null) return null;
  return { files: filesOf(profile.content), view: sharedPart(view) };
}

function withLinkedView(state: AppState, { view }: ViewLink): AppState {
  return { ...state, view: { ...view, theme: state.view.theme }, link: null };
}

/** By the last part of the names: whether a file lay in an archive or a folder makes it no other file. */
function isOf({ files }: ViewLink, content: ProfileContent): boolean {
  const open = filesOf(content).map(lastPart);
  return files.length === open.length && files.every((file, index) => lastPart(file) === open[index]);
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
