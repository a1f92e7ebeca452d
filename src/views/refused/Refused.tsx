import type { ReactNode } from 'react';
import { openTitle } from '../../state/app-state.ts';
import { useAppState } from '../../state/store.ts';
import { OpenControls } from '../common/OpenControls.tsx';
import { useSession } from '../common/session.ts';

/** Nothing of what was dropped could be opened: for each file what is wrong and what to do. */
export function Refused(): ReactNode {
  const session = useSession();
  const refusals = useAppState((state) => state.refusals);
  const open = useAppState((state) => openTitle(state)?.name ?? null);
  return (
    <main className="refused">
      <h1>{refusals.length === 1 ? 'This file was not opened' : 'None of these files was opened'}</h1>
      <ul className="refusals" aria-live="polite">
        {refusals.map(({ file, code, reason }) => (
          <li key={`${file} ${code}`}>
            <p className="refusal-file">
              {file} <code>{code}</code>
            </p>
            <p>{reason}</p>
          </li>
        ))}
      </ul>
      <p className="refused-ways">
        <OpenControls />
        <button type="button" className="button" onClick={() => session.cancel()}>
          {open === null ? 'Back to the start' : `Back to ${open}`}
        </button>
      </p>
    </main>
  );
}
