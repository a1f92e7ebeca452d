import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { OpenedDumps } from '../model/snapshot.ts';
import type { OpenedProfile } from '../state/app-state.ts';
import { profileTitle } from '../state/app-state.ts';
import { dumpView, shownSampleType } from '../state/dump-state.ts';
import { useAppState } from '../state/store.ts';
import { FactsStrip } from './common/FactsStrip.tsx';
import { DumpAside } from './dump/DumpAside.tsx';
import { dumpFacts } from './dump/dump-facts.ts';
import { noAxisText } from './dump/dump-words.ts';
import { useShownDumps } from './dump/use-dumps.ts';
import { DumpFlame } from './DumpFlame.tsx';
import { Problems } from './problems/Problems.tsx';

interface Props {
  profile: OpenedProfile;
  dumps: OpenedDumps;
}

/** Open pprof dumps: one, or a series of which one is shown in full. */
export function DumpScreen({ profile, dumps }: Props): ReactNode {
  const shown = useShownDumps(dumps);
  const { snapshot, name, isWaiting } = shown;
  const { sampleType } = dumpView({ dump: useAppState((state) => state.view.dump) });
  const markDrawn = useAppState((state) => state.markDrawn);
  useEffect(markDrawn, [markDrawn]);
  const type = shownSampleType(snapshot, sampleType);
  const problems = [
    ...snapshot.problems,
    ...profile.refusals.map(({ file, reason }) => ({ where: file, sentence: reason, count: 1 })),
  ];
  return (
    <>
      <FactsStrip facts={dumpFacts(snapshot, type)} />
      <main className="main-screen">
        <h1 className="visually-hidden">{profileTitle(profile).name}</h1>
        <aside aria-label="What is counted, and problems">
          <DumpAside snapshot={snapshot} type={type} />
          {problems.length > 0 && <Problems problems={problems} />}
        </aside>
        <div className="dump">
          <p className="dump-note">{noAxisText(snapshot)}</p>
          <DumpFlame snapshot={snapshot} name={name} type={type} isWaiting={isWaiting} />
        </div>
      </main>
    </>
  );
}
