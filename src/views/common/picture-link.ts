/** The link that a picture carries, or stands beside. */

import type { AppState } from '../../state/app-state.ts';
import { linkOf as viewOf } from '../../state/link-state.ts';
import { linkPage } from './link-page.ts';
import { openDigests } from './open-digests.ts';
import type { Session } from './session.ts';

/** Without `#`: the view and what is needed to show it without the file. Null where nothing is open that has numbers. */
export async function linkFragment(session: Session, state: AppState): Promise<string | null> {
  const digests = await openDigests(session.ask, state);
  if (digests === null) return null;
  const { dataLink } = await import('../../share/data-link.ts');
  const { page } = linkPage(location, __HIGHWATER_SHARE_ORIGIN__);
  // With the identity of the files: they restore the rest where the picture is dropped.
  return dataLink(await session.identified(digests), { page, view: viewOf(state) }).fragment;
}

/** The whole link, and whether it works on this machine only. */
export function linkOf(fragment: string): { url: string; isLocal: boolean } {
  const { page, isLocal } = linkPage(location, __HIGHWATER_SHARE_ORIGIN__);
  return { url: `${page}#${fragment}`, isLocal };
}
