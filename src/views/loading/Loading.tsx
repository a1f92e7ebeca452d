import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { formatBytes, formatPercent, formatRate } from '../../model/format.ts';
import { useAppState } from '../../state/store.ts';
import { useSession } from '../common/session.ts';

const PHASES: Record<string, string> = {
  fetching: 'Fetching',
  reading: 'Reading',
  'reading again': 'Reading a second time',
  analysing: 'Analysing',
};

/** How far a load is, how fast it goes, and the way out of it. */
export function Loading(): ReactNode {
  const session = useSession();
  const name = useAppState((state) => state.loadingName);
  const progress = useAppState((state) => state.progress);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') session.cancel();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [session]);

  // A host need not state how large a file is.
  const isUnknown = progress !== null && progress.phase === 'fetching' && progress.bytesTotal === 0;
  const share = progress === null || progress.bytesTotal === 0 ? 0 : progress.bytesRead / progress.bytesTotal;
  const rate = progress === null || progress.bytesPerSecond === 0 ? '' : formatRate(progress.bytesPerSecond);
  return (
    <main className="loading">
      <h1 className="loading-name">{name}</h1>
      {/* Without a value it says that something goes on, not how far. */}
      <progress {...(isUnknown ? {} : { value: share })} max={1} aria-label={`Reading ${name}`} />
      <p className="loading-numbers">
        <span>{progress === null ? 'Starting' : (PHASES[progress.phase] ?? progress.phase)}</span>
        <span>{isUnknown ? formatBytes(progress.bytesRead) : formatPercent(Math.min(1, share))}</span>
        <span>{rate}</span>
      </p>
      <p className="loading-note">{progress?.note ?? ''}</p>
      <button type="button" className="button" onClick={() => session.cancel()}>
        Cancel <kbd>Esc</kbd>
      </button>
    </main>
  );
}
