import type { ReactNode } from 'react';
import type { AllocatorSummary } from '../model/summary.ts';
import type { LowerView } from '../model/view-state.ts';
import { allocatorKey } from '../state/app-state.ts';
import { isSummaryOnly } from '../state/linked-state.ts';
import { useAppState } from '../state/store.ts';
import { AllocationDetails } from './allocations/AllocationDetails.tsx';
import type { SharedFrame } from './canvas/shared-frame.ts';
import { lazyPart } from './common/LazyPart.tsx';
import { NeedsFile } from './common/NeedsFile.tsx';
import { TabStrip } from './common/TabStrip.tsx';
import type { Tab } from './common/TabStrip.tsx';
import { FlameView } from './flame/FlameView.tsx';
import { TimelineTables } from './timeline/TimelineTables.tsx';
import type { WindowLoader } from './canvas/window-loader.ts';

const BlocksView = lazyPart(async () => (await import('./blocks/BlocksView.tsx')).BlocksView);
const AllocationsView = lazyPart(async () => (await import('./allocations/AllocationsView.tsx')).AllocationsView);

interface Props {
  allocator: AllocatorSummary;
  loader: WindowLoader;
  /** Where the curve lies. */
  shared: SharedFrame;
}

const BLOCKS = 'The blocks of single allocations';
const ALLOCATIONS = 'Single allocations';
const STEPS = 'All steps of the curve, and those of the program,';

/** The views under the curve. Another view is one row here. */
export function LowerViews({ allocator, loader, shared }: Props): ReactNode {
  const chosen = useAppState((state) => state.view.lower);
  const choose = useAppState((state) => state.chooseLower);
  const isSummary = useAppState(isSummaryOnly);
  const ofFile = (what: string, view: ReactNode): ReactNode => (isSummary ? <NeedsFile what={what} /> : view);
  const details = <AllocationDetails allocator={allocator} />;
  // The rows of another allocator are another list, which begins at its top.
  const allocations = <AllocationsView key={allocatorKey(allocator)} allocator={allocator} details={details} />;
  const tabs: Tab<LowerView>[] = [
    { id: 'flame', label: 'Flame', panel: <FlameView allocator={allocator} /> },
    { id: 'blocks', label: 'Blocks', panel: ofFile(BLOCKS, <BlocksView allocator={allocator} shared={shared} details={details} />) },
    { id: 'allocations', label: 'Allocations', panel: ofFile(ALLOCATIONS, allocations) },
    { id: 'steps', label: 'Steps', panel: ofFile(STEPS, <TimelineTables allocator={allocator} loader={loader} />) },
  ];
  return (
    <section className="lower" aria-label="What is behind the curve">
      <TabStrip label="Views under the curve" tabs={tabs} chosen={chosen} onChoose={choose} />
    </section>
  );
}
