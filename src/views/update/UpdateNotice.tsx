import { useState } from 'react';
import type { ReactNode } from 'react';
import { useAppState } from '../../state/store.ts';
import { useSession } from '../common/session.ts';

/** A newer build of the page is there. It comes when the user says so: a reload closes what is open. */
export function UpdateNotice(): ReactNode {
  const session = useSession();
  const isReady = useAppState((state) => state.isUpdateReady);
  const isOpen = useAppState((state) => state.profile !== null || state.messages.length > 0);
  const [isPutAside, setIsPutAside] = useState(false);
  return (
    <div role="status">
      {isReady && !isPutAside && (
        <p className="paste-notice">
          <span>
            A new version of Highwater is ready.
            {isOpen && ' Reloading closes what is open; it can be opened again.'}
          </span>
          <button type="button" className="button small" onClick={() => session.showUpdate()}>
            Reload
          </button>
          <button type="button" className="button small" onClick={() => setIsPutAside(true)}>
            Later
          </button>
        </p>
      )}
    </div>
  );
}
