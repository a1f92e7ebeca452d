import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { BYTES } from '../../model/amounts.ts';
import { formatTime } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import type { Picoseconds } from '../../model/units.ts';
import { flameView } from '../../state/flame-state.ts';
import { isSummaryOnly } from '../../state/linked-state.ts';
import { appStore, useAppState } from '../../state/store.ts';
import { NeedsFile } from '../common/NeedsFile.tsx';
import { useSession } from '../common/session.ts';
import { FlameLoader } from './flame-loader.ts';
import { FlamePanel } from './FlamePanel.tsx';
import { FlameSentence, groupingWords } from './FlameSentence.tsx';
import type { BoxWords } from './sentences.ts';
import { emptyText, rootText } from './sentences.ts';

function soon(callback: () => void): () => void {
  let isCancelled = false;
  queueMicrotask(() => {
    if (!isCancelled) callback();
  });
  return () => {
    isCancelled = true;
  };
}

/** What is alive, allocated or kept in a trace, by call stack or otherwise; it follows the timeline. */
export function FlameView({ allocator }: { allocator: AllocatorSummary }): ReactNode {
  const session = useSession();
  const [loader] = useState(() => new FlameLoader((ask) => session.ask('flame', ask), appStore, soon));
  useEffect(() => loader.start(), [loader]);
  const { flame, isWaiting, hasFailed } = useSyncExternalStore(loader.subscribe, loader.current);
  const isSummary = useAppState(isSummaryOnly);
  const choices = useAppState((state) => state.view.flame);
  const setFlame = useAppState((state) => state.setFlame);
  const { foldsInternals } = flameView({ flame: choices });

  const { end } = allocator.curves;
  const words = useMemo(
    (): BoxWords => ({
      amounts: BYTES,
      counted: 'allocation',
      rootText: flame === null ? '' : rootText(flame.answer, flame.isWindowPeak, end),
    }),
    [flame, end],
  );
  if (hasFailed && isSummary) {
    return (
      <>
        <FlameSentence allocator={allocator} />
        <NeedsFile what="Other moments than the peak, requested sizes and frames of JAX" />
      </>
    );
  }
  if (hasFailed) {
    return (
      <p className="flame-empty">The worker did not answer what is in memory here. Move the cursor to ask again.</p>
    );
  }
  if (flame === null) return <p className="flame-empty" aria-busy={isWaiting} />;
  const { tree, query } = flame.answer;
  return (
    <FlamePanel
      tree={tree}
      words={words}
      sentence={<FlameSentence allocator={allocator} />}
      grouping={groupingWords(query.grouping, query.width)}
      empty={tree.total[0] > 0 ? null : emptyText(query.what, end)}
      isWaiting={isWaiting}
      formatStart={(time: Picoseconds) => formatTime(time, 1e6, end)}
      onFold={() => setFlame({ foldsInternals: !foldsInternals })}
    />
  );
}
