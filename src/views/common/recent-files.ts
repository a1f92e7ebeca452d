/**
 * Names of profiles that were open in this browser, the newest first. Names and sizes only: a page may not open a file
 * again that was dropped on it before, so they must be dropped again.
 */

import { profileTitle } from '../../state/app-state.ts';
import type { OpenedProfile } from '../../state/app-state.ts';
import { isSummaryOnly } from '../../state/linked-state.ts';
import type { AppStore } from '../../state/store.ts';
import { remember, remembered } from './remembered.ts';

export interface RecentFile {
  name: string;
  /** How much it is, as the header says it. */
  detail: string;
}

const REMEMBERED_AS = 'recent';
const MOST = 6;

export function followRecent(store: AppStore): void {
  store.subscribe((state, before) => {
    const { profile, comparison } = state;
    // What a link brought was never a file here.
    if (profile !== null && profile !== before.profile && !isSummaryOnly(state)) keep(profile);
    if (comparison === null || comparison.generation === before.comparison?.generation) return;
    for (const side of comparison.sides) if (side.profile !== null) keep(side.profile);
  });
}

function keep(profile: Pick<OpenedProfile, 'content'>): void {
  const { path: name, detail } = profileTitle(profile);
  const others = recentFiles().filter((file) => file.name !== name);
  remember(REMEMBERED_AS, JSON.stringify([{ name, detail }, ...others].slice(0, MOST)));
}

/** What is kept may be of another version, or anybody's: whatever does not fit is left out. */
export function recentFiles(): RecentFile[] {
  try {
    const kept: unknown = JSON.parse(remembered(REMEMBERED_AS) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecentFile).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function forgetRecent(): void {
  remember(REMEMBERED_AS, null);
}

function isRecentFile(value: unknown): value is RecentFile {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('detail' in value)) return false;
  return typeof value.name === 'string' && typeof value.detail === 'string';
}
