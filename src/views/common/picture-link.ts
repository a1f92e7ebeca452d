/** The link that a picture carries, or stands beside. */

import { fitDigests } from '../../share/digest-link/fit.ts';
import { withView } from '../../share/view-link.ts';
import type { AppState } from '../../state/app-state.ts';
import { linkOf as viewOf } from '../../state/link-state.ts';
import { openDigests } from './open-digests.ts';
import type { Ask } from './session.ts';

/** As long as a link may be, less what the view takes. */
const LONGEST = 8000;

/** Without `#`: the view and what is needed to show it without the file. Null where nothing is open. */
export async function linkFragment(ask: Ask, state: AppState): Promise<string | null> {
  const view = viewOf(state);
  const fragment = view === null ? '' : withView('', view).slice(1);
  if (fragment === '') return null;
  const digests = await openDigests(ask, state);
  if (digests === null) return fragment;
  return `${fragment}&d=${fitDigests(digests, LONGEST - fragment.length).encoded}`;
}

export function linkOf(fragment: string): string {
  return `${location.origin}${location.pathname}#${fragment}`;
}
