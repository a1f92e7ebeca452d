import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { formatAllocator } from '../../model/format.ts';
import type { AllocatorSummary } from '../../model/summary.ts';
import { blocksView } from '../../state/allocation-state.ts';
import { useAppState } from '../../state/store.ts';
import type { SharedFrame } from '../canvas/shared-frame.ts';
import { SavePicture } from '../common/SavePicture.tsx';
import { useSession } from '../common/session.ts';
import { BlocksBar } from './BlocksBar.tsx';
import { BlocksCanvas } from './BlocksCanvas.tsx';
import { blocksLegend, BlocksLegend } from './BlocksLegend.tsx';
import { BlocksLoader } from './blocks-loader.ts';
import { limits } from './blocks-words.ts';
import type { BlocksChart } from './chart.ts';
import { PoolMapPanel } from './PoolMapPanel.tsx';

interface Props {
  allocator: AllocatorSummary;
  /** Where the curve above lies. */
  shared: SharedFrame;
  /** The selected allocation in full, where there is one. */
  details: ReactNode;
}

/** Every allocation as a block, and under them where they lie in the pool. */
export function BlocksView({ allocator, shared, details }: Props): ReactNode {
  const session = useSession();
  const [loader] = useState(() => new BlocksLoader((ask) => session.ask('blocks', ask)));
  useEffect(() => () => loader.close(), [loader]);
  const { answer, groups, hasFailed } = useSyncExternalStore(loader.subscribe, loader.current);
  const choices = useAppState((state) => state.view.blocks);
  const { coloring } = blocksView({ blocks: choices });
  useEffect(() => loader.colorBy(coloring), [loader, coloring]);
  const legend = useMemo(() => (answer === null ? [] : blocksLegend(groups.groups, answer)), [groups, answer]);
  const picture = useMemo(() => ({ answer, colors: groups.colors, legend }), [answer, groups, legend]);
  const chart = useRef<BlocksChart | null>(null);
  const readout = useRef<HTMLSpanElement>(null);
  const notes = answer === null ? [] : limits(answer);
  const name = formatAllocator(allocator.allocator);
  const hasBase = allocator.inUseBefore > 0 || allocator.peak.reserved > 0;
  return (
    <div className="blocks">
      <BlocksBar
        hasBase={hasBase}
        save={<SavePicture name={`blocks-${name}`} content={() => chart.current?.figure() ?? null} />}
        legend={answer === null ? null : <BlocksLegend groups={groups.groups} answer={answer} />}
      />
      {hasFailed && (
        <p className="blocks-note">The worker did not answer what is in memory here. Move the range to ask again.</p>
      )}
      {notes.map((note) => (
        <p key={note} className="blocks-note">
          {note}
        </p>
      ))}
      <p className="blocks-readout">
        <span ref={readout} className="moving-words" />
      </p>
      <div className="blocks-body">
        <div className="blocks-pictures">
          <BlocksCanvas
            allocatorName={name}
            picture={picture}
            isBusy={answer === null && !hasFailed}
            loader={loader}
            shared={shared}
            readout={readout}
            chart={chart}
          />
          <PoolMapPanel allocator={allocator} coloring={coloring} given={groups.given} legend={legend} readout={readout} />
        </div>
        {details}
      </div>
    </div>
  );
}
