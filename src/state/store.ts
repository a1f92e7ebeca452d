/** The store: `AppState` and its actions. Canvases subscribe to it outside React, components through `useAppState`. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type { AllocationName } from '../model/allocation-rows.ts';
import type { Finding } from '../model/finding.ts';
import type { OpenRequest } from '../model/open-request.ts';
import type { Picoseconds } from '../model/units.ts';
import type {
  AllocationsView,
  BlocksView,
  CompareView,
  DumpView,
  FlameView,
  LowerView,
  Theme,
  TimeRange,
} from '../model/view-state.ts';
import type { ReadLink } from '../share/view-link.ts';
import { withAllocations, withBlocks, withSelected } from './allocation-state.ts';
import {
  INITIAL_APP_STATE,
  withAllocator,
  withCursor,
  withLanding,
  withLoading,
  withLoadLeft,
  withOutcome,
  withRange,
  withTheme,
} from './app-state.ts';
import type {
  AppState,
  ComparedSide,
  ComparedSides,
  ExplainedText,
  LinkedDigests,
  LoadOutcome,
  LoadProgress,
  ProfileContent,
  SideIndex,
  ThirdProfile,
} from './app-state.ts';
import { withCompare, withComparison, withSideFault, withSideReplaced, withSwapped } from './compare-state.ts';
import { withDump } from './dump-state.ts';
import { withEvidence, withFinding } from './finding-state.ts';
import { withFlame } from './flame-state.ts';
import { withReadLink, withWaitingLink } from './link-state.ts';
import {
  withBesideLinked,
  withLinked,
  withLinkedLeft,
  withOthers,
  withRestored,
  withRestoredSides,
  withSideAlone,
} from './linked-state.ts';
import { withPastedTexts } from './message-state.ts';
import { withRangeBack, withRangeChosen } from './range-state.ts';

export interface AppActions {
  startLoading: (name: string) => void;
  setProgress: (progress: LoadProgress) => void;
  /** The load ended: with a profile, or with the reasons why there is none. */
  finishLoading: (outcome: LoadOutcome) => void;
  /** Two profiles side by side. */
  showComparison: (sides: ComparedSides) => void;
  /** One side of the comparison was closed: the other is the open profile. */
  keepSide: (kept: SideIndex) => void;
  /** A profile that was read while two are compared; null once the user has said where it goes. */
  showThird: (third: ThirdProfile | null) => void;
  replaceSide: (at: SideIndex, side: ComparedSide) => void;
  /** The worker of a side has died. */
  markSideFault: (at: SideIndex, fault: string) => void;
  setCompare: (change: Partial<CompareView>) => void;
  swapSides: () => void;
  /** The load was cancelled, or its refusal was read. */
  leaveLoading: () => void;
  /** What a link brought along, in the view of the fragment that it stands in. */
  showLinked: (encoded: string, digests: LinkedDigests, fragment: string) => void;
  /** The file of what a link brought is open. */
  restoreLinked: (content: ProfileContent, read: ComparedSide['profile']) => void;
  restoreLinkedSides: (sides: ComparedSides) => void;
  /** A profile beside the summary that a link brought of one. */
  compareLinked: (candidate: ComparedSide) => void;
  /** The address has gone back to before the link. */
  leaveLinked: (fragment: string) => void;
  /** Names of dropped files that are not those of the link; null once the user has said what to do. */
  showOthers: (names: readonly string[] | null) => void;
  showLanding: () => void;
  /** A pasted text was explained. */
  addPasted: (texts: readonly ExplainedText[]) => void;
  /** The explanations in place of the profile, or the profile again. */
  showMessages: (shows: boolean) => void;
  /** null takes it away. */
  showNotice: (notice: string | null) => void;
  /** A newer build of the page waits. */
  noticeUpdate: () => void;
  /** null = the user has answered it. */
  showRequest: (request: OpenRequest | null) => void;
  /** The first picture of the profile is on the screen. */
  markDrawn: () => void;
  /** A view that came in the address. */
  readLink: (read: ReadLink) => void;
  dismissLink: () => void;
  chooseAllocator: (key: string) => void;
  /** What all devices hold together, in place of one allocator. */
  showTotal: (shows: boolean) => void;
  /** null = the whole capture. */
  setRange: (range: TimeRange | null) => void;
  /** A range chosen on purpose: the one before it stays on the trail. */
  chooseRange: (range: TimeRange) => void;
  /** Back to a range of the trail. */
  goBackTo: (index: number) => void;
  /** Highlights a finding and shows where it is and what it is made of; null takes the highlight away. */
  chooseFinding: (finding: Finding | null) => void;
  showEvidence: (finding: Finding) => void;
  setFitsSizes: (fits: boolean) => void;
  setAsXprof: (shows: boolean) => void;
  /** null = the window peak. */
  setCursor: (cursor: Picoseconds | null) => void;
  setTheme: (theme: Theme) => void;
  chooseLower: (lower: LowerView) => void;
  setFlame: (change: Partial<FlameView>) => void;
  setDump: (change: Partial<DumpView>) => void;
  setBlocks: (change: Partial<BlocksView>) => void;
  setAllocations: (change: Partial<AllocationsView>) => void;
  selectAllocation: (name: AllocationName | null) => void;
}

export type AppStore = StoreApi<AppState & AppActions>;

export function createAppStore(): AppStore {
  return createStore<AppState & AppActions>()((set) => ({
    ...INITIAL_APP_STATE,
    startLoading: (name) => set((state) => withLoading(state, name)),
    setProgress: (progress) => set((state) => (state.status === 'loading' ? { progress } : state)),
    finishLoading: (outcome) => set((state) => withWaitingLink(withOutcome(state, outcome))),
    showComparison: (sides) => set((state) => withWaitingLink(withComparison(state, sides))),
    keepSide: (kept) => set((state) => withSideAlone(state, kept)),
    showThird: (third) => set({ third }),
    replaceSide: (at, side) => set((state) => withSideReplaced(state, at, side)),
    markSideFault: (at, fault) => set((state) => withSideFault(state, at, fault)),
    setCompare: (change) => set(({ view }) => ({ view: withCompare(view, change) })),
    swapSides: () => set(({ view }) => ({ view: withSwapped(view) })),
    leaveLoading: () => set(withLoadLeft),
    showLinked: (encoded, digests, fragment) => set((state) => withLinked(state, encoded, digests, fragment)),
    restoreLinked: (content, read) => set((state) => withRestored(state, content, read)),
    restoreLinkedSides: (sides) => set((state) => withRestoredSides(state, sides)),
    compareLinked: (candidate) => set((state) => withBesideLinked(state, candidate)),
    leaveLinked: (fragment) => set((state) => withLinkedLeft(state, fragment)),
    showOthers: (names) => set((state) => withOthers(state, names)),
    showLanding: () => set(withLanding),
    addPasted: (texts) => set((state) => withPastedTexts(state, texts)),
    showMessages: (showsMessages) => set({ showsMessages }),
    showNotice: (notice) => set({ notice }),
    noticeUpdate: () => set({ isUpdateReady: true }),
    showRequest: (request) => set({ request }),
    markDrawn: () => set((state) => (state.drawn ? state : { drawn: true })),
    readLink: (read) => set((state) => withReadLink(state, read)),
    dismissLink: () => set({ link: null }),
    chooseAllocator: (key) => set((state) => withFinding(withSelected(withAllocator(state, key), null), null)),
    showTotal: (total) => set(({ view }) => ({ view: { ...view, total } })),
    setRange: (range) => set((state) => withRange(state, range)),
    chooseRange: (range) => set((state) => withRangeChosen(state, range)),
    goBackTo: (index) => set((state) => withRangeBack(state, index)),
    chooseFinding: (finding) => set((state) => withFinding(state, finding)),
    showEvidence: (finding) => set((state) => withEvidence(state, finding)),
    setFitsSizes: (fitsSizes) => set(({ view }) => ({ view: { ...view, fitsSizes } })),
    setAsXprof: (asXprof) => set(({ view }) => ({ view: { ...view, asXprof } })),
    setCursor: (cursor) => set((state) => withCursor(state, cursor)),
    setTheme: (theme) => set((state) => withTheme(state, theme)),
    chooseLower: (lower) => set(({ view }) => ({ view: { ...view, lower } })),
    setFlame: (change) => set(({ view }) => ({ view: withFlame(view, change) })),
    setBlocks: (change) => set(({ view }) => ({ view: withBlocks(view, change) })),
    setAllocations: (change) => set(({ view }) => ({ view: withAllocations(view, change) })),
    selectAllocation: (name) => set((state) => withSelected(state, name)),
    setDump: (change) => set(({ view }) => ({ view: withDump(view, change) })),
  }));
}

/** The page's one store. */
export const appStore = createAppStore();

/** A part of the state for a component; the selector must give the same value for the same state. */
export function useAppState<T>(select: (state: AppState & AppActions) => T): T {
  return useStore(appStore, select);
}
