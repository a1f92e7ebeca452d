/** A whole link with its data: what the Share dialog copies and the command line prints. */

import { addressNames } from '../model/digest.ts';
import type { Disguise, Names } from './disguise.ts';
import { disguiseMap, namesIn, NO_DISGUISE, withNames } from './disguise.ts';
import { fitDigests } from './digest-link/fit.ts';
import type { Digests } from './digest-link/reduce.ts';
import { DEFAULT_LIMITS, reduceDigests } from './digest-link/reduce.ts';
import { mapView } from './map-view.ts';
import { LONGEST_LINK, withData, withView } from './view-link.ts';
import type { ViewLink } from './view-link.ts';

export interface LinkOptions {
  /** The page that opens it: an address without a fragment. */
  page: string;
  /** The view in the link; null for the first one. */
  view?: ViewLink | null;
  disguise?: Disguise;
}

export interface DataLink {
  url: string;
  /** Without `#`, for what carries a view but no address. */
  fragment: string;
  /** As somebody who opens the link gets them. */
  digests: Digests;
  names: Names;
  leftOut: string[];
}

/** At most `LONGEST_LINK` characters wherever less detail makes that possible. */
export function dataLink(whole: Digests, { page, view = null, disguise = NO_DISGUISE }: LinkOptions): DataLink {
  // By the names at full detail, so that a name is replaced alike at any.
  const map = disguiseMap(reduceDigests(whole, DEFAULT_LIMITS).digests, disguise);
  const own = view === null ? null : viewOf(view, whole);
  const shown = own === null || map === null ? own : mapView(own, map);
  const state = shown === null ? '#v=1' : withView('', shown);
  const room = LONGEST_LINK - page.length - (state.length || 1) - '&d='.length;
  const { encoded, digests, leftOut } = fitDigests(whole, room, (reduced) =>
    map === null ? reduced : withNames(reduced, map),
  );
  const fragment = withData(state, encoded);
  return { url: `${page}${fragment}`, fragment: fragment.slice(1), digests, names: namesIn(digests), leftOut };
}

/** The view of what the link carries: of a series it is one dump. */
function viewOf({ view }: ViewLink, { baseline, candidate }: Digests): ViewLink {
  const files = addressNames(baseline === null ? [candidate] : [baseline, candidate]);
  const { tab = null } = view.dump;
  const dump = { ...view.dump };
  for (const key of SERIES_CHOICES) delete dump[key];
  if (tab === 'growth' || tab === 'dumps') delete dump.tab;
  return { files, view: { ...view, dump } };
}

/** What is chosen of a series, and means nothing beside one dump. */
const SERIES_CHOICES = ['shown', 'order', 'growth', 'growthBy', 'seriesShows', 'site'] as const;
