import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { Summary } from '../model/summary.ts';
import type { OpenedProfile } from '../state/app-state.ts';
import { shownAllocator } from '../state/app-state.ts';
import { useAppState } from '../state/store.ts';
import { AllocatorTable } from './allocators/AllocatorTable.tsx';
import { BeforeCapturePanel } from './before/BeforeCapture.tsx';
import { FactsStrip } from './common/FactsStrip.tsx';
import { DeeperModel } from './DeeperModel.tsx';
import { factsOf, silentDevicesText } from './facts/facts-of.ts';
import { FindingsPanel } from './findings/FindingsPanel.tsx';
import { MemoryOverTime } from './MemoryOverTime.tsx';
import { NoMemory } from './no-memory/NoMemory.tsx';
import { Problems } from './problems/Problems.tsx';
import { problemsOf } from './problems/problems-of.ts';

interface Props {
  profile: OpenedProfile;
  summary: Summary;
}

/** An open trace. */
export function MainScreen({ profile, summary }: Props): ReactNode {
  const { generation } = profile;
  const allocator = useAppState((state) => shownAllocator(state)?.summary ?? null);
  const markDrawn = useAppState((state) => state.markDrawn);
  useEffect(() => {
    // Without a curve no painter says that the picture is there.
    if (allocator === null) markDrawn();
  }, [allocator, generation, markDrawn]);

  const problems = problemsOf(summary, profile.refusals);
  const hasAside = summary.allocators.length > 0 || problems.length > 0;
  return (
    <>
      <FactsStrip facts={factsOf(summary, allocator)} />
      <main className={hasAside ? 'main-screen' : 'main-screen single'}>
        <h1 className="visually-hidden">{summary.source.name}</h1>
        {hasAside && (
          <aside aria-label="Findings, allocators and problems">
            {allocator !== null && <FindingsPanel findings={summary.findings} allocators={summary.allocators} />}
            {allocator !== null && <BeforeCapturePanel />}
            {allocator !== null && <DeeperModel />}
            {summary.allocators.length > 0 && (
              <AllocatorTable allocators={summary.allocators} shown={allocator} note={silentDevicesText(summary)} />
            )}
            {problems.length > 0 && <Problems problems={problems} />}
          </aside>
        )}
        {allocator === null ? (
          <NoMemory summary={summary} />
        ) : (
          <MemoryOverTime key={generation} summary={summary} allocator={allocator} />
        )}
      </main>
    </>
  );
}
