import type { ReactNode } from 'react';
import type { SampleTypeIndex, SeriesSite } from '../model/snapshot.ts';
import type { DumpTab } from '../model/view-state.ts';
import { dumpView } from '../state/dump-state.ts';
import { useAppState } from '../state/store.ts';
import type { Tab } from './common/TabStrip.tsx';
import { TabStrip } from './common/TabStrip.tsx';
import { DumpList } from './dump/DumpList.tsx';
import { failedText } from './dump/dump-words.ts';
import { FunctionList } from './dump/FunctionList.tsx';
import { GrowthList } from './dump/GrowthList.tsx';
import type { ShownDumps } from './dump/use-dumps.ts';
import { DumpFlame } from './DumpFlame.tsx';

interface Props {
  shown: ShownDumps;
  type: SampleTypeIndex;
  site: SeriesSite | null;
}

/** The views of a dump: its stacks and its functions; of a series also what grew and the list of dumps. */
export function DumpViews({ shown, type, site }: Props): ReactNode {
  const choices = useAppState((state) => state.view.dump);
  const setDump = useAppState((state) => state.setDump);
  const { series, snapshot, name, chosenOrder, isWaiting, hasFailed } = shown;
  const { tab } = dumpView({ dump: choices });
  const tabs: Tab<DumpTab>[] = [
    {
      id: 'flame',
      label: 'Flame',
      panel: <DumpFlame snapshot={snapshot} name={name} type={type} isWaiting={isWaiting} />,
    },
    { id: 'functions', label: 'Functions', panel: <FunctionList snapshot={snapshot} type={type} /> },
  ];
  if (series !== null) {
    tabs.unshift({ id: 'growth', label: 'Growth', panel: <GrowthList series={series} site={site} /> });
    tabs.push({
      id: 'dumps',
      label: 'Dumps',
      panel: <DumpList series={series} order={chosenOrder} type={type} shown={name} site={site} />,
    });
  }
  return (
    <section className="lower" aria-label="What is in the dump">
      {hasFailed && (
        <p className="dump-note" role="alert">
          {failedText(name)}
        </p>
      )}
      <TabStrip
        label="Views of the dump"
        tabs={tabs}
        chosen={tab ?? tabs[0].id}
        onChoose={(id) => setDump({ tab: id })}
      />
    </section>
  );
}
