import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { formatCount } from '../model/format.ts';
import type { Problem } from '../model/problems.ts';
import type { OpenedDumps } from '../model/snapshot.ts';
import type { OpenedProfile } from '../state/app-state.ts';
import { profileTitle } from '../state/app-state.ts';
import { dumpView, shownSampleType, siteOf } from '../state/dump-state.ts';
import { useAppState } from '../state/store.ts';
import { FactsStrip } from './common/FactsStrip.tsx';
import { DumpAside } from './dump/DumpAside.tsx';
import { dumpFacts, shownDumpFacts } from './dump/dump-facts.ts';
import { noAxisText } from './dump/dump-words.ts';
import { seriesFacts } from './dump/series-facts.ts';
import { SeriesPanel } from './dump/SeriesPanel.tsx';
import { useShownDumps } from './dump/use-dumps.ts';
import { DumpViews } from './DumpViews.tsx';
import { Problems } from './problems/Problems.tsx';

interface Props {
  profile: OpenedProfile;
  dumps: OpenedDumps;
}

/** Open pprof dumps: one, or a series of which one is shown in full. */
export function DumpScreen({ profile, dumps }: Props): ReactNode {
  const shown = useShownDumps(dumps);
  const { series, snapshot, name, names, chosen } = shown;
  const view = dumpView({ dump: useAppState((state) => state.view.dump) });
  const markDrawn = useAppState((state) => state.markDrawn);
  useEffect(() => {
    // The picture of a series says itself when it is there; that of a dump is painted in the frame that comes.
    if (series !== null) return undefined;
    const frame = requestAnimationFrame(markDrawn);
    return () => cancelAnimationFrame(frame);
  }, [series, markDrawn]);

  const type = shownSampleType(snapshot, view.sampleType);
  const site = series === null ? null : siteOf(series, view);
  const problems = problemsOf(dumps, profile);
  const facts =
    series === null ? dumpFacts(snapshot, type) : [...seriesFacts(series, type), ...shownDumpFacts(snapshot, type)];
  const { title, detail } = { title: profileTitle(profile).name, detail: series === null ? '' : `, showing ${name}` };
  return (
    <>
      <FactsStrip facts={facts} />
      <main className="main-screen">
        <h1 className="visually-hidden">{`${title}${detail}`}</h1>
        <aside aria-label="What is counted, and problems">
          {series !== null && <p className="dump-shown">{shownText(name, names)}</p>}
          <DumpAside snapshot={snapshot} type={type} />
          {problems.length > 0 && <Problems problems={problems} />}
        </aside>
        <div className={series === null ? 'dump' : 'dump memory-over-time'}>
          {series === null ? (
            <p className="dump-note">{noAxisText(snapshot)}</p>
          ) : (
            <SeriesPanel series={series} type={type} shown={names.indexOf(chosen)} site={site} />
          )}
          <DumpViews shown={shown} type={type} site={site} />
        </div>
      </main>
    </>
  );
}

function shownText(name: string, names: readonly string[]): string {
  return `Of ${name}, dump ${formatCount(names.indexOf(name) + 1)} of ${formatCount(names.length)}:`;
}

function problemsOf({ problems }: OpenedDumps, { refusals }: OpenedProfile): Problem[] {
  return [...problems, ...refusals.map(({ file, reason }) => ({ where: file, sentence: reason, count: 1 }))];
}
