/** The part of the state that is of pprof dumps. */

import type { SampleType, SampleTypeIndex, SeriesSite, SeriesSummary, SnapshotSummary } from '../model/snapshot.ts';
import type { DumpView, ViewState } from '../model/view-state.ts';
import { DEFAULT_DUMP_VIEW } from '../model/view-state.ts';

/** The choices of the screen of dumps, the defaults filled in. */
export function dumpView({ dump }: Pick<ViewState, 'dump'>): DumpView {
  return { ...DEFAULT_DUMP_VIEW, ...dump };
}

/** What is as by default is left out, so that a link holds choices and nothing else. */
export function withDump(view: ViewState, change: Partial<DumpView>): ViewState {
  const dump: Partial<DumpView> = { ...view.dump, ...change };
  for (const key of Object.keys(dump) as (keyof DumpView)[]) if (dump[key] === DEFAULT_DUMP_VIEW[key]) delete dump[key];
  return { ...view, dump };
}

/** `space/bytes`: what names a sample type in a choice. */
export function sampleTypeKey({ type, unit }: SampleType): string {
  return `${type}/${unit}`;
}

/** The sample type that is shown: the chosen one; where there is none of that name, what lists are sorted by. */
export function shownSampleType(
  { sampleTypes, sortedBy }: Pick<SnapshotSummary, 'sampleTypes' | 'sortedBy'>,
  chosen: string | null,
): SampleTypeIndex {
  const index = sampleTypes.findIndex((type) => sampleTypeKey(type) === chosen);
  return index >= 0 ? index : sortedBy;
}

/** The call site that was chosen, in whichever list of the series it is; null where it is in none. */
export function siteOf(series: SeriesSummary, { site, growthBy }: DumpView): SeriesSite | null {
  if (site === null) return null;
  const { grown, neverShrinks, shrunk } = series[growthBy];
  const isChosen = (candidate: SeriesSite): boolean => candidate.function === site.name && candidate.file === site.file;
  return [...grown, ...neverShrinks, ...shrunk].find(isChosen) ?? null;
}
