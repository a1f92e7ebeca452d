import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { shownAllocator } from '../state/app-state.ts';
import { isSummaryOnly } from '../state/linked-state.ts';
import { useAppState } from '../state/store.ts';

/** Loaded when it is asked for: most people come for the curve. */
const ProjectionDialog = lazy(async () => {
  const { ProjectionDialog: loaded } = await import('./projection/ProjectionDialog.tsx');
  return { default: loaded };
});

/** Under the findings: the way to "Will a deeper model fit?". */
export function DeeperModel(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const allocator = useAppState((state) => shownAllocator(state)?.index ?? null);
  // It takes the allocations of the file.
  const isSummary = useAppState(isSummaryOnly);
  if (allocator === null || isSummary) return null;
  return (
    <div className="findings-deeper">
      <button type="button" className="button small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Will a deeper model fit?
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ProjectionDialog key={allocator} allocator={allocator} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
