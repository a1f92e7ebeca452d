/** Choosing a finding: its allocator, its range, its moment, and in the flame view what it is made of. */

import type { Finding } from '../model/finding.ts';
import type { FindingName, TimeRange } from '../model/view-state.ts';
import type { AppState } from './app-state.ts';
import { shownAllocator, withAllocator, withCursor, wholeCapture } from './app-state.ts';
import { withFlame } from './flame-state.ts';
import { withRangeChosen } from './range-state.ts';
import { withSelected } from './allocation-state.ts';

/** A finding that lasts no time at all still gets so much of the capture to be seen in. */
const LEAST_SHARE = 1e-4;

export function withFinding(state: AppState, finding: Finding | null): AppState {
  if (finding === null) {
    return state.view.finding === null ? state : { ...state, view: { ...state.view, finding: null } };
  }
  const { what, grouping, width, foldsInternals } = finding.evidence.flame;
  let next = withSelected(withAllocator(state, finding.allocator), null);
  const shown = shownAllocator(next);
  if (shown === null) return state;
  // A question about a range counts the visible range, so that has to be the evidence's own.
  const range = what.kind === 'alive' ? around(finding, wholeCapture(shown.summary)) : { from: what.from, to: what.to };
  next = withRangeChosen(next, range);
  next = withCursor(next, what.kind === 'alive' ? what.at : finding.moment);
  const flame = { what: what.kind, grouping, width, foldsInternals, ops: [], search: '', selected: null };
  const view = withFlame(next.view, flame);
  return { ...next, view: { ...view, lower: 'flame', finding: findingName(finding) } };
}

/** The same, with the frames marked in the flame view under which all that is meant was allocated. */
export function withEvidence(state: AppState, finding: Finding): AppState {
  const next = withFinding(state, finding);
  return { ...next, view: withFlame(next.view, { search: finding.evidence.callSite }) };
}

export function findingName({ kind, title, allocator, moment }: Finding): FindingName {
  return { kind, title, allocator, moment };
}

/** The named one among the findings of a profile; null where it has none of that name. */
export function findFinding(findings: readonly Finding[], name: FindingName | null): Finding | null {
  if (name === null) return null;
  const alike = findings.filter(
    ({ kind, title, allocator }) => kind === name.kind && title === name.title && allocator === name.allocator,
  );
  return alike.find(({ moment }) => moment === name.moment) ?? alike[0] ?? null;
}

/** The highlighted finding; null where none is, or the profile has none of that name. */
export function shownFinding({ profile, view }: AppState): Finding | null {
  return profile?.content.kind === 'trace' ? findFinding(profile.content.summary.findings, view.finding) : null;
}

/** A range in which the finding takes half of the width, as far as the capture allows. */
function around({ from, to }: Finding, whole: TimeRange): TimeRange {
  const length = Math.max(to - from, (whole.to - whole.from) * LEAST_SHARE);
  const middle = (from + to) / 2;
  return { from: Math.max(whole.from, middle - length), to: Math.min(whole.to, middle + length) };
}
