/**
 * What the page shows and what the user has chosen. Plain values and named actions; hover and drag are not in here,
 * because they change with every frame and belong to the view that owns them.
 */

import type { ProfileDigest } from '../model/digest.ts';
import { formatBytes, formatQuantity } from '../model/format.ts';
import type { OomReading } from '../model/oom-incident.ts';
import type { OpenRequest } from '../model/open-request.ts';
import type { Refusal } from '../model/problems.ts';
import type { OpenedDumps } from '../model/snapshot.ts';
import type { AllocatorSummary, Summary } from '../model/summary.ts';
import { clampRange, sameRange, wholeRange } from '../model/time-range.ts';
import type { Bytes, Picoseconds } from '../model/units.ts';
import { INITIAL_VIEW_STATE } from '../model/view-state.ts';
import type { Theme, TimeRange, ViewState } from '../model/view-state.ts';
import type { ViewLink } from '../share/view-link.ts';

export type Status = 'landing' | 'loading' | 'open' | 'refused';

export interface LoadProgress {
  phase: string;
  bytesRead: Bytes;
  bytesTotal: Bytes;
  /** Of the dropped bytes, since this phase began; 0 until it can be told. */
  bytesPerSecond: number;
  /** Why the bytes are read a second time; empty in the first pass. */
  note: string;
}

/** One of the runs that were found in what was dropped. */
export interface ProfileRun {
  path: string;
  name: string;
  isShown: boolean;
}

/** What an open profile is made of: a trace, which has a time axis, or dumps, each of one instant. */
export type ProfileContent = { kind: 'trace'; summary: Summary } | { kind: 'dumps'; dumps: OpenedDumps };

/** What a load gives in the end. */
export interface LoadOutcome {
  /** Null where nothing opened. */
  content: ProfileContent | null;
  refusals: Refusal[];
  runs: ProfileRun[];
  /** Texts about memory that ran out; they may stand beside a profile. */
  messages?: readonly ExplainedText[];
}

/** A text about memory that ran out, explained. */
export interface ExplainedText {
  /** As dropped, or `pasted text`. */
  file: string;
  reading: OomReading;
}

export interface OpenedProfile {
  /** Grows with every opened profile: views that hold its data know by it that another one is shown. */
  generation: number;
  content: ProfileContent;
  /** Files of the same drop that did not open. */
  refusals: Refusal[];
  /** The newest first; more than one where a log directory was dropped. */
  runs: ProfileRun[];
}

/** One of the two: all that the comparison needs of it, and the profile that it is of. */
export interface ComparedSide {
  digest: ProfileDigest;
  /** What is shown when the other side is closed; null where a link brought the digest and nothing else. */
  profile: Pick<OpenedProfile, 'content' | 'refusals' | 'runs'> | null;
  /** A sentence where the side's worker has died: its numbers are still here, and nothing else of it. */
  fault: string | null;
}

/** In the order in which they were put side by side; the view says which of them is the baseline. */
export type ComparedSides = readonly [ComparedSide, ComparedSide];

export type SideIndex = 0 | 1;

export interface OpenComparison {
  /** Grows with every comparison. */
  generation: number;
  sides: ComparedSides;
}

/** A profile that was read while two are compared, beside which there is no room. */
export interface ThirdProfile {
  name: string;
  /** Whether it is like the other side, so that it can take the place of this one. */
  canReplace: readonly [boolean, boolean];
}

/** One profile, or the baseline and the candidate. */
export type LinkedDigests = readonly [ProfileDigest] | readonly [ProfileDigest, ProfileDigest];

export interface LinkedData {
  /** As it stands in the address, where it stays while the view changes; null where a file was put beside it. */
  encoded: string | null;
  digests: LinkedDigests;
  /** For each of them whether its file is open. */
  isRestored: readonly boolean[];
  /** Names of dropped files that are none of those, until the user has said what to do with them. */
  others: readonly string[] | null;
}

export interface AppState {
  status: Status;
  /** What is being read, as a person would say it: a file name, or `3 files`. */
  loadingName: string;
  progress: LoadProgress | null;
  /** Stays while another file is read, so that a cancelled or refused one gives it back. */
  profile: OpenedProfile | null;
  /** Two profiles side by side, in front of `profile`; null where one is shown. */
  comparison: OpenComparison | null;
  /** It waits for the user to say where it goes. */
  third: ThirdProfile | null;
  /** What a link or another page wants opened; the user has not said yes yet. */
  request: OpenRequest | null;
  /** Explained texts, the newest first. They came with the profile, after it, or without one. */
  messages: readonly ExplainedText[];
  /** They have the screen, and the profile stays behind them. Without a profile they have it anyway. */
  showsMessages: boolean;
  /** Why what was pasted changed nothing. */
  notice: string | null;
  /** A newer build of the page waits for a reload. */
  isUpdateReady: boolean;
  /** Why nothing opened while `status` is `refused`; else what did not open beside the texts that are shown. */
  refusals: Refusal[];
  /** True from the first picture of the profile on; what waits for it (tests, measurements) must not see it early. */
  drawn: boolean;
  view: ViewState;
  /** What the address says that could not be shown: a view whose files are not open, or why it is ignored. */
  link: LinkNotice | null;
  /** What a link brought along, and whether its files are open; null where what is open came from files alone. */
  linked: LinkedData | null;
}

export type LinkNotice = { kind: 'waiting'; link: ViewLink } | { kind: 'fault'; reason: string };

export const INITIAL_APP_STATE: AppState = {
  status: 'landing',
  loadingName: '',
  progress: null,
  profile: null,
  comparison: null,
  third: null,
  request: null,
  messages: [],
  showsMessages: false,
  notice: null,
  isUpdateReady: false,
  refusals: [],
  drawn: false,
  view: INITIAL_VIEW_STATE,
  link: null,
  linked: null,
};

export interface ProfileTitle {
  name: string;
  /** Of a comparison both names, in place of `name`, which is both in one line. */
  pair?: readonly [string, string];
  /** With all folders that the name leaves out. */
  path: string;
  detail: string;
}

/** What a person calls the profile, and how much it is: `profile.tar.gz`, `52.1 MiB`; `mem_0.prof … mem_9.prof`, `10 dumps`. */
export function profileTitle({ content }: Pick<OpenedProfile, 'content'>): ProfileTitle {
  if (content.kind === 'dumps' && content.dumps.series !== null) {
    const { names } = content.dumps;
    const [first, last] = [names[0], names[names.length - 1]];
    const folder = first.slice(0, first.lastIndexOf('/') + 1);
    const isOneFolder = last.startsWith(folder);
    const name = isOneFolder ? `${lastPart(first)} … ${last.slice(folder.length)}` : `${first} … ${last}`;
    return { name, path: `${first} … ${last}`, detail: formatQuantity(names.length, 'dump') };
  }
  const { source } = content.kind === 'dumps' ? content.dumps.snapshot : content.summary;
  return { name: shownName(source.name), path: source.name, detail: formatBytes(source.bytes) };
}

/**
 * What a person calls a file: the archive that was dropped; else the last part of the path, for a trace in a log
 * directory with its run, which alone tells one from the next.
 */
export function shownName(path: string): string {
  const archive = path.split('/').find((part) => /\.(?:tar|tgz|tar\.\w+|zip)$/i.test(part));
  if (archive !== undefined) return archive;
  const [, run, file] = /(?:^|\/)plugins\/profile\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  return run === undefined ? lastPart(path) : `${run}/${file}`;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether the profile is a trace, which holds more than memory needs. */
export function isReducible(profile: OpenedProfile | null): boolean {
  return profile?.content.kind === 'trace' && profile.content.summary.source.format === 'xplane';
}

/** What is open: the profile, or the texts where there is none; null where nothing is. */
export function openTitle({
  profile,
  comparison,
  messages,
}: Pick<AppState, 'profile' | 'comparison' | 'messages'>): ProfileTitle | null {
  if (comparison !== null) {
    const [first, second] = comparison.sides.map(({ digest }) => digest.name);
    const pair = [shownName(first), shownName(second)] as const;
    return { name: pair.join(' and '), pair, path: `${first} and ${second}`, detail: 'compared' };
  }
  if (profile !== null) return profileTitle(profile);
  if (messages.length === 0) return null;
  const detail = messages.length === 1 ? 'explained' : `and ${formatQuantity(messages.length - 1, 'more text')}`;
  return { name: messages[0].file, path: messages[0].file, detail };
}

/** The allocator that is shown: the chosen one, or the trace's default where the choice names none of its own. */
export function shownAllocator({
  profile,
  view,
}: Pick<AppState, 'profile' | 'view'>): { summary: AllocatorSummary; index: number } | null {
  if (profile?.content.kind !== 'trace') return null;
  const { allocators, defaultAllocator } = profile.content.summary;
  const chosen = allocators.findIndex((candidate) => allocatorKey(candidate) === view.allocator);
  const index = chosen >= 0 ? chosen : (defaultAllocator ?? -1);
  const summary = allocators[index];
  return summary === undefined ? null : { summary, index };
}

/** What names an allocator within a profile: ids are unique within a host only. */
export function allocatorKey({ allocator }: AllocatorSummary): string {
  return allocator.host === null ? allocator.id : `${allocator.host}/${allocator.id}`;
}

export function wholeCapture({ curves }: AllocatorSummary): TimeRange {
  return wholeRange(curves.start, curves.end);
}

export function shownRange(view: ViewState, allocator: AllocatorSummary): TimeRange {
  const whole = wholeCapture(allocator);
  return view.range === null ? whole : clampRange(view.range, whole);
}

export function withLoading(state: AppState, loadingName: string): AppState {
  return { ...state, status: 'loading', loadingName, progress: null, refusals: [], third: null };
}

export function withOutcome(state: AppState, { content, refusals, runs, messages = [] }: LoadOutcome): AppState {
  if (content === null && messages.length > 0) return withTexts(state, messages, refusals);
  if (content === null) return { ...state, status: 'refused', progress: null, refusals };
  return {
    ...state,
    status: 'open',
    progress: null,
    refusals: [],
    drawn: false,
    comparison: null,
    third: null,
    linked: null,
    profile: { generation: (state.profile?.generation ?? 0) + 1, content, refusals, runs },
    // A text that was there before any profile belongs to this one; those beside another profile belonged to that.
    messages: state.profile === null ? mergedTexts(state.messages, messages) : messages,
    showsMessages: false,
    notice: null,
    view: { ...INITIAL_VIEW_STATE, theme: state.view.theme },
  };
}

/**
 * Texts without a profile, as a load gives them: they are shown at once, and the profile that is open stays behind
 * them. `refusals` are files of the same drop that did not open.
 */
export function withTexts(state: AppState, texts: readonly ExplainedText[], refusals: Refusal[]): AppState {
  return {
    ...state,
    status: 'open',
    progress: null,
    refusals,
    drawn: false,
    messages: mergedTexts(state.messages, texts),
    showsMessages: true,
    notice: null,
  };
}

/** The newest first; a file that was read before takes its own place. */
export function mergedTexts(before: readonly ExplainedText[], added: readonly ExplainedText[]): ExplainedText[] {
  const names = new Set(added.map(({ file }) => file));
  return [...added, ...before.filter(({ file }) => !names.has(file))];
}

/** Back to what was there before: the open profile, else the landing page. */
export function withLoadLeft(state: AppState): AppState {
  const isOpen = state.profile !== null || state.comparison !== null || state.messages.length > 0;
  return { ...state, status: isOpen ? 'open' : 'landing', progress: null, refusals: [] };
}

export function withLanding(state: AppState): AppState {
  const { isUpdateReady, view } = state;
  return { ...INITIAL_APP_STATE, isUpdateReady, view: { ...INITIAL_VIEW_STATE, theme: view.theme } };
}

/** Another allocator has other moments: the cursor goes to its own peak, while the range, being time, stays. */
export function withAllocator(state: AppState, key: string): AppState {
  return { ...state, view: { ...state.view, allocator: key, total: false, cursor: null } };
}

/** A range that is the whole capture is kept as none, so that it stays the whole for another allocator. */
export function withRange(state: AppState, range: TimeRange | null): AppState {
  const shown = shownAllocator(state);
  if (range === null || shown === null) return { ...state, view: { ...state.view, range: null, trail: [] } };
  const whole = wholeCapture(shown.summary);
  const clamped = clampRange(range, whole);
  if (sameRange(clamped, whole)) return { ...state, view: { ...state.view, range: null, trail: [] } };
  return { ...state, view: { ...state.view, range: clamped } };
}

export function withCursor(state: AppState, cursor: Picoseconds | null): AppState {
  const peak = shownAllocator(state)?.summary.peak.time;
  return { ...state, view: { ...state.view, cursor: cursor === peak ? null : cursor } };
}

export function withTheme(state: AppState, theme: Theme): AppState {
  return { ...state, view: { ...state.view, theme } };
}
