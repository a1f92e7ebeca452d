import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ProfileRun } from '../../state/app-state.ts';
import { useSession } from '../common/session.ts';
import { runLabel, sortedRuns } from './run-label.ts';
import { RunsDialog } from './RunsDialog.tsx';

/** A log directory holds many runs, of which one is shown; two of them can be compared. */
export function RunChoice({ runs }: { runs: readonly ProfileRun[] }): ReactNode {
  const session = useSession();
  const [isListed, setIsListed] = useState(false);
  const shown = runs.find(({ isShown }) => isShown)?.path ?? '';
  const compare = (): void => {
    if (runs.length > 2) {
      setIsListed(true);
      return;
    }
    // Names of runs are times: the earlier one is the baseline.
    const [first, second] = sortedRuns(runs);
    session.compareRuns(first.path, second.path);
  };
  return (
    <>
      <label className="run-choice">
        Run{' '}
        <select value={shown} onChange={(event) => session.openRun(event.target.value)}>
          {runs.map((run) => (
            <option key={run.path} value={run.path}>
              {runLabel(run, runs)}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="button" onClick={compare}>
        Compare the runs
      </button>
      {isListed && <RunsDialog runs={runs} onClose={() => setIsListed(false)} />}
    </>
  );
}
