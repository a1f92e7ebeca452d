import { useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { shownAllocator } from '../../state/app-state.ts';
import { useAppState } from '../../state/store.ts';
import type { XprofLoader } from './xprof-loader.ts';

/** Loads the curve as XProf draws it while it is wanted, and says how it comes to differ. */
export function XprofNote({ loader }: { loader: XprofLoader }): ReactNode {
  const isWanted = useAppState((state) => state.view.asXprof);
  const allocator = useAppState((state) => shownAllocator(state)?.index ?? null);
  useEffect(() => {
    if (isWanted && allocator !== null) loader.want(allocator);
  }, [isWanted, allocator, loader]);
  const curve = useSyncExternalStore(loader.subscribe, loader.current);
  if (!isWanted) return null;
  const sampled = curve?.isSampled === true ? 'keeps the highest of each group, 1,000 points in all, ' : '';
  return (
    <p className="xprof-note">
      {`The thin line is how XProf (TensorBoard) draws the same events: it ${sampled}joins points by straight lines, so ` +
        'that a long wait before a step reads as a slow rise, and orders events by their offset within their own thread.'}
    </p>
  );
}
