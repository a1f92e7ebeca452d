/** The link that a picture carries, or stands beside. */

import type { AppState } from '../../state/app-state.ts';
import { linkOf as viewOf } from '../../state/link-state.ts';
import { openDigests } from './open-digests.ts';
import type { Session } from './session.ts';

const page = (): string => `${location.origin}${location.pathname}`;

/** Without `#`: the view and what is needed to show it without the file. Null where nothing is open that has numbers. */
export async function linkFragment(session: Session, state: AppState): Promise<string | null> {
  const digests = await openDigests(session.ask, state);
  if (digests === null) return null;
  const { dataLink } = await import('../../share/data-link.ts');
  // With the identity of the files: they restore the rest where the picture is dropped.
  return dataLink(await session.identified(digests), { page: page(), view: viewOf(state) }).fragment;
}

export function linkOf(fragment: string): string {
  return `${page()}#${fragment}`;
}
