import type { ReactNode } from 'react';
import type { ProfileRun } from '../../state/app-state.ts';
import { useSession } from '../common/session.ts';

/** A log directory holds many runs, of which one is shown. */
export function RunChoice({ runs }: { runs: readonly ProfileRun[] }): ReactNode {
  const session = useSession();
  const shown = runs.find(({ isShown }) => isShown)?.path ?? '';
  return (
    <label className="run-choice">
      Run{' '}
      <select value={shown} onChange={(event) => session.openRun(event.target.value)}>
        {runs.map(({ path, name }) => (
          <option key={path} value={path}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
