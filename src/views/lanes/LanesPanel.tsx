import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { shownAllocator, shownRange } from '../../state/app-state.ts';
import { appStore, useAppState } from '../../state/store.ts';
import type { SharedFrame } from '../canvas/shared-frame.ts';
import { remember, remembered } from '../common/remembered.ts';
import { useSession } from '../common/session.ts';
import { LanesCanvas } from './LanesCanvas.tsx';
import { LanesLoader } from './lanes-loader.ts';
import { MarksTable } from './MarksTable.tsx';

const REMEMBERED_AS = 'lanes';

/** Steps, dispatches, device runs and annotations under the curve. Nothing where the trace has none. */
export function LanesPanel({ shared }: { shared: SharedFrame }): ReactNode {
  const session = useSession();
  const [loader] = useState(() => new LanesLoader((ask) => session.ask('lanes', ask)));
  const [isOpen, setIsOpen] = useState(() => remembered(REMEMBERED_AS) !== 'closed');
  const [hasTable, setHasTable] = useState(false);
  const allocator = useAppState((state) => shownAllocator(state)?.index ?? null);
  useEffect(() => {
    const follow = (): void => {
      const shown = shownAllocator(appStore.getState());
      const frame = shared.current();
      if (shown === null || frame === null) return;
      loader.want(shown.index, shownRange(appStore.getState().view, shown.summary), frame.right - frame.left);
    };
    follow();
    return shared.subscribe(follow);
  }, [loader, shared, allocator]);
  useEffect(() => () => loader.close(), [loader]);
  const lanes = useSyncExternalStore(loader.subscribe, loader.current);
  if (lanes === null || lanes.lanes.length === 0) return null;

  const toggle = (): void => {
    remember(REMEMBERED_AS, isOpen ? 'closed' : null);
    setIsOpen(!isOpen);
  };
  return (
    <section className="lanes" aria-label="Steps, dispatches and device runs">
      <div className="lanes-bar">
        <button type="button" className="lanes-toggle" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? '▾' : '▸'} Lanes
        </button>
        {isOpen && (
          <button type="button" className="link" aria-expanded={hasTable} onClick={() => setHasTable(!hasTable)}>
            {hasTable ? 'hide the table' : 'as a table'}
          </button>
        )}
        {isOpen && lanes.note !== '' && <span className="lanes-note">{lanes.note}</span>}
      </div>
      {isOpen && <LanesCanvas lanes={lanes} loader={loader} shared={shared} />}
      {isOpen && hasTable && <MarksTable lanes={lanes} />}
    </section>
  );
}
