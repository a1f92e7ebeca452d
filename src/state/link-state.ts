/** A view that came in the address, and the profile that it is of. */

import { addressNames } from '../model/digest.ts';
import { INITIAL_VIEW_STATE } from '../model/view-state.ts';
import { sharedPart } from '../share/view-link.ts';
import type { ReadLink, ViewLink } from '../share/view-link.ts';
import type { AppState, ProfileContent } from './app-state.ts';
import { compareView, withCompare } from './compare-state.ts';

/** Files that a profile was read from, by the names that a person knows. */
export function filesOf(content: ProfileContent): string[] {
  return content.kind === 'trace' ? [content.summary.source.name] : [...content.dumps.names];
}

/**
 * Names of what is open; a comparison's are those of its sides, the baseline first. What a link brought along keeps the
 * names that it has there, also when its files are open: the address still has its data. Null where nothing is open.
 */
function openNames({ profile, comparison, linked, view }: Pick<AppState, 'profile' | 'comparison' | 'linked' | 'view'>): string[] | null {
  if (comparison !== null) {
    const [first, second] = linked?.digests ?? comparison.sides.map(({ digest }) => digest);
    const names = addressNames([first, second]);
    return compareView(view).swapped ? names.toReversed() : names;
  }
  if (profile === null) return null;
  return linked === null ? filesOf(profile.content) : addressNames([linked.digests[0]]);
}

/** A view is shown where the open profile is what it is of; else it waits, and the page says for what. */
export function withReadLink(state: AppState, read: ReadLink): AppState {
  if (read.kind === 'none') return openNames(state) === null ? { ...state, link: null } : withFirstView(state);
  if (read.kind === 'fault') return { ...state, link: read };
  return withLinkedView(state, read.link) ?? { ...state, link: { kind: 'waiting', link: read.link } };
}

/** After a profile was opened: the view that waited for it. One that waits for another goes on waiting. */
export function withWaitingLink(state: AppState): AppState {
  const { link } = state;
  return link?.kind === 'waiting' ? (withLinkedView(state, link.link) ?? state) : state;
}

/** The way back to a profile's first view, for an address without one. */
function withFirstView(state: AppState): AppState {
  const compare = state.comparison === null ? null : {};
  return { ...state, view: { ...INITIAL_VIEW_STATE, theme: state.view.theme, compare }, link: null };
}

/** Whether something is open that a link could carry. */
export function isShareable({ status, profile, comparison }: Pick<AppState, 'status' | 'profile' | 'comparison'>): boolean {
  if (status !== 'open') return false;
  if (comparison !== null || profile?.content.kind === 'dumps') return true;
  return profile !== null && profile.content.summary.allocators.length > 0;
}

/**
 * What the address should say of the state; null where no profile is open. Which side of a comparison is the baseline
 * is said by the order of the names, and by nothing else: data beside the view has the same order.
 */
export function linkOf(state: AppState): ViewLink | null {
  const files = openNames(state);
  if (state.status !== 'open' || files === null) return null;
  return { files, view: sharedPart(withCompare(state.view, { swapped: false })) };
}

/** The view of a link; null where what is open is not what the link is of. */
function withLinkedView(state: AppState, { files, view }: ViewLink): AppState | null {
  if ((view.compare === null) !== (state.comparison === null)) return null;
  const linked = { ...view, theme: state.view.theme };
  for (const swapped of [false, true]) {
    const candidate = { ...state, view: withCompare(linked, { swapped }), link: null };
    if (isOf(files, candidate)) return candidate;
    if (state.comparison === null) return null;
  }
  return null;
}

/** By the last part of the names: whether a file lay in an archive or a folder makes it no other file. */
function isOf(files: readonly string[], state: AppState): boolean {
  const open = openNames(state)?.map(lastPart) ?? [];
  return open.length > 0 && files.length === open.length && files.every((file, index) => lastPart(file) === open[index]);
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
