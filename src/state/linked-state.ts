/** Profiles that a link brought along: shown from its data alone until the files that it was made of are open. */

import type { DumpDigest, ProfileDigest } from '../model/digest.ts';
import type { AllocatorSummary, Summary } from '../model/summary.ts';
import type { ViewState } from '../model/view-state.ts';
import { readView } from '../share/view-link.ts';
import type {
  AppState,
  ComparedSide,
  ComparedSides,
  LinkedData,
  LinkedDigests,
  ProfileContent,
  SideIndex,
} from './app-state.ts';
import { allocatorKey, withLanding, withOutcome } from './app-state.ts';
import { withComparison, withProfileAlone } from './compare-state.ts';
import { withDump } from './dump-state.ts';
import { withReadLink } from './link-state.ts';

/** The summary of a link takes the screen, in the view that the address has. */
export function withLinked(state: AppState, encoded: string, digests: LinkedDigests, fragment: string): AppState {
  const [first, second] = digests;
  const shown =
    second === undefined
      ? withOutcome(state, { content: contentOfDigest(first), refusals: [], runs: [] })
      : withComparison(state, [sideOfDigest(first), sideOfDigest(second)]);
  const linked: LinkedData = { encoded, digests, isRestored: digests.map(() => false), others: null };
  return withReadLink({ ...shown, linked }, readView(fragment));
}

/** The file of a link with one profile is open: the view stays, the rest comes to it. */
export function withRestored(state: AppState, content: ProfileContent, runs: ComparedSide['profile']): AppState {
  const { linked, view } = state;
  const { refusals = [], runs: found = [] } = runs ?? {};
  const opened = withOutcome(state, { content, refusals, runs: found });
  if (linked === null) return opened;
  return {
    ...opened,
    linked: { ...linked, isRestored: [true], others: null },
    view: withChosen(view, linked.digests[0], content),
  };
}

/** Files of a link with two profiles are open, of one or of both. */
export function withRestoredSides(state: AppState, sides: ComparedSides): AppState {
  const { linked, view } = state;
  const isRestored = sides.map(({ profile }) => profile !== null);
  return {
    ...withComparison(state, sides),
    linked: linked === null ? null : { ...linked, isRestored, others: null },
    view,
  };
}

/** A profile beside the summary of a link, which is the baseline. No address has the data of the two. */
export function withBesideLinked(state: AppState, candidate: ComparedSide): AppState {
  const baseline = summaryDigest(state);
  if (baseline === null) return state;
  return {
    ...withComparison(state, [sideOfDigest(baseline), candidate]),
    linked: { encoded: null, digests: [baseline, candidate.digest], isRestored: [false, true], others: null },
  };
}

/** One side alone: its profile, or what a link brought of it, which goes on waiting for its file. */
export function withSideAlone(state: AppState, kept: SideIndex): AppState {
  const side = state.comparison?.sides[kept];
  if (side === undefined) return state;
  const { profile, digest } = side;
  if (profile !== null) return withProfileAlone(state, profile);
  const content = contentOfDigest(digest);
  const shown = withOutcome(state, { content, refusals: [], runs: [] });
  return {
    ...shown,
    linked: { encoded: null, digests: [digest], isRestored: [false], others: null },
    view: withChosen(shown.view, digest, content),
  };
}

/** Without the link, and what the address says in its place. */
export function withLinkedLeft(state: AppState, fragment: string): AppState {
  return withReadLink(withLanding(state), readView(fragment));
}

export function withOthers(state: AppState, others: readonly string[] | null): AppState {
  return state.linked === null ? state : { ...state, linked: { ...state.linked, others } };
}

/** The one profile of a link that is shown from its data alone; null where none is. */
export function summaryDigest(state: Pick<AppState, 'linked' | 'comparison'>): ProfileDigest | null {
  return isSummaryOnly(state) ? (state.linked?.digests[0] ?? null) : null;
}

/** Of one open profile: its data came in a link, and nothing else of it is there. */
export function isSummaryOnly({ linked, comparison }: Pick<AppState, 'linked' | 'comparison'>): boolean {
  return linked !== null && comparison === null && !linked.isRestored[0];
}

/** Names of the files that would restore the rest; empty where nothing is missing. */
export function missingFiles({ linked }: Pick<AppState, 'linked'>): string[] {
  return linked === null ? [] : linked.digests.filter((_, side) => !linked.isRestored[side]).map(({ name }) => name);
}

export function sideOfDigest(digest: ProfileDigest): ComparedSide {
  return { digest, profile: null, fault: null };
}

function contentOfDigest(digest: ProfileDigest): ProfileContent {
  if (digest.kind === 'trace') return { kind: 'trace', summary: digest.summary };
  return { kind: 'dumps', dumps: dumpsOfDigest(digest) };
}

function dumpsOfDigest({ name, summary }: DumpDigest): Extract<ProfileContent, { kind: 'dumps' }>['dumps'] {
  return { names: [name], series: null, shown: 0, snapshot: summary, problems: summary.problems };
}

/**
 * The allocator that a digest is of; null where the summary has none like it. Of several hosts by the host, or by the
 * peak alone where the link has another name for it.
 */
export function allocatorOfDigest(digest: ProfileDigest, { allocators }: Summary): AllocatorSummary | null {
  if (digest.kind === 'dump') return null;
  const own = digest.summary.allocators[digest.allocator];
  if (own === undefined) return null;
  const like = allocators.filter(({ allocator, peak }) => allocator.id === own.allocator.id && peak.total === own.peak.total);
  return like.find((candidate) => allocatorKey(candidate) === allocatorKey(own)) ?? like[0] ?? null;
}

/** What of the open files the link is of, where they show something else first: an allocator, a dump of a series. */
function withChosen(view: ViewState, digest: ProfileDigest, content: ProfileContent): ViewState {
  if (content.kind === 'dumps') {
    const isOther = content.dumps.names.length > 1 && view.dump.shown === undefined;
    return isOther && content.dumps.names.includes(digest.name) ? withDump(view, { shown: digest.name, tab: view.dump.tab ?? 'flame' }) : view;
  }
  if (view.allocator !== null && content.summary.allocators.some((one) => allocatorKey(one) === view.allocator)) return view;
  const { allocators, defaultAllocator } = content.summary;
  const own = allocatorOfDigest(digest, content.summary);
  const first = defaultAllocator === null ? undefined : allocators[defaultAllocator];
  return { ...view, allocator: own === null || own === first ? null : allocatorKey(own) };
}
